import { dayOf } from '../../kit/format/zoned.ts'
import { boundsOf, momentOf, type Period, periodInAddress, readPeriod } from '../../kit/period/period.ts'

export const maxTrackers = 6

/**
 * Reads the replay's query from the address: `tracker=7,8` with a period, or a moment `t`, which selects its day; today
 * by default. Links in alerts use `tracker_id` and `at`.
 */
export function readQuery(params: URLSearchParams, timezone: string, now: number): Query {
  const moment = momentOf(params.get('t') ?? params.get('at'))
  const trackers = [...new Set((params.get('tracker') ?? params.get('tracker_id') ?? '').split(',').map(Number))]
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, maxTrackers)
  const selected = readPeriod(params)
  const period = selected ?? (moment ? { day: dayOf(moment, timezone) } : { range: 'today' as const })
  return { trackers, moment, period, ...spanOf(period, timezone, now) }
}

/** The address of a query, without the moment. */
export function addressOf({ trackers, period }: Selected): URLSearchParams {
  const parts = Object.entries(periodInAddress(period)).filter((part): part is [string, string] => part[1] !== null)
  return new URLSearchParams([...(trackers.length > 0 ? [['tracker', trackers.join(',')]] : []), ...parts])
}

/** An open end is the end of today; an open beginning, a day before the end. */
function spanOf(period: Period, timezone: string, now: number): { from: string; to: string } {
  const { from, to } = boundsOf(period, timezone, now)
  const end = to ?? boundsOf({ day: dayOf(now, timezone) }, timezone, now).to!
  return { from: from ?? new Date(Date.parse(end) - day_ms).toISOString(), to: end }
}

const day_ms = 24 * 3600_000

type Selected = { trackers: number[]; period: Period }
export type ChangeQuery = (before: Selected) => Selected
export type Query = Selected & { moment: string | null; from: string; to: string }
