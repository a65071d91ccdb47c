import { ActionIcon, Button, Chip, Group, Skeleton, Text } from '@mantine/core'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../core/usePreferences.ts'
import { useAction } from '../../../kit/actions/useAction.ts'
import { useNow } from '../../../kit/format/useNow.ts'
import { download } from '../../../kit/lists/downloadCsv.ts'
import { Section } from '../../../kit/page/Section.tsx'
import { PeriodFilter } from '../../../kit/period/PeriodFilter.tsx'
import { boundsOf } from '../../../kit/period/period.ts'
import { usePeriod } from '../../../kit/period/usePeriod.ts'
import { Icon } from '../../../kit/ui/Icon.tsx'
import type { Reading } from '../useReadings.ts'
import classes from './Chart.module.css'
import { Fuel } from './Fuel.tsx'
import { Panels } from './Panels.tsx'
import { useSensorValues } from './useSensorValues.ts'

const POINTS = 600
const SHOWN = 4
const DAY = 86_400_000
const MINUTE = 60_000

/** What sensors of a tracker have measured over time. The period is in the address; a drag or a key zooms into it. */
export function SensorChart({ tracker_id, readings }: { tracker_id: number; readings: Reading[] }) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const now = useNow(60_000)
  const { period, setPeriod } = usePeriod()
  const [selected, setSelected] = useState<string[] | null>(null)
  const shown =
    selected ??
    readings
      .filter(({ value }) => value !== null)
      .slice(0, SHOWN)
      .map(({ sensor_id }) => String(sensor_id))
  const { from, until } = useMemo(() => spanOf(period, timezone, now), [period, timezone, now])
  const request = {
    tracker_id,
    sensor_ids: shown.map(Number),
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    points: POINTS,
  }
  const { data, isPending, isPlaceholderData, error } = useSensorValues(request)
  const csv = useAction()
  const zoom = (begin: number, end: number) =>
    setPeriod(() => ({ from: new Date(begin).toISOString(), to: new Date(end).toISOString() }))
  const widen = () => {
    const half = (until - from) / 2
    const end = Math.min(until + half, Math.max(now, until))
    zoom(Math.max(from - half, end - 400 * DAY), end)
  }
  // A finger scrolls the page: it has no drag across the chart.
  const narrow = () => until - from > 2 * MINUTE && zoom(from + (until - from) / 4, until - (until - from) / 4)
  const save = () =>
    csv.run(() => download('sensor/values', { ...request, points: 5000, format: 'csv' }, 'sensors.csv'))
  return (
    <Section title={t('tracking:sensors.chart')} text={t('tracking:sensors.chartText')} apart>
      <PeriodFilter value={period ?? { range: 'today' }} onChange={setPeriod} required />
      <Group justify="space-between" gap="sm">
        <Chip.Group multiple value={shown} onChange={setSelected}>
          <Group gap={6} role="group" aria-label={t('tracking:sensors.title')}>
            {readings.map(({ sensor_id, name }) => (
              <Chip key={sensor_id} value={String(sensor_id)} size="xs" variant="light">
                {name}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group gap={6}>
          <ActionIcon variant="default" onClick={narrow} aria-label={t('tracking:sensors.zoomIn')}>
            <Icon of={IconZoomIn} />
          </ActionIcon>
          <ActionIcon variant="default" onClick={widen} aria-label={t('tracking:sensors.zoomOut')}>
            <Icon of={IconZoomOut} />
          </ActionIcon>
          <Button variant="default" size="xs" loading={csv.busy} disabled={shown.length === 0} onClick={save}>
            CSV
          </Button>
        </Group>
      </Group>
      {error ? (
        <Text role="alert">{error.message}</Text>
      ) : shown.length === 0 || data?.every(({ count }) => count === 0) ? (
        <p className={classes.none}>{t(`tracking:sensors.${shown.length === 0 ? 'noneSelected' : 'noValues'}`)}</p>
      ) : isPending ? (
        <Skeleton height={200} />
      ) : (
        <div data-waiting={isPlaceholderData || undefined} className={classes.drawn}>
          <Panels tracker_id={tracker_id} series={data ?? []} from={from} until={until} zoom={zoom} />
        </div>
      )}
      {readings
        .filter(({ sensor_id, fuel_step }) => fuel_step !== null && shown.includes(String(sensor_id)))
        .map((tank) => (
          <Fuel key={tank.sensor_id} tracker_id={tracker_id} tank={tank} from={from} until={until} />
        ))}
    </Section>
  )
}

/** The last day, unless the address has a period; an open end is now. */
function spanOf(period: Parameters<typeof boundsOf>[0], timezone: string, now: number) {
  const bounds = boundsOf(period ?? { range: 'today' }, timezone, now)
  const until = bounds.to ? Date.parse(bounds.to) : now
  const from = bounds.from ? Date.parse(bounds.from) : until - DAY
  return { from: Math.max(Math.min(from, until - 60_000), until - 400 * DAY), until }
}
