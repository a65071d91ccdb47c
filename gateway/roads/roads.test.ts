import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeExtract, type Road } from '../../tests/road_extract.ts'
import { cellOf, cellsOf, NEAR_M } from './cells.ts'
import { RoadLimits } from './index.ts'
import { CLOSED, centimetresOf, UNKNOWN, UNLIMITED } from './maxspeed.ts'
import { limitsOf } from './ways.ts'

const dir = mkdtempSync(join(tmpdir(), 'ringfence-roads-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('a limit as OpenStreetMap spells it', () => {
  it.each([
    ['50', 1389],
    ['100 km/h', 2778],
    ['30 mph', 1341],
    ['5 knots', 257],
    ['none', UNLIMITED],
    ['DE:rural', UNKNOWN],
    ['50;80', UNKNOWN],
    ['signals', UNKNOWN],
    ['', UNKNOWN],
    ['-5', UNKNOWN],
    [undefined, UNKNOWN],
  ])('%s is %d cm/s', (text, speed) => expect(centimetresOf(text)).toBe(speed))

  it('holds by direction, and a one-way road has none against its direction', () => {
    expect(limitsOf({ maxspeed: '50' })).toEqual({ forward: 1389, backward: 1389 })
    expect(limitsOf({ maxspeed: '50', 'maxspeed:backward': '36' })).toEqual({ forward: 1389, backward: 1000 })
    expect(limitsOf({ maxspeed: '36', oneway: 'yes' })).toEqual({ forward: 1000, backward: CLOSED })
    expect(limitsOf({ maxspeed: '36', oneway: '-1' })).toEqual({ forward: CLOSED, backward: 1000 })
    expect(limitsOf({ maxspeed: '36', highway: 'motorway' })).toEqual({ forward: 1000, backward: CLOSED })
    expect(limitsOf({ maxspeed: '36', highway: 'motorway', oneway: 'no' })).toEqual({ forward: 1000, backward: 1000 })
  })
})

it('the cells of a piece of road have every place that is near it, across the 180th meridian and in the north too', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }
  for (let i = 0; i < 3000; i++) {
    const lat = [-36.8, 0, 69.6, -17][i % 4]! + random()
    const lon = [174.7, -0.01, 179.99, -180][i % 4]! + random() * 0.02
    const length = 10 ** (random() * 5 - 5)
    const [b_lon, b_lat] = [lon + (random() - 0.5) * length, lat + (random() - 0.5) * length]
    const cells = new Set([...cellsOf(lon * 1e7, lat * 1e7, b_lon * 1e7, b_lat * 1e7)].map(([cell]) => cell))
    const along = random()
    const turn = random() * 2 * Math.PI
    const near = (random() * NEAR_M) / 111_195
    const at_lat = lat + along * (b_lat - lat) + near * Math.sin(turn)
    const at_lon = lon + along * (b_lon - lon) + (near * Math.cos(turn)) / Math.cos((at_lat / 180) * Math.PI)
    const turned = at_lon >= 180 ? at_lon - 360 : at_lon < -180 ? at_lon + 360 : at_lon
    expect(cells.has(cellOf(turned, at_lat)), `${i}`).toBe(true)
  }
})

/** A road to the east in Auckland, by its distance from a place to the north. */
const eastwards = (north_m: number, tags: Record<string, string>): Road => ({
  line: [
    [174.7, north(north_m)],
    [174.75, north(north_m)],
    [174.8, north(north_m)],
  ],
  tags: { highway: 'secondary', ...tags },
})
const north = (metres: number) => -36.8 + metres / 111_195

async function known(roads: Road[], name = 'roads.osm.pbf'): Promise<RoadLimits> {
  writeFileSync(join(dir, name), makeExtract(roads))
  const limits = new RoadLimits({ file: join(dir, name), data_dir: join(dir, `data-${name}`), log })
  await limits.ready
  return limits
}
const lines: string[] = []
const log = { info: () => {}, error: (fields: { reason: string }) => lines.push(fields.reason) } as never

