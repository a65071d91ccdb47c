import { describe, expect, it } from 'vitest'
import { attributesOf } from './attributes.ts'
import { CutOff, jsonItems, UnreadableAnswer } from './json_items.ts'
import { Outcome, shortened } from './outcome.ts'
import { pointOf } from './position.ts'
import { shapeOf } from './shapes.ts'

describe('the items of a list', () => {
  const read = async (text: string, size = 1) => {
    const bytes = Buffer.from(text)
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const items: unknown[] = []
    for await (const item of jsonItems(chunks())) items.push(item)
    return items
  }

  it('are the same in chunks of any size', async () => {
    const items = [{ a: 'x],[{"\\ū' }, [1, [2]], 'text, "quoted"', 3, null, {}, []]
    const text = ` ${JSON.stringify(items, null, 1)} \n`
    for (const size of [1, 2, 3, 7, 1000]) expect(await read(text, size)).toEqual(items)
    expect(await read('[]')).toEqual([])
    expect(await read(' [ ] ')).toEqual([])
  })

  it.each([
    ['', CutOff],
    ['[', CutOff],
    ['[{"a": 1}', CutOff],
    ['[{"a": "]', CutOff],
    ['<html>', UnreadableAnswer],
    ['{"a": 1}', UnreadableAnswer],
    ['[1,]x', UnreadableAnswer],
    ['[,1]', UnreadableAnswer],
    ['[nope]', UnreadableAnswer],
    ['[}', UnreadableAnswer],
    [`["${'x'.repeat(300_000)}"]`, UnreadableAnswer],
  ])('are refused where they are no list: %#', async (text, kind) => {
    await expect(read(text, 1000)).rejects.toBeInstanceOf(kind)
  })
})

describe('a geofence', () => {
  it('has latitude first', () => {
    expect(shapeOf('POLYGON((1 100, 2 100, 2 101, 1 100))', 25)).toEqual({
      geometry: { type: 'Polygon', coordinates: [[[100, 1], [100, 2], [101, 2], [100, 1]]] }, // biome-ignore format: a ring
    })
    expect(shapeOf('polygon ((1 100, 2 100, 2 101), (1.1 100.1, 1.2 100.1, 1.2 100.2))', 25)).toMatchObject({
      geometry: { coordinates: { length: 2 } },
    })
    const circle = { center: [180, -36.8], radius_m: 30 }
    expect(shapeOf('CIRCLE (-36.8 180, 30)', 25)).toEqual({ circle })
    expect(shapeOf('CIRCLE(-36.8, 180, 30)', 25)).toEqual({ circle })
  })

  it('of a line is an area around it', () => {
    const { geometry } = shapeOf('LINESTRING (0 100, 0 100.01)', 111.2) as { geometry: { coordinates: number[][][] } }
    const [lons, lats] = [0, 1].map((i) => geometry.coordinates[0]!.map((place) => place[i]!))
    expect(Math.min(...lons!)).toBeCloseTo(99.999, 4)
    expect(Math.max(...lons!)).toBeCloseTo(100.011, 4)
    expect(Math.max(...lats!)).toBeCloseTo(0.001, 4)
  })

  it.each([
    [undefined, /missing/],
    ['POINT (1 2)', /neither/],
    ['POLYGON ((100 1, 100 2, 101 2))', /no latitude/],
    ['POLYGON ((1 100, 2 100))', /three corners/],
    ['POLYGON ()', /no ring/],
    ['POLYGON ((1 100, x y, 2 3))', /"x y"/],
    ['CIRCLE (1 2)', /no centre/],
    ['CIRCLE (1 2, 0)', /radius/],
    ['CIRCLE (1 2, NaN)', /radius/],
    ['LINESTRING (1 2)', /two points/],
  ])('is left out with a reason: %s', (area, reason) => {
    expect(() => shapeOf(area, 25)).toThrow(reason)
  })
})

describe('a position', () => {
  const given = {
    valid: true,
    fixTime: '2024-05-01T10:00:00.000+00:00',
    latitude: 1,
    longitude: 2,
    speed: 1,
    course: 0,
  }

  it('is in metres per second', () => {
    expect(pointOf({ ...given, course: 360 })).toEqual({
      fix_at: '2024-05-01T10:00:00.000Z',
      position: { type: 'Point', coordinates: [2, 1] },
      speed: 0.514,
      heading: 0,
    })
  })

  it.each([
    [null, 'without_time'],
    [{ ...given, fixTime: 'yesterday' }, 'without_time'],
    [{ ...given, valid: undefined }, 'invalid'],
    [{ ...given, outdated: true }, 'outdated'],
    [{ ...given, latitude: 90.1 }, 'off_the_globe'],
    [{ ...given, longitude: '2' }, 'off_the_globe'],
    [{ ...given, longitude: Number.NaN }, 'off_the_globe'],
  ])('is left out with a reason: %j', (position, reason) => {
    expect(pointOf(position)).toBe(reason)
  })
})

describe('attributes', () => {
  it('have the names and units of here', () => {
    const given = {
      batteryLevel: 5,
      battery: 4,
      hours: 3_600_000,
      obdSpeed: 10,
      temp12: 4,
      in1: true,
      io240: 1,
      hdop: 0.9,
    }
    const more = {
      totalDistance: 4,
      distance: 3,
      __proto__x: 1,
      constructor: 'x',
      toString1: 4,
      ignition: 'on',
      sat: null,
    }
    expect(attributesOf({ ...given, ...more })).toEqual({
      battery: 5,
      battery_volts: 4,
      hours: 3600,
      obd_speed: 5.14444,
      temperature_12: 4,
      input_1: true,
      io_240: 1,
      hdop: 0.9,
    })
    expect(attributesOf({ nothing: 1 })).toBeUndefined()
    expect(attributesOf('text')).toBeUndefined()
  })

  it('are at most what the server takes', () => {
    const given = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`io${i}`, 'ū'.repeat(500)]))
    const taken = attributesOf(given)!
    expect(Buffer.byteLength(JSON.stringify(taken))).toBeLessThanOrEqual(4096)
    const small = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`io${i}`, 1]))
    expect(Object.keys(attributesOf(small)!)).toHaveLength(100)
  })
})

it('shows names of others on one line', () => {
  expect(shortened('a\u001b[2J\nb\u202e')).toBe('a [2J b')
  const outcome = new Outcome()
  for (let i = 0; i < 12; i++) outcome.leaveOut('Devices', `d${i}`, 'no reason.')
  expect(outcome.lines(false)).toEqual([
    'Left out:',
    expect.stringMatching(/^ {2}12 × Devices: no reason \(d0, .*d9, …\)$/),
  ])
})
