import { expect, it } from 'vitest'
import { decodeMeshtastic } from './index.ts'

const at = Date.UTC(2026, 10, 30, 5) / 1000
const decode = (type: string, payload: unknown, more: object = {}) =>
  decodeMeshtastic(
    JSON.stringify({
      channel: 0,
      from: 2711784404,
      id: 17,
      sender: '!da5ed0a0',
      timestamp: at,
      to: 4294967295,
      type,
      payload,
      ...more,
    }),
  )

it('reads a position', () => {
  const payload = {
    latitude_i: -368_485_000,
    longitude_i: 1_747_633_000,
    altitude: 42,
    time: at - 60,
    ground_speed: 36,
    ground_track: 9_120_000,
    sats_in_view: 9,
    PDOP: 136,
    precision_bits: 32,
  }
  expect(decode('position', payload, { rssi: -91, snr: 6.25, hops_away: 2 })).toEqual({
    number: '!a1a28bd4',
    id: 17,
    report: {
      fix_at: (at - 60) * 1000,
      valid: true,
      lat: -36.8485,
      lon: 174.7633,
      altitude: 42,
      speed: 10,
      heading: 91.2,
      accuracy: null,
      event: 'position',
      alarm: null,
      attributes: { satellites_visible: 9, pdop: 1.36, rssi: -91, snr: 6.25, hops: 2 },
      seq: null,
    },
  })
})

it('knows how much a channel coarsens positions, and takes the time of the gateway where the node has none', () => {
  const payload = { latitude_i: 1, longitude_i: -1_799_999_999, precision_bits: 16 }
  expect(decode('position', payload).report).toMatchObject({ accuracy: 365, lon: -179.9999999, fix_at: at * 1000 })
})

it('reads the battery, and the sensors', () => {
  const device = { battery_level: 88, voltage: 4.05, channel_utilization: 3.5, air_util_tx: 0.2, uptime_seconds: 600 }
  expect(decode('telemetry', device).report).toMatchObject({
    valid: false,
    lat: null,
    fix_at: at * 1000,
    attributes: { battery: 88, battery_volts: 4.05, channel_utilization: 3.5, uptime_seconds: 600 },
  })
  expect(decode('telemetry', { battery_level: 101 }).report).toMatchObject({ attributes: { external_power: true } })
  const weather = { temperature: 21.5, relative_humidity: 60, barometric_pressure: 1013, voltage: 12 }
  expect(decode('telemetry', weather).report?.attributes).toEqual({ temperature: 21.5, humidity: 60, pressure: 1013 })
})

it.each<[string, unknown]>([
  ['position', { latitude_i: 0, longitude_i: 0 }],
  ['position', { time: at }],
  ['position', { latitude_i: 900_000_001, longitude_i: 1 }],
  ['telemetry', {}],
  ['text', { text: 'hello' }],
  ['text', 'hello'],
  ['nodeinfo', { id: '!a1a28bd4', longname: 'dog' }],
  ['', undefined],
])('has nothing to store of %s %o', (type, payload) => {
  expect(decode(type, payload)).toEqual({ number: '!a1a28bd4', id: 17, report: null })
})

it.each([
  ['not JSON', 'payload'],
  ['[]', 'payload'],
  ['{"type": "position"}', 'from'],
  ['{"from": 4294967295, "type": "position"}', 'from'],
  ['{"from": "!a1a28bd4", "type": "position"}', 'from'],
  ['{"from": 1, "type": "position", "payload": []}', 'payload.payload'],
])('refuses %s', (text, field) => {
  expect(() => decodeMeshtastic(text)).toThrow(new RegExp(`^${field}: `))
})
