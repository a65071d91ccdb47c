import { addDays, boundsOfDay, dayOf } from '../../kit/format/zoned.ts'
import { momentOf } from '../history/filters.ts'

export const mostTrackers = 6

/**
 * What the address asks for: `tracker=7,8` and a `day`, or `from` and `to`, or a moment `t` whose day it is then. Links
 * in alerts call them `tracker_id` and `at`.
 */
export function readQuery(params: URLSearchParams, timezone: string, now: number): Query {
  const moment = momentOf(params.get('t') ?? params.get('at'))
  const trackers = [...new Set((params.get('tracker') ?? params.get('tracker_id') ?? '').split(',').map(Number))]
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, mostTrackers)
  const range = { from: momentOf(params.get('from')), to: momentOf(params.get('to')) }
  if (range.from && range.to) return { trackers, moment, day: null, from: range.from, to: range.to }
  const requestedDay = params.get('day') ?? dayOf(moment ?? now, timezone)
  const day = /^\d{4}-\d{2}-\d{2}$/.test(requestedDay) && addDays(requestedDay, 0) ? requestedDay : dayOf(now, timezone)
  return { trackers, moment, day, ...boundsOfDay(day, timezone)! }
}

/** A change of what is asked for; a moment holds only for what it was asked with. */
export function addressOf({ trackers, day, from, to }: Omit<Query, 'moment'>): URLSearchParams {
  return new URLSearchParams({
    ...(trackers.length > 0 && { tracker: trackers.join(',') }),
    ...(day ? { day } : { from, to }),
  })
}

export type Query = { trackers: number[]; moment: string | null; day: string | null; from: string; to: string }
