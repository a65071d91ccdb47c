import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { trackerStatuses } from '#api/client.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { toPeriod } from '../../kit/format/format.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ChoiceFilter } from '../../kit/lists/SelectFilter.tsx'
import { ReferenceFilter } from '../../kit/reference/ReferenceFilter.tsx'
import { groupReference } from '../../people/members/groupReference.ts'
import { memberReference } from '../../people/members/memberReference.ts'
import { tagReference } from '../kit/tagReference.ts'
import { boundaryReference } from './references.ts'
import { batteryLevels, silences, type TrackerFilters as Values } from './trackerFilters.ts'

export function TrackerFilters({ organisation_id, filters, change }: Props) {
  const { t } = useTranslation()
  const seesAll = useDispatches(organisation_id)
  const boundaries = useMemo(
    () => ({ ...boundaryReference(organisation_id), texts: { noRows: t('tracking:trackers.filters.noBoundaries') } }),
    [organisation_id, t],
  )
  const numberOf = (value: string) => Number(value) || null
  return (
    <FilterGroup count={Object.values(filters).filter(Boolean).length} clear={() => change(none)}>
      <ChoiceFilter
        label={t('tracking:fields.tracker.state')}
        any={t('tracking:trackers.filters.anyStatus')}
        value={filters.status ?? ''}
        data={trackerStatuses.map((value) => ({ value, label: t(`tracking:state.${value}`) }))}
        onChange={(value) => change({ status: trackerStatuses.find((each) => each === value) ?? null })}
      />
      <ChoiceFilter
        label={t('tracking:trackers.filters.silent')}
        any={t('tracking:trackers.filters.anyTime')}
        value={String(filters.silent ?? '')}
        data={withOwn(
          Object.entries(silences).map(([name, value]) => ({
            value: String(value),
            label: t(`tracking:trackers.filters.silentFor.${name as keyof typeof silences}`),
          })),
          filters.silent,
          toPeriod,
        )}
        onChange={(value) => change({ silent: numberOf(value) })}
      />
      <ChoiceFilter
        label={t('tracking:trackers.filters.battery')}
        any={t('tracking:trackers.filters.anyStatus')}
        value={String(filters.battery ?? '')}
        data={withOwn(
          batteryLevels.map((percent) => ({ value: String(percent), label: below(percent) })),
          filters.battery,
          below,
        )}
        onChange={(value) => change({ battery: numberOf(value) })}
      />
      <ReferenceFilter
        reference={boundaries}
        label={t('tracking:trackers.filters.boundary')}
        placeholder={t('tracking:trackers.filters.anyBoundary')}
        value={filters.boundary}
        onChange={(boundary) => change({ boundary })}
      />
      {seesAll && <OfOrganisation organisation_id={organisation_id} filters={filters} change={change} />}
    </FilterGroup>
  )

  function below(percent: number): string {
    return t('tracking:trackers.filters.batteryBelow', { percent })
  }
}

/** What only those ask for who see the trackers of others. */
function OfOrganisation({ organisation_id, filters, change }: Props) {
  const { t } = useTranslation()
  const members = useMemo(() => memberReference(organisation_id), [organisation_id])
  const groups = useMemo(
    () => ({ ...groupReference(organisation_id), texts: { noRows: t('tracking:trackerGroups.empty') } }),
    [organisation_id, t],
  )
  const tags = useMemo(() => tagReference(organisation_id, t('tracking:tags.empty')), [organisation_id, t])
  return (
    <>
      <ReferenceFilter
        reference={groups}
        label={t('tracking:fields.tracker.group_id')}
        placeholder={t('tracking:trackerGroups.any')}
        value={filters.group}
        onChange={(group) => change({ group })}
      />
      <ReferenceFilter
        reference={tags}
        label={t('tracking:fields.tracker.tags')}
        placeholder={t('tracking:tags.any')}
        value={filters.tag}
        onChange={(tag) => change({ tag })}
      />
      <ReferenceFilter
        reference={members}
        label={t('tracking:fields.tracker.owner_name')}
        placeholder={t('tracking:trackers.filters.anyOwner')}
        value={filters.owner}
        onChange={(owner) => change({ owner })}
      />
    </>
  )
}

const none: Values = { status: null, owner: null, battery: null, silent: null, boundary: null, group: null, tag: null }

/** A value of the address that is not among the choices is one more. */
function withOwn(choices: Choice[], value: number | null, label: (value: number) => string): Choice[] {
  if (value === null || choices.some((choice) => choice.value === String(value))) return choices
  return [...choices, { value: String(value), label: label(value) }]
}

type Choice = { value: string; label: string }
type Props = { organisation_id: number; filters: Values; change: (changed: Partial<Values>) => void }
