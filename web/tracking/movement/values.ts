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

/**
 * Values of reports as texts, in the units and formats of the person.
 *
 * @param zone of times: that of the report, as in its files; the person's by default
 */
export function useValues(
  zone?: string,
): (value: Value | undefined, measure: Column['measure'], digits?: number) => string {
  const { i18n, t } = useTranslation()
  const { units } = usePreferences()
  const { time, day } = useTimes(zone)
  const { speed } = useUnits()
  return (value, measure, digits = 0) => {
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
    if (measure === 'share') return shareText(value, digits, i18n.language)
    if (measure !== 'number') return value.toLocaleString(i18n.language)
    return value.toLocaleString(i18n.language, { minimumFractionDigits: digits, maximumFractionDigits: digits + 1 })
  }
}

/** With decimals, what is more than nothing is never 0 %, and what is not all never 100 %. */
function shareText(value: number, digits: number, language: string): string {
  const least = 10 ** -digits
  const percent =
    value > 0 && value < 1 && digits > 0 ? Math.min(100 - least, Math.max(least, value * 100)) : value * 100
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${percent.toLocaleString(language, options)} %`
}

const WEEK = 7 * 86_400_000
