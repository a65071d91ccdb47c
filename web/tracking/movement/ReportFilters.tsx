import { Button, Checkbox, Select } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { TimeInput } from '../../kit/dates/TimeInput.tsx'
import { toDuration } from '../../kit/format/format.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { ReferencesPicker } from '../../kit/reference/ReferencesPicker.tsx'
import shared from '../../kit/report/Report.module.css'
import { narrowWidth } from '../../kit/theme/theme.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { groupReference } from '../../people/members/groupReference.ts'
import { driverReference } from '../kit/driverReference.ts'
import { useTrackerReference } from '../kit/useTrackerReference.ts'
import { usualWork, type Work, WorkFields } from '../profiles/WorkFields.tsx'
import { boundaryReference } from '../trackers/references.ts'
import { LogFilters } from './LogFilters.tsx'
import classes from './Reports.module.css'
import { kinds, noFilters, type Period, periods, type ReportRequest } from './useMovementReport.ts'
import type { Report } from './values.ts'

const lengths = [0, 300, 900, 3600, 14_400, 28_800] as const
const MOST_TRACKERS = 100

/** What a report is asked: which one, for which days and trackers, and what it has of its own. */
export function ReportFilters({ asked, report, change }: Props) {
  const { t } = useTranslation()
  const { kind, period } = asked
  const has_dates = asked.from !== undefined
  return (
    <div className={`${shared.filters} ${classes.filters}`}>
      <Select
        label={t('tracking:movement.kind')}
        data={kinds.map((value) => ({ value, label: choiceOf(t, value) }))}
        value={kind}
        allowDeselect={false}
        onChange={(report) => change({ ...noFilters, report })}
      />
      <Select
        label={t('tracking:movement.period')}
        data={[
          ...periods.map((value) => ({ value: value as string, label: choiceOf(t, value) })),
          { value: 'dates', label: t('tracking:movement.dates') },
        ]}
        value={has_dates ? 'dates' : (period as string)}
        allowDeselect={false}
        onChange={(next) =>
          next === 'dates'
            ? change({ period: null, from: report?.from ?? null, until: report?.until ?? null })
            : change({ period: next as Period, from: null, until: null })
        }
      />
      {has_dates &&
        (['from', 'until'] as const).map((name) => (
          <DateInput
            key={name}
            label={t(`tracking:movement.${name}`)}
            value={asked[name] ?? ''}
            required
            onChange={(day) => change({ [name]: day })}
          />
        ))}
      <MoreFilters asked={asked}>
        <WhoseFilters asked={asked} change={change} />
        <OwnFilters asked={asked} filters={report?.filters ?? []} change={change} />
      </MoreFilters>
    </div>
  )
}

/** On a phone behind a button with their count: the report stays in sight. */
function MoreFilters({ asked, children }: { asked: ReportRequest; children: ReactNode }) {
  const { t } = useTranslation()
  const [opened, { toggle }] = useDisclosure(false)
  const narrow = useMediaQuery(narrowWidth, false, { getInitialValueInEffect: false })
  if (!narrow) return children
  const names = Object.keys(noFilters) as (keyof typeof noFilters)[]
  const own = names.filter((name) => name !== 'columns' && asked[name] !== null).length
  const count = own + Number(asked.trackers.length > 0) + Number(asked.group_id !== null)
  return (
    <>
      <Button variant="default" leftSection={<Icon of={IconFilter} />} aria-expanded={opened} onClick={toggle}>
        {count > 0 ? t('table.filtersSet', { count }) : t('table.filters')}
      </Button>
      {opened && children}
    </>
  )
}

