import type { DataOf } from '#api/client.ts'

/** What a link shows. */
export type SharedPosition = DataOf<'POST share/position'>
export type SharedTrip = NonNullable<SharedPosition['trip']>
export type SharedTracker = SharedPosition['trackers'][number]

/** Metres per second, above which it moves. */
const moves_from = 1.5
const old_ms = 15 * 60_000

/** Whether the position is so old that the tracker may be elsewhere. */
export const isOld = ({ fix_at }: SharedTracker, now: number) => fix_at !== null && now - Date.parse(fix_at) > old_ms

export const isMoving = (tracker: SharedTracker, now: number) =>
  tracker.speed !== null && tracker.speed >= moves_from && !isOld(tracker, now)
