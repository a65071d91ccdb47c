import { listAll } from '../../crud/lists.ts'
import type { FileFormat } from '../../crud/resource.ts'
import { toFeatures } from '../geometry/features.ts'

/** Segments as a file of other programs: where it moved a line from begin to end, where it rested a point. */
export const segmentFiles: Record<string, FileFormat> = {
  geojson: {
    type: 'application/geo+json; charset=utf-8',
    about: 'GeoJSON has a line from begin to end of what moved, and a point of what rested.',
    write: (...parameters) => toFeatures(featuresOf(listAll(...parameters) as AsyncGenerator<Row>)),
  },
}

async function* featuresOf(rows: AsyncGenerator<Row>) {
  for await (const { begin_position, end_position, ...row } of rows) {
    const coordinates = begin_position && end_position && [begin_position.coordinates, end_position.coordinates]
    // A private trip has no geometry.
    yield {
      ...row,
      geometry: coordinates && moving.has(row.kind) ? { type: 'LineString', coordinates } : begin_position,
    }
  }
}

const moving = new Set(['trip', 'gap', 'towed', 'speeding'])
type Point = { type: 'Point'; coordinates: number[] }
type Row = { id: number; kind: string; begin_position: Point | null; end_position: Point | null } & Record<
  string,
  unknown
>
