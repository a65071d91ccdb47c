import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import { isStale, useReadings, useValueText } from '../sensors/useReadings.ts'
import classes from './TrackerPanel.module.css'

/** The last values of a tracker's sensors as lines of its facts; old ones with when they were reported. */
export function SensorFacts({ tracker_id, now }: { tracker_id: number; now: number }) {
  const { t } = useTranslation()
  const { ago, time } = useTimes()
  const text = useValueText()
  const { data: readings = [] } = useReadings(tracker_id)
  return readings.flatMap((reading) => {
    const { sensor_id, name, value, at } = reading
    if (value === null || at === null) return []
    const stale = isStale(reading, now)
    const title = stale ? t('tracking:sensors.stale', { time: time(at, now, true) }) : time(at, now, true)
    return (
      <div key={sensor_id} className={classes.fact} data-stale={stale || undefined}>
        <dt>{name}</dt>
        <dd title={title}>
          {text(value, reading)}
          <span className={classes.age}>{ago(at, now)}</span>
        </dd>
      </div>
    )
  })
}
