import { distance } from '#messages/geography/distance.ts'

/** How much longer roads are than the straight line, on average. */
const detour = 1.3
/** Metres per second of a tracker that has hardly driven: 50 km/h. */
const usual_speed = 13.9
const slowest = 2
const fastest = 35
/** Within these metres it is there. */
export const near_m = 150
/** Beyond these metres, or with an older position, an estimate would be a guess. */
const farthest_m = 1_000_000
const oldest_ms = 3600_000

/**
 * When a tracker arrives at a place, to the minute: the straight line, longer by the detour of roads, at the mean speed
 * of the tracker. Null where it cannot be said.
 *
 * @param mean_speed while it drove lately, in metres per second; null where that is not known
 */
export function estimateArrival({ position, fix_at, mean_speed }: Tracked, place: Position, now: number): Arrival {
  if (!position || !fix_at) return { distance_m: null, arrives_at: null, there: false }
  const distance_m = Math.round(distance(placeOf(position), placeOf(place)))
  const there = distance_m <= near_m
  if (there || distance_m > farthest_m || now - Date.parse(fix_at) > oldest_ms) {
    return { distance_m, arrives_at: null, there }
  }
  const speed = Math.min(fastest, Math.max(slowest, mean_speed ?? usual_speed))
  const minute = Math.ceil((now + ((distance_m * detour) / speed) * 1000) / 60_000)
  return { distance_m, arrives_at: new Date(minute * 60_000).toISOString().replace('.000', ''), there }
}

const placeOf = ([lon, lat]: Position) => ({ lon, lat })

type Position = readonly [lon: number, lat: number]
type Tracked = { position: Position | null; fix_at: string | null; mean_speed: number | null }
type Arrival = { distance_m: number | null; arrives_at: string | null; there: boolean }
