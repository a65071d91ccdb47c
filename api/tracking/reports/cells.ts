import { DateTime } from 'luxon'
import { inUnits, type Measure, type Units, type Value } from '../../crud/sheets/measures.ts'

/** A value as a text for people; nothing for null. */
export function textOf(value: Value | undefined, measure: Measure, { timezone, units }: Shown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') {
    return measure === 'moment' ? DateTime.fromISO(value, { zone: timezone }).toFormat('d LLL yyyy, HH:mm') : value
  }
  const number = inUnits(value, measure, units)
  if (measure === 'duration') return durationText(value)
  if (measure === 'share') return `${Math.round(value * 100)} %`
  return number.toFixed(measure === 'distance' ? 1 : 0)
}

/** As `4 h 21 min`; less than a minute in seconds. */
export function durationText(seconds: number): string {
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  const [h, min] = [Math.floor(minutes / 60), minutes % 60]
  return [h > 0 && `${h} h`, min > 0 && `${min} min`].filter(Boolean).join(' ')
}

type Shown = { timezone: string; units: Units }
