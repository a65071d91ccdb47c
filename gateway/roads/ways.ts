import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type OSMOptions, OSMTransform } from 'osm-pbf-parser-node'
import { Growing } from './growing.ts'
import { CLOSED, centimetresOf } from './maxspeed.ts'

/**
 * Reads the roads of an extract of OpenStreetMap (`.osm.pbf`) that vehicles drive on, with or without a known limit: what
 * drives on one without must not get that of the next. The file is read twice, so that only places on roads are kept.
 *
 * @throws {Refused} if it has no roads, or more than `MOST_POINTS`
 */
export async function readRoads(file: string, on_progress: (share: number) => void = () => {}): Promise<Roads> {
  const ids = new Growing(Float64Array)
  const ends = new Growing(Uint32Array)
  const forward = new Growing(Uint16Array)
  const backward = new Growing(Uint16Array)
  await readItems(file, on_progress, (item) => {
    if (item.type !== 'way' || !item.tags || !drivable.has(item.tags.highway ?? '') || item.refs!.length < 2) return
    const limits = limitsOf(item.tags)
    for (const id of item.refs!) ids.push(id)
    if (ids.length > MOST_POINTS)
      throw new Refused(
        `it has more than ${MOST_POINTS / 1e6} million points of roads: take an extract of fewer regions`,
      )
    ends.push(ids.length)
    forward.push(limits.forward)
    backward.push(limits.backward)
  })
  if (ends.length === 0) throw new Refused('it has no roads')
  const points = ids.take()
  const { unique, lons, lats } = await readPlaces(file, points, (share) => on_progress(1 + share))
  return {
    points: indexed(points, unique),
    ends: ends.take(),
    forward: forward.take(),
    backward: backward.take(),
    lons,
    lats,
  }
}

/** With a reason for people. */
export class Refused extends Error {}

/** The places of nodes, which mostly come in the order of their ids. */
async function readPlaces(file: string, points: Float64Array, on_progress: (share: number) => void) {
  const sorted = points.toSorted()
  const unique = sorted.filter((id, i) => i === 0 || id !== sorted[i - 1])
  const lons = new Int32Array(unique.length).fill(MISSING)
  const lats = new Int32Array(unique.length)
  let at = 0
  await readItems(file, on_progress, (item) => {
    if (item.type !== 'node') return
    if (at > 0 && unique[at - 1]! >= item.id) at = 0
    while (at < unique.length && unique[at]! < item.id) at++
    if (unique[at] !== item.id) return
    lons[at] = Math.round(item.lon! * 1e7)
    lats[at] = Math.round(item.lat! * 1e7)
    at++
  })
  return { unique, lons, lats }
}

/** Each id by its position among the unique ones. */
function indexed(points: Float64Array, unique: Float64Array): Uint32Array {
  const positions = new Uint32Array(points.length)
  for (let i = 0; i < points.length; i++) {
    let [low, high] = [0, unique.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (unique[middle]! < points[i]!) low = middle + 1
      else high = middle
    }
    positions[i] = low
  }
  return positions
}

/** Limits by the direction of a way's points. Roundabouts and motorways are one-way unless they say otherwise. */
export function limitsOf(tags: Tags): { forward: number; backward: number } {
  const all = centimetresOf(tags.maxspeed)
  const own = (text: string | undefined) => (text === undefined ? all : centimetresOf(text))
  const is_one_way = tags.oneway ?? (tags.junction === 'roundabout' || tags.highway === 'motorway' ? 'yes' : 'no')
  return {
    forward: is_one_way === '-1' ? CLOSED : own(tags['maxspeed:forward']),
    backward: ['yes', 'true', '1'].includes(is_one_way) ? CLOSED : own(tags['maxspeed:backward']),
  }
}

async function readItems(file: string, on_progress: (share: number) => void, take: (item: Item) => void) {
  const source = createReadStream(file)
  const { size } = await stat(file)
  const options: OSMOptions = { withTags: { node: false, way: keys, relation: false } }
  await pipeline(source, new OSMTransform(options), async (blocks: AsyncIterable<Item[]>) => {
    for await (const items of blocks) {
      for (const item of items) take(item)
      on_progress(source.bytesRead / size)
    }
  })
}

const keys = ['highway', 'maxspeed', 'maxspeed:forward', 'maxspeed:backward', 'oneway', 'junction']
const through = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary']
const local = ['unclassified', 'residential', 'living_street', 'service', 'track', 'road', 'busway']
const drivable = new Set([...through, ...through.map((kind) => `${kind}_link`), ...local])
/** Of a node that the extract cuts off. */
export const MISSING = -2_147_483_648
/** About two gigabytes of memory while the file is read. */
const MOST_POINTS = 60e6

type Tags = Record<string, string>
type Item = { type?: 'node' | 'way' | 'relation'; id: number; lon?: number; lat?: number; refs?: number[]; tags?: Tags }

export type Roads = {
  /** Of all ways, one after another: positions in `lons` and `lats`. */
  points: Uint32Array
  /** Of each way: where its points end, and its limits in centimetres per second. */
  ends: Uint32Array
  forward: Uint16Array
  backward: Uint16Array
  /** In ten-millionths of a degree. */
  lons: Int32Array
  lats: Int32Array
}
