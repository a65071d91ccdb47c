import schema from 'virtual:resource/plannedshift'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { dayOf } from '../../kit/format/zoned.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { updateRecord, useRecordActions } from '../../kit/record/useRecordActions.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { groupReference } from '../../people/members/groupReference.ts'
import { Weekdays } from '../commands/Weekdays.tsx'
import { driverReference } from '../kit/driverReference.ts'
import { useTrackerReference } from '../kit/useTrackerReference.ts'
import { usePlanText } from './usePlanText.ts'

/** The plan of `?id=`, perhaps as of its shift on `?day=`; or a new one, for `?driver=` and `?day=`. */
export function PlanPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params] = useSearchParams()
  const { timezone } = usePreferences()
  const record = useRecord('plannedshift')
  if (record.id === null) {
    const begin = {
      driver_id: Number(params.get('driver')) || null,
      starts_on: params.get('day') ?? dayOf(Date.now(), timezone),
      from_time: '08:00',
      to_time: '16:00',
      weekdays: [],
    }
    return (
      <Page title={t('tracking:plans.new')} width="form">
        <PlanForm plan={null} begin={begin} organisation_id={organisation_id} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('tracking:plans.title')} missing={t('tracking:plans.missing')}>
      {(plan) => <Shown key={plan.modified_at} plan={plan} day={params.get('day')} />}
    </Loaded>
  )
}

function Shown({ plan, day }: { plan: Row<'plannedshift'>; day: string | null }) {
  const { t } = useTranslation()
  const { when } = usePlanText()
  const { organisation_id, driver_name, tracker_name, group_name, note } = plan
  const dispatches = useDispatches(organisation_id)
  return (
    <Page title={`${driver_name}, ${tracker_name ?? group_name ?? ''}`} width="form">
      {dispatches ? (
        <PlanForm plan={plan} begin={plan} organisation_id={organisation_id} day={day} />
      ) : (
        <Facts
          facts={[
            [t('tracking:fields.plannedshift.weekdays'), when(plan)],
            [t('tracking:fields.plannedshift.note'), note],
          ]}
        />
      )}
    </Page>
  )
}

const fields = ['driver_id', 'tracker_id', 'group_id'] as const
const times = ['starts_on', 'from_time', 'to_time'] as const

function PlanForm({ plan, begin, organisation_id, day = null }: PlanFormProps) {
  const { t } = useTranslation()
  const actions = useRecordActions('plannedshift', { page: paths.plannedShift, list: () => paths.plannedShifts() })
  const trackers = useTrackerReference(organisation_id)
  const [weekdays, setWeekdays] = useState(begin.weekdays)
  const changed = weekdays.join() !== begin.weekdays.join()
  return (
    <>
      <ResourceForm
        resource="plannedshift"
        body={plan ? schema.update! : schema.create!}
        row={begin}
        all={!plan}
        changed={changed}
        groups={[
          { fields: [...fields] },
          { title: t('tracking:plans.when'), fields: [...times] },
          {
            title: t('tracking:plans.repeat'),
            fields: ['until_on', ...(plan ? (['not_on'] as const) : [])],
            extra: (
              <>
                <Weekdays label={t('tracking:fields.plannedshift.weekdays')} value={weekdays} onChange={setWeekdays} />
                <Text size="sm" c="dimmed">
                  {t('tracking:plans.repeatText')}
                </Text>
              </>
            ),
          },
          { fields: ['note'] },
        ]}
        required={['driver_id', ...times]}
        references={{
          driver_id: driverReference(organisation_id),
          tracker_id: trackers,
          group_id: groupReference(organisation_id),
        }}
        {...(!plan && { submit: t('form.create') })}
        save={(body) =>
          plan
            ? actions.update(plan, { ...(body as object), ...(changed && { weekdays }) } as UpdateBody<'plannedshift'>)
            : actions.create({ ...(body as object), weekdays } as CreateBody<'plannedshift'>)
        }
      />
      {plan && <EndOfPlan plan={plan} day={day} remove={() => actions.remove(plan.id)} />}
    </>
  )
}

/** Leaves out the day that was opened, or removes the whole plan. */
function EndOfPlan({
  plan,
  day,
  remove,
}: {
  plan: Row<'plannedshift'>
  day: string | null
  remove: () => Promise<void>
}) {
  const { t } = useTranslation()
  const { heading } = usePlanText()
  const leaves = day !== null && plan.weekdays.length > 0 && !plan.not_on.includes(day)
  const leaveOut = async () => {
    await updateRecord('plannedshift', plan, { not_on: [...plan.not_on, day!] })
    showSuccess(t('tracking:plans.leftOut', { day: heading(day!) }))
  }
  return (
    <Section title={t('tracking:plans.end')} text={t('tracking:plans.endText')} apart>
      {leaves && <ConfirmButton label={t('tracking:plans.leaveOut', { day: heading(day) })} run={leaveOut} />}
      <ConfirmButton label={t('form.remove')} run={remove} dangerous />
    </Section>
  )
}

type PlanFormProps = {
  plan: Row<'plannedshift'> | null
  begin: { weekdays: number[] } & Record<string, unknown>
  organisation_id: number
  day?: string | null
}
