import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Calibration, calibrate, firstUnordered, type States, stateOf } from '#db/sensors/calibrate.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import classes from './Fields.module.css'
import { useAttributes } from './useAttributes.ts'
import { useValueText } from './useReadings.ts'

/** What the last reported value is shown as, by what the form holds. */
export function Preview({ organisation_id, tracker_id, sensor }: Props) {
  const { t, i18n } = useTranslation()
  const { time } = useTimes()
  const text = useValueText()
  const now = useNow(60_000)
  const attributes = useAttributes(organisation_id, tracker_id)
  const { path, points, states, unit } = sensor
  if (!path || !attributes) return null
  const reported = attributes.find((each) => each.path === path)
  const unusable = points !== null && (points.length < 2 || firstUnordered(points) !== null)
  if (!reported || unusable) {
    return (
      <Text c="dimmed" size="sm">
        {!reported && t('tracking:sensors.noPreview')}
      </Text>
    )
  }
  const value = calibrate(reported.value, sensor)
  const raw = reported.value.toLocaleString(i18n.language, { maximumFractionDigits: 3 })
  return (
    <output className={classes.preview}>
      {t('tracking:sensors.preview', { raw, time: time(reported.at, now) })}{' '}
      <b>{text(value, { unit, state: stateOf(value, states) })}</b>
    </output>
  )
}

type Props = {
  organisation_id: number
  tracker_id: number | null
  sensor: Calibration & { path: string; unit: string; states: States | null }
}
