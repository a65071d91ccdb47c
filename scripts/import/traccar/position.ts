import { attributesOf, type PointAttributes } from './attributes.ts'

/**
 * A position of Traccar as `POST track/import` takes it: metres per second for knots, without what is out of range.
 *
 * @returns the reason where it is left out
 */
export function pointOf(given: unknown): TrackPoint | LeftOut {
  const { valid, outdated, fixTime, latitude, longitude, ...rest } = (given ?? {}) as Record<string, unknown>
  const at = typeof fixTime === 'string' ? Date.parse(fixTime) : Number.NaN
  if (!Number.isFinite(at)) return 'without_time'
  if (valid !== true) return 'invalid'
  // A message without a fix of its own, to which Traccar has added the fix before.
  if (outdated === true) return 'outdated'
  if (!(within(latitude, -90, 90) && within(longitude, -180, 180))) return 'off_the_globe'
  const attributes = attributesOf(rest.attributes)
  const heading = within(rest.course, 0, 360) ? Number(rest.course) % 360 : null
  const speed = within(rest.speed, 0, 5000) ? Number((Number(rest.speed) * KNOT).toFixed(3)) : null
  return {
    fix_at: new Date(at).toISOString(),
    position: { type: 'Point', coordinates: [longitude as number, latitude as number] },
    ...(within(rest.altitude, -12_000, 100_000) && { altitude: rest.altitude as number }),
    ...(speed !== null && { speed }),
    ...(heading !== null && { heading }),
    // Traccar's 0 says that the device has sent none.
    ...(within(rest.accuracy, 0, 1_000_000) && rest.accuracy !== 0 && { accuracy: rest.accuracy as number }),
    ...(attributes && { attributes }),
  }
}

/** Metres per second. */
export const KNOT = 0.514444

export const leftOutBecause = {
  invalid: 'without a valid fix',
  outdated: 'messages without a fix of their own',
  off_the_globe: 'with coordinates that are not on the globe',
  without_time: 'without a time',
} as const
export type LeftOut = keyof typeof leftOutBecause

export type TrackPoint = {
  fix_at: string
  position: { type: 'Point'; coordinates: number[] }
  altitude?: number
  speed?: number
  heading?: number
  accuracy?: number
  attributes?: PointAttributes
}

const within = (value: unknown, min: number, max: number) =>
  typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max
