import type { Publication } from './mqtt.ts'
import type { DueTracker, Item } from './store.ts'

/**
 * What Home Assistant's broker gets of a tracker: how it is discovered, where it is and what it does. All is retained, so
 * that Home Assistant finds it after a restart of its own.
 *
 * Source: home-assistant.io, "MQTT", discovery of devices; "MQTT device tracker".
 */
export function publicationsOf(topic: string, tracker: DueTracker, item: Item, public_url: string): Publication[] {
  const { lat, lon, accuracy, heading, altitude, valid } = item
  const about = `${topic}/${tracker.tracker_id}`
  const retain = (name: string, payload: object): Publication => ({
    topic: name,
    payload: JSON.stringify(payload),
    retain: true,
  })
  const attributes = { latitude: lat, longitude: lon, gps_accuracy: accuracy ?? 0, heading, altitude }
  return [
    retain(`homeassistant/device/${idOf(tracker)}/config`, configOf(topic, tracker, item, public_url)),
    ...(valid && lat !== null ? [retain(`${about}/attributes`, attributes)] : []),
    retain(`${about}/state`, stateOf(item)),
  ]
}

export function configOf(topic: string, tracker: DueTracker, item: Item, public_url: string): object {
  const id = idOf(tracker)
  const about = `${topic}/${tracker.tracker_id}`
  const state = { state_topic: `${about}/state` }
  const sensor = (name: string, of: object) => ({
    unique_id: `${id}_${name}`,
    ...state,
    ...of,
    value_template: `{{ value_json.${name} }}`,
  })
  const flag = (name: string, of: object) => ({
    ...sensor(name, { p: 'binary_sensor', ...of }),
    value_template: `{{ 'ON' if value_json.${name} else 'OFF' }}`,
  })
  const { battery, odometer } = item.attributes ?? {}
  return {
    dev: {
      ids: [id],
      name: tracker.name || tracker.number,
      mf: 'Ringfence',
      ...(public_url && { cu: `${public_url}/app/tracker?id=${tracker.tracker_id}` }),
    },
    o: { name: 'Ringfence' },
    cmps: {
      position: {
        p: 'device_tracker',
        unique_id: `${id}_position`,
        name: null,
        source_type: 'gps',
        json_attributes_topic: `${about}/attributes`,
      },
      outside: flag('outside', { name: 'Outside', device_class: 'safety' }),
      moving: flag('moving', { device_class: 'moving' }),
      boundary: sensor('boundary', { p: 'sensor', name: 'Boundary' }),
      speed: sensor('speed', { p: 'sensor', ...measured('speed', 'km/h') }),
      ...(battery !== undefined && { battery: sensor('battery', { p: 'sensor', ...measured('battery', '%') }) }),
      ...(odometer !== undefined && {
        odometer: sensor('odometer', {
          p: 'sensor',
          device_class: 'distance',
          unit_of_measurement: 'km',
          state_class: 'total_increasing',
        }),
      }),
    },
  }
}

export function stateOf({ outside_boundary, speed, boundary, attributes }: Item) {
  const { battery = null, odometer } = attributes ?? {}
  return {
    outside: outside_boundary ?? false,
    moving: (speed ?? 0) > MOVING,
    battery,
    speed: speed === null ? null : Math.round(speed * 36) / 10,
    odometer: typeof odometer === 'number' ? Math.round(odometer / 100) / 10 : null,
    boundary,
  }
}

const idOf = ({ tracker_id }: DueTracker) => `ringfence_${tracker_id}`

const measured = (device_class: string, unit_of_measurement: string) => ({
  device_class,
  unit_of_measurement,
  state_class: 'measurement',
})

/** Metres per second. */
const MOVING = 1
