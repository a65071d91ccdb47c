import type { DataOf } from '#api/client.ts'

export type Activity = DataOf<'GET movement/activity'>
export type TrackerDay = Activity['trackers'][number]
/** Trips, stops and gaps stand side by side; the others lie over them. */
export const kinds = ['trip', 'stop', 'gap', 'idle', 'outside'] as const

/**
 * Where the parts of a day stand in its strip, as shares of the day; a day of a clock change has 23 or 25 hours. Nothing
 * is drawn after now.
 */
export function barsOf({ parts }: TrackerDay, { begins_at, ends_at }: Activity, now: number): Bar[] {
  const [begin, end] = [Date.parse(begins_at), Date.parse(ends_at)]
  const most = Math.min(end, Math.max(now, begin))
  const bars = parts.map((part) => {
    const from = Math.max(begin, Date.parse(part.began_at))
    // What continues is known up to the last report.
    const until = Math.min(most, Date.parse(part.ended_at ?? part.end_at))
    return { ...part, left: (from - begin) / (end - begin), width: (until - from) / (end - begin) }
  })
  return bars.filter(({ width }) => width > 0).toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

/** The moment at a share of the day. */
export function momentAt(share: number, { begins_at, ends_at }: Activity): string {
  const [begin, end] = [Date.parse(begins_at), Date.parse(ends_at)]
  return new Date(begin + Math.min(1, Math.max(0, share)) * (end - begin)).toISOString()
}

type Bar = TrackerDay['parts'][number] & { left: number; width: number }
