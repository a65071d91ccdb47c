import type { Position } from '#messages/geography/distance.ts'

/** What the rules of movement read of a stored report. Times are milliseconds since 1970. */
export type Fix = {
  at: number
  /** Orders reports of the same time, whatever the order of their arrival. */
  digest: number
  received: number
  /** Both null in a report without a position. */
  lon: number | null
  lat: number | null
  /** False for places of cells and wireless networks without a radius: decoders say so. */
  valid: boolean
  /** Metres; null if unknown. */
  accuracy: number | null
  /** Metres per second, as reported. */
  speed: number | null
  /** Null if the report does not contain it. */
  ignition: boolean | null
  /** Keys and cards of drivers that were read, in their canonical spelling. */
  keys?: readonly string[]
  /** Metres in all. */
  odometer: number | null
  /** Metres driven since the fix before, in a private time that ends here: none of its places is known. */
  private_m?: number | null
  /** Boundaries that contain the position. */
  inside: readonly number[]
  /** Boundaries that the way from the usable fix before has crossed, without this or that fix inside. */
  crossed: readonly number[]
  /** The lowest speed limit that holds here. */
  limit: SpeedLimit | null
  /** Where it goes as reported, in degrees from north; absent if the report does not contain it. */
  course?: number
  /** Whether no road was found here although roads are known: a fix may lie beside its road. */
  off_road?: true
}

export type SpeedLimit = { speed: number; source: LimitSource; boundary_id: number | null }
export type LimitSource = 'boundary' | 'tracker' | 'group' | 'profile' | 'road'

/** A usable fix as a state keeps it. */
export type Point = Position & { at: number; accuracy: number | null; speed: number | null; odometer: number | null }

export const pointOf = ({ at, lon, lat, accuracy, speed, odometer }: Fix): Point => ({
  at,
  lon: lon!,
  lat: lat!,
  accuracy,
  speed,
  odometer,
})

/** The order in which reports are judged. */
export const compareFixes = (a: Order, b: Order): number => a.at - b.at || a.digest - b.digest

export type Order = { at: number; digest: number }
