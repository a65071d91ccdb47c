import { useTranslation } from 'react-i18next'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ChoiceFilter } from '../../kit/lists/SelectFilter.tsx'
import type { withFilters } from '../../kit/lists/withFilters.ts'
import { periodInAddress, quickRanges } from '../../kit/period/period.ts'
import { usePeriod } from '../../kit/period/usePeriod.ts'
import { TrackerFilter } from '../kit/TrackerFilter.tsx'
import { alertKinds, type AlertFilters as Values } from './alertFilters.ts'

export function AlertFilters({ organisation_id, filters, change }: Props) {
  const { t } = useTranslation()
  const any = t('tracking:alertsPage.any')
  const { period, ...others } = filters
  const { setPeriod } = usePeriod()
  return (
    <FilterGroup
      count={Object.values(others).filter(Boolean).length}
      clear={() => change(none)}
      period={{ ranges: quickRanges, value: period, onChange: setPeriod }}
    >
      <TrackerFilter
        organisation_id={organisation_id}
        value={filters.tracker}
        onChange={(tracker) => change({ tracker })}
      />
      <ChoiceFilter
        label={t('tracking:fields.alert.kind')}
        any={any}
        value={filters.kind ?? ''}
        data={alertKinds.map((kind) => ({ value: kind, label: t(`tracking:alertsPage.kinds.${kind}`) }))}
        onChange={(value) => change({ kind: value || null })}
      />
      <ChoiceFilter
        label={t('tracking:alertsPage.state')}
        any={any}
        value={filters.state ?? ''}
        data={[
          { value: 'open', label: t('tracking:alertsPage.open') },
          { value: 'ended', label: t('tracking:alertsPage.ended') },
        ]}
        onChange={(value) => change({ state: value || null })}
      />
      <ChoiceFilter
        label={t('tracking:fields.alert.acknowledged_at')}
        any={any}
        value={filters.acknowledged ?? ''}
        data={[
          { value: 'no', label: t('tracking:alertsPage.notAcknowledged') },
          { value: 'yes', label: t('tracking:alertsPage.acknowledged') },
        ]}
        onChange={(value) => change({ acknowledged: value || null })}
      />
    </FilterGroup>
  )
}

const none = { ...periodInAddress(null), tracker: null, kind: null, state: null, acknowledged: null }

type Props = { organisation_id: number; filters: Values; change: (changed: Changes) => void }
/** Parameters of the address. */
type Changes = Parameters<typeof withFilters>[1]
