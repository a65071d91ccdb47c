import { DateTime } from 'luxon'
import type { Static } from 'typebox'
import type { Units as Schema } from '#db/tables/people/user_config.ts'
import type { Measure, Value } from './report.ts'

export type Units = Static<typeof Schema>

/** Metres, and metres per second. */
const lengths = { metric: ['km', 1000], imperial: ['mi', 1609.344], nautical: ['NM', 1852] } as const
const speeds = { metric: ['km/h', 3.6], imperial: ['mph', 3600 / 1609.344], nautical: ['kn', 3600 / 1852] } as const

/** The head of a column, with the unit of its values. */
export function headOf(title: string, measure: Measure, units: Units): string {
  const unit = measure === 'distance' ? lengths[units][0] : measure === 'speed' ? speeds[units][0] : null
  return unit ? `${title} (${unit})` : title
}

/** A distance or speed in units that people read; another value as it is. */
export function inUnits(value: number, measure: Measure, units: Units): number {
  if (measure === 'distance') return value / lengths[units][1]
  return measure === 'speed' ? value * speeds[units][1] : value
}

/** A value as a text for people; nothing for null. */
export function textOf(value: Value | undefined, measure: Measure, { timezone, units }: Shown): string {
  if (value === null || value === undefined) return ''
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
