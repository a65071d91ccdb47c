import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeOsmandQuery } from './index.ts'
import { decodeOsmandJson } from './json.ts'

const rows = readFileSync(new URL('../../../tests/gateway/protocols/frames/osmand.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

const LONG_ALARM = 'a_a'.repeat(32).slice(0, 64)

describe('OsmAnd', () => {
  it.each(rows)('reads $name', ({ url, headers, body, expect: wanted }) => {
    const json = headers['content-type'] === 'application/json'
    const decoded = json ? decodeOsmandJson(body) : decodeOsmandQuery(body ?? url.split('?')[1])
    expect(decoded.number).toBe(wanted.number)
    for (const [i, { fix_at, speed, attributes = {}, ...rest }] of wanted.positions.entries()) {
      const report = decoded.reports[i]!
      expect(report).toMatchObject(rest)
      expect(report.fix_at).toBe(fix_at === null ? null : Date.parse(fix_at))
      if (typeof speed === 'number') expect(report.speed).toBeCloseTo(speed, 5)
      for (const [name, value] of Object.entries(attributes)) {
        expect([name, report.attributes?.[name] ?? null]).toEqual([name, value])
      }
    }
  })

  it('keeps a secret out of what is stored', () => {
    const { token, reports } = decodeOsmandQuery('id=1&lat=1&lon=2&token=hidden&colour=red')
    expect(token).toBe('hidden')
    expect(reports[0]!.attributes).toEqual({ colour: 'red' })
  })

  it.each([
    ['what the app does not know', 'speed=-1&bearing=-1&altitude=NaN&accuracy=&batt=-1', {}],
    ['no fix yet, said as 0, 0', 'lat=0&lon=0.0', { lat: null, lon: null, valid: false, event: 'status' }],
    ['a clock that is not set', 'timestamp=0', { fix_at: null }],
    ['a receiver that knows no time', 'timestamp=1980-01-06T00:00:00Z', { fix_at: null }],
    ['a switch that is off', 'ignition=OFF', { attributes: { ignition: false } }],
    ['the battery by another name', 'battery_level=55', { attributes: { battery: 55 } }],
    ['a zone', 'timestamp=2014-06-04T09:10:11%2B02:00', { fix_at: Date.UTC(2014, 5, 4, 7, 10, 11) }],
    ['a zone whose plus was read as a blank', 'timestamp=2014-06-04T09:10:11.5+0200', { fix_at: 1_401_865_811_500 }],
    ['fractions of seconds', 'timestamp=1377177267.25', { fix_at: 1_377_177_267_250 }],
    ['an alarm in camel case', 'alarm=hardBraking', { alarm: 'hard_braking', event: 'hard_braking' }],
    ['an alarm in capitals', 'alarm=SOS', { alarm: 'sos', event: 'sos' }],
    ['an alarm by another name', 'alarm=accident', { alarm: 'crash', event: 'crash' }],
    ['an alarm that grows too long', `alarm=${'aA'.repeat(32)}`, { alarm: LONG_ALARM, event: LONG_ALARM }],
    ['an event', 'event=start', { alarm: null, event: 'start' }],
  ])('takes %s', (_name, query, wanted) => {
    const given = query.includes('lat=') ? query : `lat=1&lon=2&${query}`
    const unknown = { speed: null, heading: null, altitude: null, accuracy: null, attributes: null }
    expect(decodeOsmandQuery(given).reports[0]).toMatchObject({ ...unknown, ...wanted })
  })

  it.each([
    ['lat=91&lon=1', 'lat: 91 is not between -90 and 90'],
    ['lat=1', 'lon: is missing'],
    ['lat=north&lon=1', 'lat: is not a number'],
    ['lat=0x10&lon=1', 'lat: is not a number'],
    ['location=1', 'lon: is missing'],
    ['lat=1&lon=1&timestamp=yesterday', 'timestamp: is not a time'],
    ['lat=1&lon=1&timestamp=2014-13-40T00:00:00Z', 'timestamp: is not a time'],
    ['lat=1&lon=1&timestamp=-5', 'timestamp: is not between 1970 and 2100'],
    ['lat=1&lon=1&cell=1,2', 'cell: is not mcc,mnc,lac,cid'],
    ['lat=1&lon=1&wifi=zz', 'wifi: is not mac,dBm'],
  ])('refuses %s', (query, reason) => {
    expect(() => decodeOsmandQuery(query)).toThrow(reason)
  })

  it('refuses too many parameters', () => {
    const some = Array.from({ length: 70 }, (_, i) => `a${i}=1`).join('&')
    expect(() => decodeOsmandQuery(`lat=1&lon=1&${some}`)).toThrow('attributes: has more than 64 entries')
    expect(() => decodeOsmandQuery('a=1&'.repeat(101))).toThrow('query: has more than 100 parameters')
  })

  it.each([
    ['', 'payload: is not JSON'],
    ['[]', 'payload: is not an object'],
    ['{}', 'location: is missing'],
    ['{"location":[]}', 'location: is an empty array'],
    ['{"location":{"coords":{"latitude":1}}}', 'lon: is missing'],
    ['{"location":{"coords":{"latitude":"x","longitude":1}}}', 'lat: is not a number'],
  ])('refuses the JSON %s', (body, reason) => {
    expect(() => decodeOsmandJson(body)).toThrow(reason)
  })

  it('takes an array of locations, the fence of one of them, and a help call', () => {
    const coords = { latitude: 1, longitude: 2, altitude: -1 }
    const { reports } = decodeOsmandJson(
      JSON.stringify({
        device_id: 7,
        location: [
          { coords, geofence: { identifier: 'depot', action: 'EXIT' }, event: 'geofence' },
          { coords, extras: { alarm: 'sos' } },
          { event: 'heartbeat', battery: { level: 0.5 } },
        ],
      }),
    )
    expect(reports.map(({ event, alarm, lat, altitude }) => [event, alarm, lat, altitude])).toEqual([
      ['geofence_exit', null, 1, null],
      ['sos', 'sos', 1, null],
      ['heartbeat', null, null, null],
    ])
    expect(reports[0]!.attributes).toEqual({ geofence: 'depot' })
  })
})
