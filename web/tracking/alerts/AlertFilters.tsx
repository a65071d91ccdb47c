import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import type { withFilters } from '../../kit/lists/withFilters.ts'
import { PeriodFilter } from '../../kit/period/PeriodFilter.tsx'
import { periodInAddress, quickRanges } from '../../kit/period/period.ts'
import { usePeriod } from '../../kit/period/usePeriod.ts'
import { TrackerFilter } from '../kit/TrackerFilter.tsx'
import { alertKinds, type AlertFilters as Values } from './alertFilters.ts'

export function AlertFilters({ organisation_id, filters, change }: Props) {
  const { t } = useTranslation()
  const any = { value: '', label: t('tracking:alertsPage.any') }
  const { period, ...others } = filters
  const { setPeriod } = usePeriod()
  return (
    <>
      <PeriodFilter ranges={quickRanges} value={period} onChange={setPeriod} />
      <FilterGroup count={Object.values(others).filter(Boolean).length} clear={() => change(none)}>
        <TrackerFilter
          organisation_id={organisation_id}
          value={filters.tracker}
          onChange={(tracker) => change({ tracker })}
        />
        <NativeSelect
          label={t('tracking:fields.alert.kind')}
          value={filters.kind ?? ''}
          data={[any, ...alertKinds.map((kind) => ({ value: kind, label: t(`tracking:alertsPage.kinds.${kind}`) }))]}
          onChange={(event) => change({ kind: alertKinds.find((kind) => kind === event.target.value) ?? null })}
        />
        <NativeSelect
          label={t('tracking:alertsPage.state')}
          value={filters.state ?? ''}
          data={[
            any,
            { value: 'open', label: t('tracking:alertsPage.open') },
            { value: 'ended', label: t('tracking:alertsPage.ended') },
          ]}
          onChange={(event) => change({ state: event.target.value || null })}
        />
        <NativeSelect
          label={t('tracking:fields.alert.acknowledged_at')}
          value={filters.acknowledged ?? ''}
          data={[
            any,
            { value: 'no', label: t('tracking:alertsPage.notAcknowledged') },
            { value: 'yes', label: t('tracking:alertsPage.acknowledged') },
          ]}
          onChange={(event) => change({ acknowledged: event.target.value || null })}
        />
      </FilterGroup>
    </>
  )
}

const none = { ...periodInAddress(null), tracker: null, kind: null, state: null, acknowledged: null }

type Props = { organisation_id: number; filters: Values; change: (changed: Changes) => void }
/** Parameters of the address. */
type Changes = Parameters<typeof withFilters>[1]
