import { type Attributes, BadReport, type Report } from '../report.ts'
import { attributesOrNull } from '../shared/attributes.ts'
import { parseJson } from '../shared/parse_json.ts'
import { addOthers, alarmWord, degrees, flag, measure, time, word } from '../shared/phone.ts'

/**
 * What the apps send that are built on Transistorsoft's background geolocation, Traccar Client among them:
 * `{"device_id", "location": {"timestamp", "coords": {…}, "event", "is_moving", "odometer": m, "battery": {"level": 0 to 1,
 * "is_charging"}, "activity": {"type"}, "extras": {}}}`, where `location` may be an array. Speed is in m/s; -1 is unknown.
 *
 * @throws {BadReport}
 */
export function decodeOsmandJson(payload: Uint8Array | string): {
  number: string | null
  token: string | null
  reports: Report[]
} {
  const root = object('payload', parseJson(payload))
  const locations = Array.isArray(root.location) ? root.location : [root.location]
  if (locations.length === 0) throw new BadReport('location: is an empty array')
  if (locations.length > MAX_BATCH) throw new BadReport(`location: has more than ${MAX_BATCH} entries`)
  return {
    number: text(root.device_id ?? root.id),
    token: text(root.token ?? root.secret),
    reports: locations.map((location) => decodeLocation(object('location', location))),
  }
}

const MAX_BATCH = 1000

function decodeLocation(location: Record<string, unknown>): Report {
  const coords = location.coords === undefined ? null : object('location.coords', location.coords)
  const extras = optional(location.extras)
  const alarm = alarmWord(extras.alarm)
  const fence = fenceEvent(optional(location.geofence))
  const angle = measure(coords?.heading, 0, 360)
  return {
    fix_at: time('location.timestamp', location.timestamp),
    valid: coords !== null,
    lat: coords ? degrees('lat', coords.latitude) : null,
    lon: coords ? degrees('lon', coords.longitude) : null,
    altitude: altitude(coords),
    heading: angle === null ? null : angle % 360,
    speed: measure(coords?.speed, 0, 20_000),
    accuracy: measure(coords?.accuracy, 0, 40_000_000),
    event: fence ?? alarm ?? word(location.event) ?? (coords ? 'position' : 'status'),
    alarm,
    attributes: attributes(location, extras),
    seq: null,
  }
}

/** -1 is unknown, unless the app sends an accuracy for it. */
function altitude(coords: Record<string, unknown> | null): number | null {
  const metres = measure(coords?.altitude, -20_000, 100_000)
  return metres === -1 && !((coords?.altitude_accuracy as number) >= 0) ? null : metres
}

function attributes(location: Record<string, unknown>, extras: Record<string, unknown>): Attributes | null {
  const battery = optional(location.battery)
  const level = measure(battery.level, 0, 1)
  const coords = optional(location.coords)
  const { alarm: _, ...others } = extras
  const found: Attributes = {}
  addOthers(found, [
    ['battery', level === null ? null : Math.round(level * 1000) / 10],
    ['charging', flag(battery.is_charging)],
    ['motion', flag(location.is_moving)],
    ['odometer', measure(location.odometer, 0, 1e12)],
    ['activity', word(optional(location.activity).type)],
    ['altitude_accuracy', measure(coords.altitude_accuracy, 0, 100_000)],
    ['geofence', word(optional(location.geofence).identifier)],
    ['mock', location.mock === true ? true : null],
  ])
  addOthers(found, Object.entries(others))
  return attributesOrNull(found)
}

function fenceEvent({ action }: Record<string, unknown>): string | null {
  if (action === 'ENTER') return 'geofence_enter'
  return action === 'EXIT' ? 'geofence_exit' : null
}

function object(name: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new BadReport(value === undefined ? `${name}: is missing` : `${name}: is not an object`)
}

const optional = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Numbers of devices come as numbers, too. */
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null)
