import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { toDistance } from '../../core/units.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { toDuration } from '../../kit/format/format.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'

export type Report = DataOf<'GET movement/report'>
export type Column = Report['columns'][number]
type Value = Report['rows'][number][string]

/** Values of reports as texts, in the units and formats of the person. */
export function useValues(): (value: Value | undefined, measure: Column['measure']) => string {
  const { i18n, t } = useTranslation()
  const { units } = usePreferences()
  const { time, day } = useTimes()
  const { speed } = useUnits()
  return (value, measure) => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'string') {
      // With its date, also of today: it may be read tomorrow.
      return measure === 'moment' ? time(value, Date.parse(value) + WEEK) : measure === 'day' ? day(value) : value
    }
    if (measure === 'distance') {
      const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
      return t(`units.distance.${units}`, { value: toDistance(value, units).toLocaleString(i18n.language, options) })
    }
    if (measure === 'duration') return toDuration(value)
    if (measure === 'speed') return speed(value)
    return measure === 'share' ? `${Math.round(value * 100)} %` : value.toLocaleString(i18n.language)
  }
}

const WEEK = 7 * 86_400_000
