import { canonicalKey } from '#db/tables/tracking/drivers/canonical_key.ts'
import type { JudgedEvent } from '../ingest/write.ts'
import type { Fix } from './rules/index.ts'

/** What the rules read of a report that was committed; null where the device's clock is ahead. */
export function fixOfEvent({ entry }: JudgedEvent): Fix | null {
  const { report, received, digest } = entry
  return fixOf({
    fix_at: Math.round(entry.fix_at * 1000),
    received: Math.round(received * 1000),
    digest,
    valid: report.valid,
    longitude: report.lon,
    latitude: report.lat,
    // As the column has them: the same report gives the same numbers from memory and from history.
    speed: rounded(report.speed),
    heading: rounded(report.heading),
    accuracy: rounded(report.accuracy),
    attributes: report.attributes,
  })
}

/**
 * The same of a stored event. Its time is that of the fix, at most that of its arrival: as the engine judges it.
 *
 * @returns null where the clock is so far ahead that nothing of it can be believed
 */
export function fixOf(event: StoredEvent): Fix | null {
  const { fix_at, received, attributes } = event
  if (fix_at - received > CLOCK_AHEAD_MS * 1000) return null
  return {
    at: Math.min(fix_at, received) / 1000,
    digest: event.digest,
    received: received / 1000,
    lon: event.longitude,
    lat: event.latitude,
    valid: event.valid,
    accuracy: event.accuracy,
    speed: event.speed,
    ignition: typeof attributes?.ignition === 'boolean' ? attributes.ignition : null,
    ...keysOf(attributes),
    ...(event.heading !== null && { course: event.heading }),
    odometer: numberOf(attributes?.odometer) ?? numberOf(attributes?.obd_odometer),
    private_m: numberOf(attributes?.private_m),
    inside: [],
    crossed: [],
    limit: null,
  }
}

/** The driver's key before other cards; a reader of licences says several tracks in one text. */
function keysOf(attributes: StoredEvent['attributes']): { keys?: string[] } {
  const texts = [attributes?.driver, attributes?.card].flatMap((value) =>
    typeof value === 'string' ? value.slice(0, 400).split('|') : typeof value === 'number' ? [String(value)] : [],
  )
  const keys = [...new Set(texts.flatMap((text) => canonicalKey(text) ?? []))].slice(0, 4)
  return keys.length > 0 ? { keys } : {}
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
const rounded = (value: number | null) => (value === null ? null : Math.fround(value))

/** The attributes that the rules read. */
export const ATTRIBUTES = ['ignition', 'odometer', 'obd_odometer', 'driver', 'card', 'private_m'] as const
export const CLOCK_AHEAD_MS = 10 * 60_000

/** Times are microseconds since 1970. */
export type StoredEvent = {
  fix_at: number
  received: number
  digest: number
  valid: boolean
  longitude: number | null
  latitude: number | null
  speed: number | null
  heading: number | null
  accuracy: number | null
  attributes: Record<string, unknown> | null
}
