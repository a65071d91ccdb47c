import type { Static } from 'typebox'
import type { Units as Schema } from '#db/tables/people/user_config.ts'

/**
 * What the values of a column are: `moment` ISO 8601 in UTC, `day` an ISO date, `duration` seconds, `distance` metres,
 * `speed` metres per second, `share` 0 to 1, `count` a whole number, `number` any other, `money` an amount as a decimal.
 */
export const measures = [
  'text',
  'moment',
  'day',
  'duration',
  'distance',
  'speed',
  'count',
  'share',
  'number',
  'money',
] as const
export type Measure = (typeof measures)[number]
export type Value = string | number | boolean | null
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
