import type { FastifyRequest } from 'fastify'
import { readTracks } from '#db/history/tracks/read.ts'
import type { ApiContext } from '../../context.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { type Bbox, partsOf } from '../geometry/bbox.ts'
import { noteViews } from '../privacy/note_views.ts'
import type { Geometry, Row } from './collections.ts'

/**
 * The lines of trips that the viewer has listed: what was reported, without private times. Who reads them is noted, as it
 * is where a track is read.
 */
export async function readLines(
  context: ApiContext,
  viewer: Viewer,
  trips: Row[],
  { signal }: Pick<FastifyRequest, 'signal'>,
): Promise<Map<number, Geometry>> {
  const lines = new Map<number, Geometry>()
  const shown = trips.filter((trip) => trip.private !== true)
  await limit(String(viewer.user_id), async () => {
    for (const { id, organisation_id, tracker_id, began_at, duration_s } of shown) {
      const from = Date.parse(String(began_at))
      // One that continues lasts up to its last report.
      const to = from + Math.round(Number(duration_s) * 1000) + 1
      const tracker_ids = [Number(tracker_id)]
      const tracks = await readTracks(context.reads, { organisation_id, tracker_ids, from, to, signal })
      const { lon = [], lat = [] } = tracks.get(tracker_ids[0]!) ?? {}
      lines.set(id, lineOf(thinned(lon.map((each, i): Position => [each, lat[i]!]))))
    }
  })
  await noteViews(context, viewer, new Set(shown.map(({ tracker_id }) => Number(tracker_id))))
  return lines
}

/** Every second or third of many, and the last. */
function thinned(positions: Position[]): Position[] {
  const step = Math.ceil(positions.length / MOST_POSITIONS)
  return positions.filter((_, i) => i % step === 0 || i === positions.length - 1)
}

/** Cut at 180°, which no line of GeoJSON crosses (RFC 7946 §3.1.9). Null of less than two positions. */
export function lineOf(positions: Position[]): Geometry {
  const parts: Position[][] = [[]]
  for (const [i, position] of positions.entries()) {
    const before = positions[i - 1]
    if (before && Math.abs(position[0] - before[0]) > 180) {
      const edge = before[0] > 0 ? 180 : -180
      const [left, right] = [edge - before[0], position[0] + edge]
      const share = left + right === 0 ? 0 : left / (left + right)
      const lat = before[1] + share * (position[1] - before[1])
      parts.at(-1)!.push([edge, lat])
      parts.push([[-edge, lat]])
    }
    parts.at(-1)!.push(position)
  }
  const lines = parts.filter((part) => part.length > 1)
  if (lines.length === 0) return null
  return lines.length === 1
    ? { type: 'LineString', coordinates: lines[0] }
    : { type: 'MultiLineString', coordinates: lines }
}

/** Whether a line passes through a box. */
export function meets(line: Geometry, box: Bbox): boolean {
  if (!line) return false
  const parts = (line.type === 'LineString' ? [line.coordinates] : line.coordinates) as Position[][]
  const boxes = partsOf(box)
  return parts.some((part) => part.some((to, i) => i > 0 && boxes.some((each) => crosses(part[i - 1]!, to, each))))
}

/** Clips the way between two positions by each side of the box (Liang and Barsky). */
function crosses([x, y]: Position, [to_x, to_y]: Position, { west, south, east, north }: Bbox): boolean {
  const [dx, dy] = [to_x - x, to_y - y]
  let [first, last] = [0, 1]
  for (const [way, room] of [
    [-dx, x - west],
    [dx, east - x],
    [-dy, y - south],
    [dy, north - y],
  ] as const) {
    if (way === 0 && room < 0) return false
    if (way < 0) first = Math.max(first, room / way)
    if (way > 0) last = Math.min(last, room / way)
  }
  return first <= last
}

const limit = makeFairLimiter({ concurrency: 2, per_user: 10, total: 40 })
/** Of a line. */
const MOST_POSITIONS = 999

export type Position = [lon: number, lat: number]
