import { distance } from '#messages/geography/distance.ts'
import { type Drive, driveTime } from './drive.ts'
import type { TravelModel } from './model.ts'

/** How much longer roads are than the straight line, on average. */
const DETOUR = 1.3
/** Metres per second of a tracker that has hardly driven: 50 km/h. */
const USUAL_SPEED = 13.9
const SLOWEST = 2
const FASTEST = 35
/** Within these metres it is there. */
export const near_m = 150
/** Beyond these metres, or with an older position, an estimate would be a guess. */
const FARTHEST_M = 1_000_000
const OLDEST_MS = 3600_000
/** A position of a tracker that drives: it has driven on since. */
const DRIVES = 2
const DRIVES_MS = 10 * 60_000

/**
 * When a tracker arrives at a place, to the minute. Learned from trips where they lead there, with the span in which four
 * of five came; otherwise by the straight line, longer by the detour of roads, at the mean speed of the tracker. All of
 * one that stands is as if it left now. Null where it cannot be said.
 *
 * @param routed_s seconds by road instead of the straight line, where a server for routes knows them
 */
export function estimateArrival(
  { position, fix_at, ...tracked }: Tracked,
  place: LonLat,
  now: number,
  learned: Knowledge,
  routed_s: number | null = null,
): Arrival {
  if (!position || !fix_at) return nowhere
  const from = placeOf(position)
  const to = placeOf(place)
  const distance_m = Math.round(distance(from, to))
  const there = distance_m <= near_m
  const fixed = Date.parse(fix_at)
  if (there || distance_m > FARTHEST_M || now - fixed > OLDEST_MS) return { ...nowhere, distance_m, there }
  const drives = (tracked.speed ?? 0) >= DRIVES && fixed <= now && now - fixed <= DRIVES_MS
  const leaves = drives ? fixed : now
  const speed = Math.min(FASTEST, Math.max(SLOWEST, tracked.mean_speed ?? USUAL_SPEED)) / DETOUR
  const local = learned && localSeconds(leaves, learned.timezone)
  const drive =
    learned &&
    driveTime(learned.model, {
      from,
      to,
      hour: Math.floor(local! / 3600),
      second: local! % 3600,
      includes: learned.includes,
      speed,
    })
  const times = timesOf(drive ?? { seconds: routed_s ?? distance(from, to) / speed }, leaves, now)
  return { ...times, distance_m, there, trips: drive?.trips ?? 0, by_road: !drive && routed_s !== null }
}

function timesOf(drive: { seconds: number } | Drive, leaves: number, now: number) {
  const at = (seconds: number, round: (minutes: number) => number) =>
    new Date(round(Math.max(now, leaves + seconds * 1000) / MINUTE_MS) * MINUTE_MS).toISOString().replace('.000', '')
  const arrives_at = at(drive.seconds, Math.ceil)
  if (!('latest_s' in drive)) return { arrives_at, earliest_at: null, latest_at: null }
  return { arrives_at, earliest_at: at(drive.earliest_s, Math.floor), latest_at: at(drive.latest_s, Math.ceil) }
}

/** What clocks of a zone show, in seconds since 1970 as if they were those of UTC. */
export function localSeconds(at: number, timezone: string): number {
  let format = formats.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timezone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second) / 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()
const placeOf = ([lon, lat]: LonLat) => ({ lon, lat })
const MINUTE_MS = 60_000

const nowhere: Arrival = {
  distance_m: null,
  arrives_at: null,
  earliest_at: null,
  latest_at: null,
  trips: 0,
  by_road: false,
  there: false,
}

type LonLat = readonly [lon: number, lat: number]
/**
 * @property speed now, and `mean_speed` while it drove lately, in metres per second; null where that is not known
 */
export type Tracked = {
  position: LonLat | null
  fix_at: string | null
  speed: number | null
  mean_speed: number | null
}
/** @property includes which visits may be learned from */
export type Knowledge = { model: TravelModel; timezone: string; includes: (visit: number) => boolean } | null
/**
 * @property earliest_at and `latest_at`: null where it is the straight line
 * @property trips that it is learned from
 * @property by_road whether it is of a server for routes
 */
export type Arrival = {
  distance_m: number | null
  arrives_at: string | null
  earliest_at: string | null
  latest_at: string | null
  trips: number
  by_road: boolean
  there: boolean
}
