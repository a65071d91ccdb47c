import { queryOptions } from '@tanstack/react-query'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../../core/api.ts'
import { addDays, boundsOfDay, dayOf } from '../../../kit/format/zoned.ts'
import { keys } from '../../keys.ts'
import { type Activity, kinds, type TrackerDay } from '../../movement/strips.ts'
import type { Tracker } from '../../types.ts'

const DAYS = 7
/** Milliseconds after which it is read again while the page is shown. */
const REFRESH = 30_000

/** What a tracker did in the last seven days, and its last alerts. */
export const weekOf = (tracker_id: number, timezone: string) =>
  queryOptions({
    queryKey: keys.week(tracker_id, timezone),
    queryFn: () => readWeek(tracker_id, timezone),
    refetchInterval: REFRESH,
    staleTime: 0,
  })

async function readWeek(tracker_id: number, timezone: string): Promise<Week> {
  const today = dayOf(Date.now(), timezone)
  const days = Array.from({ length: DAYS }, (_, i) => addDays(today, -i)!)
  const { from } = boundsOfDay(days.at(-1)!, timezone)!
  const [segments, sums, alerts] = await Promise.all([
    guarded(client.list('segment', { tracker_id, from, limit: 1000 })),
    guarded(client.list('trackerday', { tracker_id, from: days.at(-1)!, limit: DAYS + 1 })),
    guarded(client.list('alert', { tracker_id, limit: 100 })),
  ])
  return { days, segments: segments.data, sums: sums.data, alerts: alerts.data }
}

/** The strip of each day, today first. */
export function stripsOf({ id, name, number }: Tracker, week: Week, timezone: string): Strips {
  return week.days.flatMap((day) => {
    const bounds = boundsOfDay(day, timezone)
    if (!bounds) return []
    const sums = week.sums.find((each) => each.day === day)
    const tracker: TrackerDay = {
      tracker_id: id,
      tracker_name: name || number,
      distance_m: sums?.distance_m ?? 0,
      driving_s: sums?.driving_s ?? 0,
      first_start: sums?.first_start ?? null,
      last_end: sums?.last_end ?? null,
      parts: partsIn(week, bounds),
    }
    const { from: begins_at, to: ends_at } = bounds
    return [{ tracker, day: { day, timezone, begins_at, ends_at, trackers: [], total: 1 } }]
  })
}

function partsIn({ segments, alerts }: Week, { from, to }: { from: string; to: string }): TrackerDay['parts'] {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const seconds = (began_at: string, duration_s: number) =>
    new Date(Date.parse(began_at) + duration_s * 1000).toISOString()
  const moved = segments.flatMap(({ kind, began_at, ended_at, duration_s }) => {
    const drawn = kinds.find((each) => each === kind)
    return drawn ? [{ kind: drawn, began_at, ended_at, end_at: ended_at ?? seconds(began_at, duration_s) }] : []
  })
  const outside = alerts
    .filter(({ kind }) => kind === 'left_boundary')
    .map(({ started_at, ended_at, duration_s }) => ({
      kind: 'outside' as const,
      began_at: started_at,
      ended_at,
      end_at: ended_at ?? seconds(started_at, duration_s),
    }))
  return [...moved, ...outside].filter(
    ({ began_at, end_at }) => Date.parse(began_at) < end && Date.parse(end_at) > begin,
  )
}

export type Week = {
  /** As 2026-11-20, today first. */
  days: string[]
  segments: Row<'segment'>[]
  sums: Row<'trackerday'>[]
  alerts: Row<'alert'>[]
}
type Strips = { tracker: TrackerDay; day: Activity }[]
