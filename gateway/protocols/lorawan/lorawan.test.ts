import { expect, it } from 'vitest'
import { decodeLorawan } from './index.ts'
import { readPayload } from './payload.ts'

const at = '2026-11-30T01:00:00.775023242Z'

const thingsStack = (uplink: object, more = {}) =>
  decodeLorawan(
    JSON.stringify({
      end_device_ids: { device_id: 'dog', dev_eui: '70b3d57ed0000001', dev_addr: '260B1234' },
      received_at: '2026-11-30T01:00:01Z',
      uplink_message: { f_port: 2, f_cnt: 17, received_at: at, ...uplink },
      ...more,
    }),
  )

const chirpStack = (event: object) =>
  decodeLorawan(JSON.stringify({ time: at, deviceInfo: { devEui: '0004a30b001c0530', deviceName: 'lorry' }, ...event }))

it('reads an uplink of The Things Stack', () => {
  const { reports, ...event } = thingsStack({
    decoded_payload: { latitude: -36.85, longitude: 174.76, altitude: 40, hdop: 1.2, sats: 9, batV: 3.61 },
    rx_metadata: [
      { gateway_ids: { gateway_id: 'a' }, rssi: -110, snr: -3.5 },
      { gateway_ids: { gateway_id: 'b' }, rssi: -80, snr: 7 },
    ],
    last_battery_percentage: { f_cnt: 16, value: 62.4 },
  })
  expect(event).toEqual({ network: 'things_stack', number: '70B3D57ED0000001', frame: '260B1234 17' })
  expect(reports).toEqual([
    expect.objectContaining({
      lat: -36.85,
      lon: 174.76,
      altitude: 40,
      valid: true,
      event: 'position',
      fix_at: Date.parse(at),
      attributes: {
        hdop: 1.2,
        satellites: 9,
        battery_volts: 3.61,
        battery: 62.4,
        index: 17,
        port: 2,
        rssi: -80,
        snr: 7,
        gateways: 2,
      },
    }),
  ])
})

it('reads an uplink of ChirpStack, and its other events', () => {
  const up = chirpStack({
    devAddr: '00189440',
    fCnt: 4,
    fPort: 1,
    object: { gps_1: { latitude: 52.1, longitude: 5.2, altitude: 3 }, temperature_2: 21.5, digital_in_3: 1 },
    rxInfo: [{ rssi: -48, snr: 9 }],
  })
  expect(up).toMatchObject({ network: 'chirpstack', number: '0004A30B001C0530', frame: '00189440 4' })
  expect(up.reports[0]).toMatchObject({ lat: 52.1, lon: 5.2, altitude: 3, fix_at: Date.parse(at) })
  expect(up.reports[0]!.attributes).toMatchObject({ temperature_2: 21.5, input_3: true, rssi: -48 })
  const status = chirpStack({
    margin: 7,
    externalPowerSource: false,
    batteryLevelUnavailable: false,
    batteryLevel: 75.6,
  })
  expect(status.reports).toMatchObject([{ event: 'status', lat: null, attributes: { battery: 75.6 } }])
  const location = chirpStack({ location: { latitude: 1, longitude: 2, accuracy: 400, source: 'GEO_RESOLVER_TDOA' } })
  expect(location.reports).toMatchObject([{ lat: 1, lon: 2, accuracy: 400 }])
  for (const silent of [{ devAddr: '00189440' }, { acknowledged: true, fCntDown: 3 }, { level: 'ERROR', code: 'X' }])
    expect(chirpStack(silent).reports).toEqual([])
})

