import { addDays, boundsOfDay, dayOf } from '../../kit/format/zoned.ts'
import { momentOf } from '../history/filters.ts'

export const maxTrackers = 6

/**
 * Reads the replay's query from the address: `tracker=7,8` with a `day`, or `from` and `to`, or a moment `t`, which
 * selects its day. Links in alerts use `tracker_id` and `at`.
 */
export function readQuery(params: URLSearchParams, timezone: string, now: number): Query {
  const moment = momentOf(params.get('t') ?? params.get('at'))
  const trackers = [...new Set((params.get('tracker') ?? params.get('tracker_id') ?? '').split(',').map(Number))]
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, maxTrackers)
  const range = { from: momentOf(params.get('from')), to: momentOf(params.get('to')) }
  if (range.from && range.to) return { trackers, moment, day: null, from: range.from, to: range.to }
  const requestedDay = params.get('day') ?? dayOf(moment ?? now, timezone)
  const day = /^\d{4}-\d{2}-\d{2}$/.test(requestedDay) && addDays(requestedDay, 0) ? requestedDay : dayOf(now, timezone)
  return { trackers, moment, day, ...boundsOfDay(day, timezone)! }
}

/** The address of a changed query, without the moment. */
export function addressOf({ trackers, day, from, to }: Omit<Query, 'moment'>): URLSearchParams {
  return new URLSearchParams({
    ...(trackers.length > 0 && { tracker: trackers.join(',') }),
    ...(day ? { day } : { from, to }),
  })
}

export type Query = { trackers: number[]; moment: string | null; day: string | null; from: string; to: string }
