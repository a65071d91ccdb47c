import type { ForwardFormat } from '#db/tables/tracking/report_forward.ts'
import type { DueTracker, Item } from './store.ts'

/** A report as the JSON that receives it over HTTP or MQTT. */
export function jsonOf(format: ForwardFormat, tracker: DueTracker, item: Item): object {
  return format === 'traccar' ? traccarOf(tracker, item) : ringfenceOf(item)
}

/** As the API has it: metres, metres per second, degrees. `id` is the same where a report comes twice. */
export function ringfenceOf({ event_id, stored: _s, id: _i, lat, lon, boundary_id, fix_at, ...rest }: Item) {
  const position = lat === null || lon === null ? null : { type: 'Point', coordinates: [lon, lat] }
  return { id: event_id, fix_at: new Date(fix_at).toISOString(), position, ...rest, boundary_id }
}

export const trackerOf = ({ tracker_id, number, name }: DueTracker) => ({ id: tracker_id, number, name })

/**
 * The widespread shape of a position and its device, with knots.
 *
 * Source: traccar.org, "Forward", JSON; traccar.org/api-reference, Position and Device.
 */
function traccarOf({ tracker_id, number, name }: DueTracker, item: Item) {
  const { event_id, fix_at, valid, lat, lon, altitude, heading, speed, accuracy, alarm, event, attributes } = item
  const at = new Date(fix_at).toISOString()
  const { battery: batteryLevel, ...others } = attributes ?? {}
  return {
    position: {
      id: event_id,
      deviceId: tracker_id,
      protocol: 'ringfence',
      deviceTime: at,
      fixTime: at,
      serverTime: at,
      valid,
      latitude: lat ?? 0,
      longitude: lon ?? 0,
      altitude: altitude ?? 0,
      speed: speed === null ? 0 : knots(speed),
      course: heading ?? 0,
      accuracy: accuracy ?? 0,
      attributes: {
        ...others,
        event,
        ...(alarm !== null && { alarm }),
        ...(batteryLevel !== undefined && { batteryLevel }),
      },
    },
    device: { id: tracker_id, uniqueId: number, name: name || number, status: 'online', lastUpdate: at },
  }
}

/**
 * The parameters of a phone's report, which Traccar and others take. The last says that it was forwarded, so that a ring
 * of platforms ends.
 *
 * Source: traccar.org/osmand.
 */
export function osmandOf({ number }: DueTracker, item: Item): URLSearchParams {
  const { fix_at, valid, lat, lon, altitude, heading, speed, accuracy, alarm, attributes } = item
  const query = new URLSearchParams({ id: number, timestamp: new Date(fix_at).toISOString() })
  const set = (name: string, value: unknown) => {
    if (typeof value === 'number' || typeof value === 'boolean') query.set(name, String(value))
    else if (typeof value === 'string' && value !== '') query.set(name, value.slice(0, 200))
  }
  set('lat', lat)
  set('lon', lon)
  if (lat !== null) set('valid', valid)
  set('altitude', altitude)
  set('bearing', heading)
  set('speed', speed === null ? null : knots(speed))
  set('accuracy', accuracy)
  set('alarm', alarm === 'sos' ? 'sos' : alarm)
  set('batt', attributes?.battery)
  for (const name of carried) set(name, attributes?.[name])
  set('io_forwarded', 1)
  return query
}

const carried = ['charging', 'ignition', 'motion', 'odometer', 'satellites', 'hdop', 'rssi', 'temperature']

const knots = (speed: number) => Number((speed / 0.514444).toFixed(4))
