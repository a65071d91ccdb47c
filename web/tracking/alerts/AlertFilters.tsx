import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { useTrackerReference } from '../fleet/useTrackerReference.ts'
import classes from '../history/Filters.module.css'
import { Moment } from '../history/Filters.tsx'
import own from './AlertsPage.module.css'
import { alertKinds, ranges, type AlertFilters as Values } from './alertFilters.ts'

export function AlertFilters({ organisation_id, filters, change }: Props) {
  const { t } = useTranslation()
  const trackers = useTrackerReference(organisation_id)
  const any = { value: '', label: t('tracking:alertsPage.any') }
  const some = Object.values(filters).some(Boolean)
  return (
    <>
      <SegmentedControl
        className={own.ranges}
        aria-label={t('tracking:alertsPage.when')}
        value={filters.range ?? (filters.from || filters.to ? 'between' : '')}
        data={[
          { value: '', label: t('tracking:alertsPage.ranges.all') },
          ...ranges.map((range) => ({ value: range, label: t(`tracking:alertsPage.ranges.${range}`) })),
          ...(filters.from || filters.to ? [{ value: 'between', label: t('tracking:alertsPage.ranges.between') }] : []),
        ]}
        onChange={(value) => {
          if (value !== 'between')
            change({ range: ranges.find((range) => range === value) ?? null, from: null, to: null })
        }}
      />
      <div className={classes.filters}>
        <ReferencePicker
          reference={trackers}
          label={t('tracking:history.tracker')}
          placeholder={t('tracking:history.anyTracker')}
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
          onChange={(event) => change({ state: (event.target.value || null) as Values['state'] })}
        />
        <NativeSelect
          label={t('tracking:fields.alert.acknowledged_at')}
          value={filters.acknowledged ?? ''}
          data={[
            any,
            { value: 'no', label: t('tracking:alertsPage.notAcknowledged') },
            { value: 'yes', label: t('tracking:alertsPage.acknowledged') },
          ]}
          onChange={(event) => change({ acknowledged: (event.target.value || null) as Values['acknowledged'] })}
        />
        <Moment
          label={t('tracking:history.from')}
          value={filters.from}
          onChange={(from) => change({ from, range: null })}
        />
        <Moment label={t('tracking:history.to')} value={filters.to} onChange={(to) => change({ to, range: null })} />
        {some && (
          <div className={classes.last}>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => change(none)}>
              {t('tracking:history.clear')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

const none: Values = {
  ...{ tracker: null, kind: null, range: null, from: null, to: null },
  ...{ state: null, acknowledged: null },
}

type Props = { organisation_id: number; filters: Values; change: (changed: Partial<Values>) => void }
