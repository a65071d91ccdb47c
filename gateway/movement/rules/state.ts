import type { Keys } from './drivers/shifts.ts'
import type { Point, SpeedLimit } from './fix.ts'

/** All that is remembered of a tracker between its reports; it goes through JSON unchanged. */
export type State = {
  /** The last report that was read, usable or not. */
  at: number
  digest: number
  /** The last usable fix. */
  last: Point | null
  /** A fix too far to be reached: the next one confirms or refutes it. */
  doubtful: Point | null
  /** The last intervals between usable fixes, in seconds. */
  intervals: readonly number[]
  ignition: Ignition | null
  /** Null until the first usable fix. */
  mode: Rest | Trip | null
  idle: OpenIdle | null
  towed: OpenTow | null
  speeding: OpenSpeeding | null
  visits: readonly OpenVisit[]
  /** Of drivers; absent before the first one. */
  keys?: Keys
}

export const initialState: State = {
  at: Number.MIN_SAFE_INTEGER,
  digest: 0,
  last: null,
  doubtful: null,
  intervals: [],
  ignition: null,
  mode: null,
  idle: null,
  towed: null,
  speeding: null,
  visits: [],
}

export type Ignition = {
  on: boolean
  /** The first report in a row that said so. */
  since: number
  /** When it was on last. Null: never, so that the wire may be missing and "off" says nothing. */
  on_at: number | null
}

/** Fixes about one place: their running centre and radius. */
export type Cluster = {
  began: Point
  last: Point
  /** Some of the last fixes, at least `SPACING_MS` apart. */
  ring: readonly RingPoint[]
  /** One fix outside, which the next one confirms or refutes. */
  beyond: Point | null
}
export type RingPoint = { at: number; lon: number; lat: number; accuracy: number | null }

export type Rest = Cluster & {
  is: 'rest'
  /** Whether it followed a trip; otherwise the tracker's first fix or a gap. */
  arrived: boolean
  /** Idling before this time is counted. */
  idle_from: number
  idle_s: number
  no_data_s: number
}

/** Counters at a point of a trip. */
export type Counters = {
  distance_m: number
  top_speed: number | null
  pauses: number
  pause_s: number
  odometer: OdometerTrack | null
}

/** The first and the last reading, each with the distance by positions there. Broken where it fell. */
export type OdometerTrack = { first: number; first_m: number; last: number; last_m: number; broken: boolean }

export type Trip = {
  is: 'trip'
  began: Point
  engine_on_at: number | null
  /** A rest that may begin here, and the counters at its first fix. */
  candidate: Cluster & { before: Counters; path_m: number; top_speed: number | null }
  /** The rest that it left, until it is far enough not to be drift. */
  left: Rest | null
  /** Whether it counts as a trip already: it is far enough, or was driven. Until then the rest continues. */
  believed: boolean
}

export type OpenIdle = { began_at: number; last_at: number; lon: number; lat: number }
export type OpenTow = { began: Point; last: Point; distance_m: number }
export type OpenSpeeding = {
  began: Point
  last: Point
  limit: SpeedLimit
  /** Reports above the limit, the sum of their speeds and the highest. */
  reports: number
  sum: number
  peak: number
  distance_m: number
  /** The first of the reports in a row that were below. */
  below: Point | null
}
export type OpenVisit = {
  boundary_id: number
  began: Point
  last: Point
  distance_m: number
  stopped: boolean
  /** A fix outside, which the next one confirms or refutes. */
  outside: boolean
}
