import type { Position } from '#messages/geography/distance.ts'
import type { SpeedLimit } from './fix.ts'

/** Trips, stops and gaps tile the time of a tracker; the other kinds lie over them. */
export const segmentKinds = ['trip', 'stop', 'gap', 'idle', 'visit', 'speeding', 'towed'] as const
export type SegmentKind = (typeof segmentKinds)[number]
export const tilingKinds: readonly SegmentKind[] = ['trip', 'stop', 'gap']

/** Where a distance comes from. */
export const distanceSources = ['positions', 'odometer', 'estimated'] as const
export type DistanceSource = (typeof distanceSources)[number]

/** An interval of a tracker with its counters. */
export type Segment = {
  kind: SegmentKind
  began_at: number
  /** Null while it continues. */
  ended_at: number | null
  begin: Position
  /** The last known one while it continues. */
  end: Position
  distance_m: number
  distance_source: DistanceSource
  /** Metres per second; null where nothing moved. */
  top_speed: number | null
  /** Seconds without pauses. */
  moving_s: number
  idle_s: number
  pauses: number
  boundary_id: number | null
  limit: SpeedLimit | null
  details: Details
}

/** The rule that ended a trip or a stop, with the values that decided: seconds and metres. */
export type Ending = {
  /**
   * `rest`: a stop was long enough; `ignition_off`: a shorter one without ignition; `left`: it was farther away; `driven`:
   * it drove off with the ignition on; `silence`: nothing was heard; `jump`: the positions before were wrong;
   * `private`: no place was stored any more.
   */
  rule: 'rest' | 'ignition_off' | 'left' | 'driven' | 'silence' | 'jump' | 'private'
  after_s?: number
  within_m?: number
}

/** What only some kinds have. */
export type Details = {
  ended_by?: Ending
  /** The least length of its kind in the profile: of idling, and of visits that were shorter. */
  least_s?: number
  /** The share above the limit from which it counts as speeding. */
  tolerance?: number
  /** When the engine was started before the wheels turned. */
  engine_on_at?: number
  /** Seconds of a rest without a report. */
  no_data_s?: number
  /** A visit shorter than the profile's least one. */
  passing?: boolean
  /** A visit with a stop inside. */
  stopped?: boolean
  /** A crossing between two fixes, neither of which was inside. */
  interpolated?: boolean
  /** A gap that nothing can have driven: the positions before were wrong. */
  jump?: boolean
  /** A time of which no place is stored. */
  private?: boolean
  average_speed?: number
}

/** Identifies a segment of a tracker: what begins at the same time is the same one after a recalculation. */
export const keyOf = ({ kind, began_at, boundary_id }: Pick<Segment, 'kind' | 'began_at' | 'boundary_id'>): string =>
  `${kind} ${began_at} ${boundary_id ?? ''}`

/** Segments that were opened, closed or opened again, by key; null where one was taken back. */
export type Changes = Map<string, Segment | null>

/** A segment without counters. */
export const plainSegment = (kind: SegmentKind, begin: Position & { at: number }): Segment => ({
  kind,
  began_at: begin.at,
  ended_at: null,
  begin: placeOf(begin),
  end: placeOf(begin),
  distance_m: 0,
  distance_source: 'positions',
  top_speed: null,
  moving_s: 0,
  idle_s: 0,
  pauses: 0,
  boundary_id: null,
  limit: null,
  details: {},
})

export const endedBy = (segment: Segment, ended_by: Ending): Segment => ({
  ...segment,
  details: { ...segment.details, ended_by },
})

export const placeOf = ({ lon, lat }: Position): Position => ({ lon, lat })

export const seconds = (from: number, to: number): number => (to - from) / 1000
