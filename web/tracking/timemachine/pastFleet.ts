import type { DataOf } from '#api/client.ts'
import { metresBetween, shortestWay, toMercator } from '../map/motion/track.ts'

/** Seconds: one that reports nothing for longer is shown as silent. */
const silence = 900
/** Metres per second: below it a tracker stands. */
const slowest = 0.5
const degree = 100_000

/**
 * Where the trackers of a fleet were in a span, in flat arrays, so that any moment of ten thousand trackers is found
 * within a frame.
 */
export class PastFleet {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly ids: number[] = []
  readonly names = new Map<number, string>()
  #tracks: PastTrack[] = []

  constructor(from: number, to: number) {
    this.from = from
    this.to = to
  }

  add(tracks: readonly FleetTrack[]) {
    for (const track of tracks) {
      this.ids.push(track.tracker_id)
      this.names.set(track.tracker_id, track.tracker_name)
      this.#tracks.push(decode(track))
    }
  }

  /** Where a tracker was at a moment, written into `place`. @returns false if that is not known */
  find(index: number, at: number, place: Place): boolean {
    const track = this.#tracks[index]!
    const { seconds, x, y, verdicts, silent } = track
    const since = (at - this.from) / 1000
    const i = indexAt(track, since)
    if (i < 0) return false
    const passed = since - seconds[i]!
    const is_last = i + 1 === seconds.length
    place.verdict = verdicts[i]!
    place.age_s = passed
    place.x = x[i]!
    place.y = y[i]!
    place.speed = 0
    place.silent = (is_last || silent[i] === 1) && passed > silence
    if (is_last || silent[i] === 1) return true
    const lasts = seconds[i + 1]! - seconds[i]!
    const [dx, dy] = [x[i + 1]! - x[i]!, y[i + 1]! - y[i]!]
    const part = lasts > 0 ? passed / lasts : 1
    place.x += dx * part
    place.y += dy * part
    // Of the way that is drawn, not of the last report.
    place.age_s = 0
    const speed = lasts > 0 ? metresBetween(dx, dy, y[i]!) / lasts : 0
    if (speed < slowest) return true
    place.speed = speed
    place.heading = ((Math.atan2(dx, -dy) * 180) / Math.PI + 360) % 360
    return true
  }

  /** How many trackers are under way in each of `count` equal parts of the span. */
  busyness(count: number): number[] {
    const bars = new Array<number>(count).fill(0)
    const width = (this.to - this.from) / 1000 / count
    for (const { seconds, x, y, silent } of this.#tracks) {
      let counted = -1
      for (let i = 0; i + 1 < seconds.length; i++) {
        if (silent[i] === 1 || !isMoving(x, y, i, seconds[i + 1]! - seconds[i]!)) continue
        const last = Math.min(count - 1, Math.floor(seconds[i + 1]! / width))
        for (let bar = Math.max(counted + 1, Math.floor(seconds[i]! / width)); bar <= last; bar++) bars[bar]!++
        counted = Math.max(counted, last)
      }
    }
    return bars
  }
}

/** The fixes of a parked tracker wander by some metres. */
const isMoving = (x: Float64Array, y: Float64Array, i: number, lasts: number) =>
  lasts > 0 && metresBetween(x[i + 1]! - x[i]!, y[i + 1]! - y[i]!, y[i]!) / lasts >= slowest

/** Playing asks for the same fix again, or the next one. */
function indexAt(track: PastTrack, since: number): number {
  const { seconds, near } = track
  if (near >= 0 && seconds[near]! <= since) {
    if (near + 1 === seconds.length || seconds[near + 1]! > since) return near
    if (near + 2 === seconds.length || seconds[near + 2]! > since) return ++track.near
  }
  let [low, high] = [0, seconds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (seconds[middle]! <= since) low = middle + 1
    else high = middle
  }
  track.near = low - 1
  return track.near
}

function decode({ at, lon, lat, before, verdicts, silent }: FleetTrack): PastTrack {
  // Where it stood at the beginning is a fix of its own, if the first one comes later.
  const shift = before && at[0] !== 0 ? 1 : 0
  const length = at.length + shift
  const track = {
    seconds: new Uint32Array(length),
    x: new Float64Array(length),
    y: new Float64Array(length),
    verdicts: new Uint8Array(length),
    silent: new Uint8Array(length),
    near: -1,
  }
  if (shift) put(track, 0, before!.lon, before!.lat)
  let [second, east, north] = [0, 0, 0]
  for (let i = 0; i < at.length; i++) {
    second += at[i]!
    east += lon[i]!
    north += lat[i]!
    track.seconds[i + shift] = Math.max(0, second)
    put(track, i + shift, east / degree, north / degree)
  }
  for (let k = 0; k < verdicts.length; k += 2) track.verdicts.fill(verdicts[k + 1]!, verdicts[k]! + shift)
  for (const place of silent) track.silent[place + shift] = 1
  if (shift) {
    track.verdicts[0] = at.length > 0 ? track.verdicts[1]! : verdictless
    track.silent[0] = at.length > 0 && at[0]! > silence ? 1 : 0
  }
  return track
}

/** Without a jump over the 180th meridian: x goes beyond 0 to 1. */
function put({ x, y }: PastTrack, i: number, lon: number, lat: number) {
  const point = toMercator(lon, lat)
  x[i] = i > 0 ? x[i - 1]! + shortestWay(x[i - 1]!, point.x) : point.x
  y[i] = point.y
}

/** As `verdicts` of the answer has it: no boundary applied. */
const verdictless = 2

export const newPlace = (): Place => ({ x: 0, y: 0, heading: 0, speed: 0, verdict: 0, silent: false, age_s: 0 })

/** Mercator coordinates, degrees, metres per second; 0 inside, 1 outside, 2 no boundary applied. */
export type Place = {
  x: number
  y: number
  heading: number
  speed: number
  verdict: number
  silent: boolean
  /** Since the report that it is shown at; 0 between two. */
  age_s: number
}
type PastTrack = {
  /** Since the beginning of the span. */
  seconds: Uint32Array
  x: Float64Array
  y: Float64Array
  verdicts: Uint8Array
  silent: Uint8Array
  /** Found last. */
  near: number
}
export type FleetTracks = DataOf<'GET fleet/tracks'>
type FleetTrack = FleetTracks['tracks'][number]
