import { type Attributes, BadReport, type Report } from '../report.ts'
import { attributesOrNull } from '../shared/attributes.ts'
import { parseJson } from '../shared/parse_json.ts'
import { alarmNamed } from '../shared/vocabulary.ts'

/**
 * Decodes Ringfence's own JSON position, or an array of them.
 *
 * `{"lat", "lon", "ts"?: seconds or ISO 8601, "speed"?: m/s, "heading"?: degrees, "altitude"?: m, "accuracy"?: m,
 * "battery"?: percent, "charging"?: boolean, "event"?, "alarm"?, "valid"?, "seq"?, "attributes"?: {}}`
 *
 * @throws {BadReport} for the first thing that is wrong; nothing of the batch is taken then
 */
export function decodeJson(payload: Uint8Array | string): Report[] {
  const value = parseJson(payload)
  if (!Array.isArray(value)) return [decodePosition(value)]
  if (value.length === 0) throw new BadReport('payload: is an empty array')
  if (value.length > MAX_BATCH)
    throw new BadReport(`payload: has ${value.length} reports, at most ${MAX_BATCH} are taken`)
  return value.map(decodePosition)
}

const MAX_BATCH = 1000
const MAX_ATTRIBUTES = 64

/** Events that are alarms, so that a simple device can send `"event": "sos"`. */
const alarmEvents = new Set([
  'sos',
  'power_cut',
  'low_battery',
  'tamper',
  'tow',
  'crash',
  'accident',
  'overspeed',
  'fall',
  'jamming',
])

/** @throws {BadReport} */
export function decodePosition(value: unknown): Report {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadReport('payload: is not an object')
  }
  const source = value as Record<string, unknown>
  const event = word(source, 'event') ?? 'position'
  const alarm = word(source, 'alarm') ?? (alarmEvents.has(event) ? event : null)
  const heading = number(source, 'heading', -360, 720)
  return {
    fix_at: time(source.ts),
    valid: boolean(source, 'valid') ?? true,
    lon: required(source, 'lon', -180, 180),
    lat: required(source, 'lat', -90, 90),
    altitude: number(source, 'altitude', -20_000, 100_000),
    heading: heading === null ? null : ((heading % 360) + 360) % 360,
    speed: number(source, 'speed', 0, 20_000),
    accuracy: number(source, 'accuracy', 0, 40_000_000),
    event,
    alarm: alarm === null ? null : alarmNamed(alarm),
    attributes: attributes(source),
    seq: number(source, 'seq', 0, Number.MAX_SAFE_INTEGER),
  }
}

function attributes(source: Record<string, unknown>): Attributes | null {
  const custom = source.attributes ?? {}
  if (typeof custom !== 'object' || Array.isArray(custom)) throw new BadReport('attributes: is not an object')
  if (Object.keys(custom).length > MAX_ATTRIBUTES) {
    throw new BadReport(`attributes: has more than ${MAX_ATTRIBUTES} entries`)
  }
  const battery = number(source, 'battery', 0, 100)
  const charging = boolean(source, 'charging')
  const all: Attributes = { ...custom }
  if (battery !== null) all.battery = battery
  if (charging !== null) all.charging = charging
  return attributesOrNull(all)
}

/** Seconds since 1970, or milliseconds where the number is too large for seconds, or ISO 8601. */
function time(value: unknown): number | null {
  if (value === undefined || value === null) return null
  const ms = typeof value === 'number' ? Math.round(value > 1e11 ? value : value * 1000) : isoTime(value)
  if (!Number.isFinite(ms)) throw new BadReport('ts: is neither seconds since 1970 nor an ISO 8601 time')
  if (ms < 0 || ms >= LATEST) throw new BadReport('ts: is not between 1970 and 2100')
  return ms
}

const LATEST = Date.UTC(2100, 0)

/** A time without a zone is UTC, as everything here is. */
function isoTime(value: unknown): number {
  // A date alone is midnight; the groups are checked by Date.parse.
  if (
    typeof value !== 'string' ||
    !/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|[+-]\d\d:?\d\d))?)?$/.test(value)
  ) {
    return Number.NaN
  }
  const zoned = value.length <= 10 || /(Z|[+-]\d\d:?\d\d)$/.test(value.slice(11))
  return Math.round(Date.parse(zoned ? value : `${value}Z`))
}

function required(source: Record<string, unknown>, key: string, min: number, max: number): number {
  const value = number(source, key, min, max)
  if (value === null) throw new BadReport(`${key}: is missing`)
  return value
}

function number(source: Record<string, unknown>, key: string, min: number, max: number): number | null {
  const value = source[key]
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new BadReport(`${key}: is not a number`)
  if (value < min || value > max) throw new BadReport(`${key}: ${value} is not between ${min} and ${max}`)
  return value
}

function boolean(source: Record<string, unknown>, key: string): boolean | null {
  const value = source[key]
  if (value === undefined || value === null) return null
  if (typeof value !== 'boolean') throw new BadReport(`${key}: is not true or false`)
  return value
}

function word(source: Record<string, unknown>, key: string): string | null {
  const value = source[key]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || !/^[\w .:-]{1,64}$/.test(value)) {
    throw new BadReport(`${key}: is not 1 to 64 letters, digits, spaces or _.:-`)
  }
  return value
}
