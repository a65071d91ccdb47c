import { describe, expect, it } from 'vitest'
import { decodeJson } from './index.ts'

describe('the JSON position', () => {
  it('needs only a position', () => {
    expect(decodeJson('{"lat":-36.85,"lon":174.76}')).toEqual([
      {
        fix_at: null,
        valid: true,
        lat: -36.85,
        lon: 174.76,
        altitude: null,
        heading: null,
        speed: null,
        accuracy: null,
        event: 'position',
        alarm: null,
        attributes: null,
        seq: null,
      },
    ])
  })

  it('reads all fields', () => {
    const [report] = decodeJson(
      '{"lat":1,"lon":2,"ts":1732060800.5,"speed":12.5,"heading":-90,"altitude":40,"accuracy":8,"battery":87,"charging":true,"event":"sos","seq":17,"attributes":{"ignition":true}}',
    )
    expect(report).toMatchObject({
      fix_at: 1_732_060_800_500,
      speed: 12.5,
      heading: 270,
      altitude: 40,
      accuracy: 8,
      event: 'sos',
      alarm: 'sos',
      seq: 17,
      attributes: { ignition: true, battery: 87, charging: true },
    })
  })

  it.each([
    ['seconds', '1732060800', 1_732_060_800_000],
    ['milliseconds', '1732060800123', 1_732_060_800_123],
    ['ISO 8601 in UTC', '"2024-11-20T00:00:00Z"', 1_732_060_800_000],
    ['ISO 8601 with an offset', '"2024-11-20T13:00:00+13:00"', 1_732_060_800_000],
    ['ISO 8601 without a zone, which is UTC', '"2024-11-20T00:00:00"', 1_732_060_800_000],
    ['a date alone', '"2024-11-20"', 1_732_060_800_000],
    ['null, which is now', 'null', null],
  ])('takes the time as %s', (_name, ts, ms) => {
    expect(decodeJson(`{"lat":0,"lon":0,"ts":${ts}}`)[0]!.fix_at).toBe(ms)
  })

  it('takes an array as a batch', () => {
    expect(decodeJson('[{"lat":1,"lon":2},{"lat":3,"lon":4}]').map((r) => r.lat)).toEqual([1, 3])
  })

  it.each([
    ['lat=1', 'payload: is not JSON'],
    ['null', 'payload: is not an object'],
    ['[]', 'payload: is an empty array'],
    ['{"lon":1}', 'lat: is missing'],
    ['{"lat":"1","lon":1}', 'lat: is not a number'],
    ['{"lat":91,"lon":1}', 'lat: 91 is not between -90 and 90'],
    ['{"lat":1,"lon":181}', 'lon: 181 is not between -180 and 180'],
    ['{"lat":1e999,"lon":1}', 'lat: is not a number'],
    ['{"lat":1,"lon":1,"ts":"yesterday"}', 'ts: is neither seconds since 1970 nor an ISO 8601 time'],
    ['{"lat":1,"lon":1,"ts":"2024-02-31T25:00"}', 'ts: is neither seconds since 1970 nor an ISO 8601 time'],
    ['{"lat":1,"lon":1,"ts":-5}', 'ts: is not between 1970 and 2100'],
    ['{"lat":1,"lon":1,"speed":-1}', 'speed: -1 is not between 0 and 20000'],
    ['{"lat":1,"lon":1,"battery":101}', 'battery: 101 is not between 0 and 100'],
    ['{"lat":1,"lon":1,"charging":"yes"}', 'charging: is not true or false'],
    ['{"lat":1,"lon":1,"event":"<b>"}', 'event: is not 1 to 64 letters, digits, spaces or _.:-'],
    ['{"lat":1,"lon":1,"attributes":[]}', 'attributes: is not an object'],
    [`{"lat":1,"lon":1,"attributes":{"a":"${'x'.repeat(4089)}"}}`, 'attributes: have 4097 bytes, and may have 4096'],
    ['[{"lat":1,"lon":1},{"lat":1}]', 'lon: is missing'],
  ])('refuses %s', (payload, reason) => {
    expect(() => decodeJson(payload)).toThrow(reason)
  })
})
