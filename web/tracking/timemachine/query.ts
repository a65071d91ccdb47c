import { addDays, boundsOfDay, dayOf } from '../../kit/format/zoned.ts'
import { momentOf } from '../../kit/period/period.ts'

/**
 * Reads the moment from the address: `t`, or a `day` and its noon; now without either. `near` is a position, as latitude
 * and longitude.
 */
export function readQuery(params: URLSearchParams, timezone: string, now: number): PastQuery {
  const moment = momentOf(params.get('t'))
  const asked = params.get('day') ?? ''
  const is_day = /^\d{4}-\d{2}-\d{2}$/.test(asked) && addDays(asked, 0) === asked
  const day = moment ? dayOf(moment, timezone) : is_day ? asked : dayOf(now, timezone)
  const { from, to } = boundsOfDay(day, timezone)!
  const end = Math.max(Date.parse(from) + 60_000, Math.min(Date.parse(to), now))
  const middle = Math.min(end, Date.parse(from) + 12 * 3_600_000)
  return { day, from, to: new Date(end).toISOString(), at: moment ? Date.parse(moment) : middle, near: nearOf(params) }
}

function nearOf(params: URLSearchParams) {
  const [lat, lon] = (params.get('near') ?? '').split(',').map(Number)
  const is_position = Math.abs(lat!) <= 90 && Math.abs(lon!) <= 180
  return is_position ? { lat: lat!, lon: lon! } : null
}

/** A place for the address: a metre is enough. */
export const nearText = ({ lat, lon }: { lat: number; lon: number }) =>
  `${lat.toFixed(5)},${(lon - 360 * Math.floor((lon + 180) / 360)).toFixed(5)}`

export type PastQuery = {
  day: string
  /** ISO 8601; `to` is not later than now. */
  from: string
  to: string
  /** Milliseconds since 1970. */
  at: number
  near: { lat: number; lon: number } | null
}
