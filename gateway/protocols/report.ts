/** One report of a device, normalised to Ringfence's units. */
export type Report = {
  /** Time of the fix in milliseconds since 1970, UTC. Null if not reported. */
  fix_at: number | null
  /** Whether the fix is valid. */
  valid: boolean
  /** WGS 84 degrees; both null in a report without a position. */
  lon: number | null
  lat: number | null
  /** Metres. */
  altitude: number | null
  /** Degrees clockwise from true north, 0 to 360. */
  heading: number | null
  /** Metres per second. */
  speed: number | null
  /** Radius in metres. */
  accuracy: number | null
  event: string
  alarm: string | null
  attributes: Attributes | null
  /** The device's own number for this message, which some transports acknowledge. */
  seq: number | null
}

export type Attributes = Record<string, unknown>

/** Input that breaks a protocol's rules. The message names the field and the reason, and is fit for a log. */
export class BadReport extends Error {
  override name = 'BadReport'
}
