import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import { EditSensor } from './EditSensor.tsx'
import classes from './Readings.module.css'
import { isStale, type Reading, useReadings, useValueText } from './useReadings.ts'

/** The last values of a tracker's sensors, each with its time; nothing without sensors. Who edits them sees those without a value, too. */
export function Readings({ tracker_id, now, editable = false }: Props) {
  const { t } = useTranslation()
  const { data = [] } = useReadings(tracker_id)
  const readings = editable ? data : data.filter(({ value }) => value !== null)
  if (readings.length === 0) return null
  return (
    <ul className={classes.readings} aria-label={t('tracking:sensors.title')}>
      {readings.map((reading) => (
        <li
          key={reading.sensor_id}
          data-editable={editable || undefined}
          data-stale={isStale(reading, now) || reading.value === null || undefined}
        >
          <Value reading={reading} now={now} />
          {editable && <EditSensor reading={reading} />}
        </li>
      ))}
    </ul>
  )
}

function Value({ reading, now }: { reading: Reading; now: number }) {
  const { t } = useTranslation()
  const { ago, time } = useTimes()
  const text = useValueText()
  const { name, value, at, of } = reading
  return (
    <div>
      <div className={classes.name}>{name}</div>
      <div className={classes.value}>
        {value === null || at === null ? t('tracking:sensors.noValue') : text(value, reading)}
      </div>
      <div className={classes.when}>
        {at !== null && <time title={time(at, now)}>{ago(at, now)}</time>}
        {of !== 'tracker' && <span>{t(`tracking:sensors.inherited.${of}`)}</span>}
      </div>
    </div>
  )
}

type Props = { tracker_id: number; now: number; editable?: boolean }
