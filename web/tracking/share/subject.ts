import type { CreateBody, Row } from '#api/client.ts'

/** What is shared: a tracker, several, those of a group, or one trip. */
export type Subject = { organisation_id: number } & (
  | { tracker_id: number }
  | { tracker_ids: number[] }
  | { group_id: number }
  | { trip: TripOf }
)
/** A trip, of which `runs` says whether it continues. */
export type TripOf = { id: number; began_at: string; runs: boolean }
export type ShareLink = Row<'sharelink'>

/** How long a link works. The server takes links of at most a month. */
export const units = { hours: 1, days: 24 } as const
export const longest_h = 31 * 24

/** What a form says of a new link. */
export type ShareValues = {
  name: string
  count: string
  unit: keyof typeof units
  begins_at: string | null
  shows_names: boolean
  shows_speed: boolean
  shows_driver: boolean
  trail_min: number
  location_id: number | null
  ends_on_arrival: boolean
  password: string
  origins: string[]
}

export const initial: ShareValues = {
  name: '',
  count: '24',
  unit: 'hours',
  begins_at: null,
  shows_names: true,
  shows_speed: true,
  shows_driver: false,
  trail_min: 0,
  location_id: null,
  ends_on_arrival: false,
  password: '',
  origins: [],
}

export const hoursOf = ({ count, unit }: Pick<ShareValues, 'count' | 'unit'>) => Number(count) * units[unit]

/** It ends so long after it begins. */
export function bodyOf(
  subject: Subject,
  { name, count, unit, password, shows_driver, ...values }: ShareValues,
): CreateBody<'sharelink'> {
  const { organisation_id: _, ...shared } = subject
  const what = 'trip' in shared ? { trip_id: shared.trip.id, shows_driver } : shared
  const begins = values.begins_at ? Date.parse(values.begins_at) : Date.now()
  const expires_at = new Date(begins + hoursOf({ count, unit }) * 3600_000).toISOString()
  const ends_on_arrival = values.ends_on_arrival && values.location_id !== null
  return { ...what, ...values, expires_at, name: name.trim() || null, ends_on_arrival, ...(password && { password }) }
}