it('takes a position that the network found, and none that a person entered in its console', () => {
  const registered = { user: { latitude: 5, longitude: 6, source: 'SOURCE_REGISTRY' } }
  expect(thingsStack({ locations: registered }).reports).toMatchObject([{ lat: null, valid: false, event: 'status' }])
  const solved = { ...registered, 'frm-payload': { latitude: 7, longitude: 8, source: 'SOURCE_WIFI_RSSI_GEOLOCATION' } }
  expect(thingsStack({ locations: solved }).reports).toMatchObject([{ lat: 7, lon: 8 }])
  const later = thingsStack(
    {},
    { uplink_message: undefined, location_solved: { location: { latitude: 1, longitude: 2 } } },
  )
  expect(later.reports).toMatchObject([{ lat: 1, lon: 2, fix_at: Date.parse('2026-11-30T01:00:01Z') }])
  const joined = thingsStack({}, { uplink_message: undefined, join_accept: { session_key_id: 'x' } })
  expect(joined).toMatchObject({ frame: null, reports: [] })
})

const places: [string, object, object | null][] = [
  ['TTN Mapper', { latitude: 1, longitude: 2, hdop: 1 }, { lat: 1, lon: 2 }],
  ['short names', { lat: '1.5', lng: '2.5' }, { lat: 1.5, lon: 2.5 }],
  ['nested', { data: { gps: { Latitude: 1, Longitude: 2, Speed: 36 } } }, { lat: 1, lon: 2, speed: 10 }],
  ['Digital Matter', { latitudeDeg: 1, longitudeDeg: 2, headingDeg: 90, speedKmph: 18 }, { heading: 90, speed: 5 }],
  ['a fix that failed', { latitudeDeg: 1, longitudeDeg: 2, fixFailed: true }, null],
  ['zeros', { latitude: 0, longitude: 0 }, null],
  ['one coordinate', { latitude: 1, temperature: 2 }, null],
  ['out of range', { latitude: 52_000_000, longitude: 5_000_000 }, null],
  ['coordinates of two objects', { a: { lat: 1 }, b: { lon: 2 } }, null],
  [
    'SenseCAP',
    {
      messages: [
        [
          { type: 'Latitude', measurementValue: 1, timestamp: 1_790_000_000_000 },
          { type: 'Longitude', measurementValue: 2, timestamp: 1_790_000_000_000 },
        ],
      ],
    },
    { lat: 1, lon: 2 },
  ],
]
it.each(places)('finds a place in a decoded payload: %s', (_name, decoded, place) => {
  const read = readPayload(decoded).place
  if (place) expect(read).toMatchObject(place)
  else expect(read).toBeNull()
})

it('names what sensors say, tells volts from percent, and finds the time and a pressed button', () => {
  const { attributes, fix_at, alarm } = readPayload({
    batV: 3612,
    TempC: 21.25,
    relative_humidity_7: 55,
    air: { co2: 412, PM25: 8 },
    inTrip: true,
    timestamp: 1_790_000_000,
    sos: 1,
    note: 'x'.repeat(500),
    empty: null,
  })
  expect(attributes).toMatchObject({
    battery_volts: 3.612,
    temperature: 21.25,
    humidity_7: 55,
    co2: 412,
    air_pm25: 8,
    in_trip: true,
    note: 'x'.repeat(100),
  })
  expect(fix_at).toBe(1_790_000_000_000)
  expect(alarm).toBe('sos')
  expect(readPayload({ battery: 87 }).attributes).toEqual({ battery: 87 })
  expect(readPayload({ battery: 3.58 }).attributes).toEqual({ battery_volts: 3.58 })
})

it('bounds what it keeps of a payload', () => {
  const many = Object.fromEntries(
    Array.from({ length: 5000 }, (_, i) => [`value_with_a_long_name_${i}`, 'y'.repeat(90)]),
  )
  const event = thingsStack({ decoded_payload: many })
  expect(Buffer.byteLength(JSON.stringify(event.reports[0]!.attributes))).toBeLessThan(4096)
})

it.each([
  ['{"x": 1}', 'payload: has neither'],
  ['[]', 'payload: is not an object'],
  ['{"end_device_ids": {"device_id": "a"}}', 'end_device_ids.dev_eui: is missing'],
  ['{"deviceInfo": {"devEui": "12"}}', 'deviceInfo.devEui: is not 16 hexadecimal digits'],
  ['nonsense', 'payload: is not JSON'],
])('refuses %s', (payload, reason) => {
  expect(() => decodeLorawan(payload)).toThrow(reason)
})
