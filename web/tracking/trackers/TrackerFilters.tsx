import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { trackerStatuses } from '#api/client.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { toPeriod } from '../../kit/format/format.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { memberReference } from '../../people/members/memberReference.ts'
import { boundaryReference } from './references.ts'
import { batteryLevels, silences, type TrackerFilters as Values } from './trackerFilters.ts'

export function TrackerFilters({ organisation_id, filters, change }: Props) {
  const { t } = useTranslation()
  const seesAll = useDispatches(organisation_id)
  const members = useMemo(() => memberReference(organisation_id), [organisation_id])
  const boundaries = useMemo(
    () => ({ ...boundaryReference(organisation_id), texts: { noRows: t('tracking:trackers.filters.noBoundaries') } }),
    [organisation_id, t],
  )
  const numberOf = (event: { target: { value: string } }) => Number(event.target.value) || null
  return (
    <FilterGroup count={Object.values(filters).filter(Boolean).length} clear={() => change(none)}>
      <NativeSelect
        label={t('tracking:fields.tracker.state')}
        value={filters.status ?? ''}
        data={[
          { value: '', label: t('tracking:trackers.filters.anyStatus') },
          ...trackerStatuses.map((value) => ({ value, label: t(`tracking:state.${value}`) })),
        ]}
        onChange={(event) => change({ status: trackerStatuses.find((each) => each === event.target.value) ?? null })}
      />
      <NativeSelect
        label={t('tracking:trackers.filters.silent')}
        value={filters.silent ?? ''}
        data={[
          { value: '', label: t('tracking:trackers.filters.anyTime') },
          ...withOwn(
            Object.entries(silences).map(([name, value]) => ({
              value: String(value),
              label: t(`tracking:trackers.filters.silentFor.${name as keyof typeof silences}`),
            })),
            filters.silent,
            toPeriod,
          ),
        ]}
        onChange={(event) => change({ silent: numberOf(event) })}
      />
      <NativeSelect
        label={t('tracking:trackers.filters.battery')}
        value={filters.battery ?? ''}
        data={[
          { value: '', label: t('tracking:trackers.filters.anyStatus') },
          ...withOwn(
            batteryLevels.map((percent) => ({ value: String(percent), label: below(percent) })),
            filters.battery,
            below,
          ),
        ]}
        onChange={(event) => change({ battery: numberOf(event) })}
      />
      <ReferencePicker
        reference={boundaries}
        label={t('tracking:trackers.filters.boundary')}
        placeholder={t('tracking:trackers.filters.anyBoundary')}
        value={filters.boundary}
        onChange={(boundary) => change({ boundary })}
      />
      {seesAll && (
        <ReferencePicker
          reference={members}
          label={t('tracking:fields.tracker.owner_name')}
          placeholder={t('tracking:trackers.filters.anyOwner')}
          value={filters.owner}
          onChange={(owner) => change({ owner })}
        />
      )}
    </FilterGroup>
  )

  function below(percent: number): string {
    return t('tracking:trackers.filters.batteryBelow', { percent })
  }
}

const none: Values = { status: null, owner: null, battery: null, silent: null, boundary: null }

/** A value of the address that is not among the choices is one more. */
function withOwn(choices: Choice[], value: number | null, label: (value: number) => string): Choice[] {
  if (value === null || choices.some((choice) => choice.value === String(value))) return choices
  return [...choices, { value: String(value), label: label(value) }]
}

type Choice = { value: string; label: string }
type Props = { organisation_id: number; filters: Values; change: (changed: Partial<Values>) => void }