/** Of which trackers a report is. */
function WhoseFilters({ asked, change }: Pick<Props, 'asked' | 'change'>) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const trackers = useTrackerReference(organisation_id)
  const groups = useMemo(() => groupReference(organisation_id), [organisation_id])
  return (
    <>
      <div className={classes.trackers}>
        <ReferencesPicker
          reference={trackers}
          label={t('tracking:movement.trackers')}
          placeholder={t('tracking:movement.allTrackers')}
          max={MOST_TRACKERS}
          value={asked.trackers}
          onChange={(ids) => change({ tracker: ids.join(',') || null })}
        />
      </div>
      <ReferencePicker
        reference={groups}
        label={t('tracking:movement.group')}
        placeholder={t('tracking:movement.allGroups')}
        value={asked.group_id}
        onChange={(id) => change({ group_id: id === null ? null : String(id) })}
      />
    </>
  )
}

/** What only some reports are asked. */
function OwnFilters({ asked, filters, change }: Pick<Props, 'asked' | 'change'> & Pick<Report, 'filters'>) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const boundary = useMemo(
    () => ({ ...boundaryReference(organisation_id), texts: { none: t('tracking:movement.anyBoundary') } }),
    [organisation_id, t],
  )
  const drivers = useMemo(() => driverReference(organisation_id), [organisation_id])
  return (
    <>
      {filters.includes('boundary_id') && (
        <ReferencePicker
          reference={boundary}
          label={t('tracking:movement.boundary')}
          value={asked.boundary_id}
          onChange={(id) => change({ boundary_id: id === null ? null : String(id) })}
        />
      )}
      {filters.includes('driver_id') && (
        <ReferencePicker
          reference={drivers}
          label={t('tracking:movement.driver')}
          placeholder={t('tracking:movement.anyDriver')}
          value={asked.driver_id}
          onChange={(id) => change({ driver_id: id === null ? null : String(id) })}
        />
      )}
      {filters.includes('at_least_s') && (
        <Select
          label={t('tracking:movement.atLeast')}
          data={lengths.map((value) => ({
            value: String(value),
            label: value === 0 ? t('tracking:movement.anyLength') : toDuration(value),
          }))}
          value={String(asked.at_least_s ?? 0)}
          allowDeselect={false}
          onChange={(value) => change({ at_least_s: value === '0' ? null : value })}
        />
      )}
      {filters.includes('after') && (
        <TimeInput
          label={t('tracking:movement.after')}
          value={asked.after ?? ''}
          onChange={(after) => change({ after: after || null })}
        />
      )}
      {filters.includes('sensor_id') && <LogFilters asked={asked} change={change} />}
      {filters.includes('work_days') && <WorkingHours asked={asked} change={change} />}
      {filters.includes('first_of_day') && (
        <Checkbox
          className={classes.box}
          label={t('tracking:movement.firstOfDay')}
          checked={asked.first_of_day === true}
          onChange={(event) => change({ first_of_day: event.currentTarget.checked ? 'true' : null })}
        />
      )}
      {filters.includes('unnamed') && asked.boundary_id === null && (
        <Checkbox
          className={classes.box}
          label={t('tracking:movement.unnamed')}
          checked={asked.unnamed === true}
          onChange={(event) => change({ unnamed: event.currentTarget.checked ? 'true' : null })}
        />
      )}
    </>
  )
}

/** When trackers should be driven: as their profiles say, or at these hours. */
function WorkingHours({ asked, change }: Pick<Props, 'asked' | 'change'>) {
  const { t } = useTranslation()
  const { work_days, work_from, work_until } = asked
  const is_asked = work_days !== null || work_from !== null || work_until !== null
  const set = (work: Work | null) =>
    change({ work_days: work?.days ?? null, work_from: work?.from ?? null, work_until: work?.until ?? null })
  const { days, from, until } = usualWork
  return (
    <>
      <Checkbox
        className={classes.box}
        label={t('tracking:movement.workOfProfiles')}
        checked={!is_asked}
        onChange={(event) => set(event.currentTarget.checked ? null : usualWork)}
      />
      {is_asked && (
        <WorkFields
          value={{ days: work_days ?? days, from: work_from ?? from, until: work_until ?? until }}
          onChange={set}
        />
      )}
    </>
  )
}

type Props = {
  asked: ReportRequest
  report: Report | undefined
  /** Sets parts of the address; null removes one. */
  change: (parts: Record<string, string | null>) => void
}
