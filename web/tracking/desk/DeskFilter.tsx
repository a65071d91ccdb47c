import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ChoiceFilter } from '../../kit/lists/SelectFilter.tsx'
import { ReferenceFilter } from '../../kit/reference/ReferenceFilter.tsx'
import { groupReference } from '../../people/members/groupReference.ts'
import { alertKinds } from '../alerts/alertFilters.ts'
import type { DeskFilters } from './useDeskAlerts.ts'

/** Which alerts are on the desk: of a kind, of a group of trackers. */
export function DeskFilter({ organisation_id, filters, change }: Props) {
  const { t } = useTranslation()
  const groups = useMemo(
    () => ({ ...groupReference(organisation_id), texts: { noRows: t('tracking:trackerGroups.empty') } }),
    [organisation_id, t],
  )
  return (
    <FilterGroup count={Object.values(filters).filter(Boolean).length} clear={() => change(none)}>
      <ChoiceFilter
        label={t('tracking:fields.alert.kind')}
        any={t('tracking:alertsPage.any')}
        value={filters.kind ?? ''}
        data={alertKinds.map((kind) => ({ value: kind, label: t(`tracking:alertsPage.kinds.${kind}`) }))}
        onChange={(value) => change({ kind: value || null })}
      />
      <ReferenceFilter
        reference={groups}
        label={t('tracking:fields.tracker.group_id')}
        placeholder={t('tracking:trackerGroups.any')}
        value={filters.group}
        onChange={(group) => change({ group })}
      />
    </FilterGroup>
  )
}

const none = { kind: null, group: null }

type Props = {
  organisation_id: number
  filters: DeskFilters
  change: (changed: { kind?: string | null; group?: number | null }) => void
}