describe('the limit at a place', () => {
  it('is that of the nearest road that leads there, and of none that crosses it or is farther than 15 metres', async () => {
    const crossing: Road = {
      line: [
        [174.76, north(-500)],
        [174.76, north(500)],
      ],
      tags: { highway: 'residential', maxspeed: '36' },
    }
    const footway = eastwards(0, { highway: 'footway', maxspeed: '18' })
    const limits = await known([
      eastwards(0, { maxspeed: '72', 'maxspeed:backward': '90' }),
      eastwards(40, {}),
      crossing,
      footway,
    ])
    const at = async (metres: number, course: number, lon = 174.76) =>
      (await limits.limitsAt([{ lon, lat: north(metres), course }]))[0]
    expect(await at(3, 90)).toBeCloseTo(20, 2)
    expect(await at(3, 118)).toBeCloseTo(20, 2)
    expect(await at(3, 270)).toBeCloseTo(25, 2)
    expect(await at(3, 0)).toBeCloseTo(10, 2)
    expect(await at(3, 45)).toBeUndefined()
    expect(await at(14, 90, 174.72)).toBeCloseTo(20, 2)
    expect(await at(16, 90, 174.72)).toBeUndefined()
    expect(await at(38, 90, 174.72)).toBeNull()
    await limits.stop()
  })

  it('is the highest of those that a fix cannot tell apart, and not known if one is not', async () => {
    const limits = await known(
      [
        eastwards(0, { maxspeed: '36' }),
        eastwards(4, { maxspeed: '72' }),
        eastwards(100, {}),
        eastwards(103, { maxspeed: '36' }),
      ],
      'pair.osm.pbf',
    )
    const at = (metres: number) => ({ lon: 174.72, lat: north(metres), course: 90 })
    expect(await limits.limitsAt([at(1), at(-4), at(-12), at(102)])).toEqual([20, 20, 10, null])
    await limits.stop()
  })

  it('is known across the 180th meridian', async () => {
    const line: Road['line'] = [
      [179.998, -16.8],
      [-179.998, -16.8],
    ]
    const limits = await known([{ line, tags: { highway: 'primary', maxspeed: '36' } }], 'fiji.osm.pbf')
    const at = (lon: number) => ({ lon, lat: -16.8, course: 90 })
    expect(await limits.limitsAt([at(179.999), at(180), at(-180), at(-179.999)])).toEqual([10, 10, 10, 10])
    expect(await limits.limitsAt([at(179.99), at(-179.99)])).toEqual([undefined, undefined])
    await limits.stop()
  })
})

it('a file of roads is made once of an extract, and again of another one', async () => {
  const file = 'again.osm.pbf'
  const at = { lon: 174.72, lat: -36.8, course: 90 }
  const first = await known([eastwards(0, { maxspeed: '36' })], file)
  expect(await first.limitsAt([at])).toEqual([10])
  await first.stop()
  const second = new RoadLimits({ file: join(dir, file), data_dir: join(dir, `data-${file}`), log })
  await second.ready
  expect(await second.limitsAt([at])).toEqual([10])
  await second.stop()
  const other = await known([eastwards(0, { maxspeed: '72' }), eastwards(500, {})], file)
  expect(await other.limitsAt([at])).toEqual([20])
  await other.stop()
})

it.each([
  [
    'has no roads',
    makeExtract([
      {
        line: [
          [0, 0],
          [0, 1],
        ],
        tags: { highway: 'footway' },
      },
    ]),
    'it has no roads',
  ],
  ['is cut off', makeExtract([eastwards(0, {})]).subarray(0, 150), 'it is not an .osm.pbf file that can be read'],
  ['is something else', Buffer.from('\0\0\0\rOSMHeader, or so'), 'it is not an .osm.pbf file that can be read'],
])('without limits the server runs on a file that %s', async (name, bytes, reason) => {
  const file = join(dir, `${name}.osm.pbf`)
  writeFileSync(file, bytes)
  const limits = new RoadLimits({ file, data_dir: join(dir, name), log })
  await limits.ready
  expect(lines.at(-1)).toBe(reason)
  expect(await limits.limitsAt([{ lon: 174.72, lat: -36.8, course: 90 }])).toEqual([undefined])
  await limits.stop()
})
