import type { Db } from '#db/database.ts'
import type { ListQuery } from '../../crud/list_query.ts'
import { limitReads, listAll } from '../../crud/lists.ts'
import type { FileFormat, Resource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { startingWith } from '../../http/stream.ts'
import { toFeatures } from '../geometry/features.ts'
import type { AreaGeometry } from '../geometry/index.ts'
import { escapeXml } from '../tracks/xml.ts'
import { areaOf } from './shapes.ts'

type Fields = {
  id: number
  name: string
  rule: string
  circle: { center: number[]; radius_m: number } | null
} & Record<string, unknown>
type Listed = Fields & { geometry: AreaGeometry | null }
type Row = Fields & { geometry: AreaGeometry }

/** Boundaries as files of other programs, which the editor reads again with their name and rule. */
export const boundaryFiles: Record<string, FileFormat> = {
  geojson: {
    type: 'application/geo+json; charset=utf-8',
    about: 'Files with areas hold all boundaries of the list, with their rule.',
    // A circle is its polygon, and keeps centre and radius as properties.
    write: (...parameters) => toFeatures(rowsOf(...parameters)),
  },
  kml: {
    type: 'application/vnd.google-earth.kml+xml; charset=utf-8',
    write: (...parameters) => toKml(rowsOf(...parameters)),
  },
}

/** Large areas, which pages leave out, are read one by one: one of them is in memory at a time. */
async function* rowsOf(db: Db, resource: Resource, viewer: Viewer, query: ListQuery): AsyncGenerator<Row> {
  for await (const row of listAll(db, resource, viewer, query) as AsyncGenerator<Listed>) {
    const geometry = row.geometry ?? (await limitReads(viewer, () => readArea(db, row.id)))
    // Removed since its page was read.
    if (geometry) yield { ...row, geometry }
  }
}

async function readArea(db: Db, id: number): Promise<AreaGeometry | null> {
  const row = await db
    .selectFrom('boundary')
    .select(areaOf.$castTo<AreaGeometry>().as('geometry'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.geometry ?? null
}

async function* toKml(boundaries: AsyncGenerator<Row>): AsyncGenerator<string> {
  const first = await boundaries.next()
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n'
  for await (const { name, rule, geometry } of startingWith(first, boundaries)) {
    yield `<Placemark><name>${escapeXml(name)}</name><ExtendedData><Data name="rule"><value>${rule}</value></Data></ExtendedData>`
    yield `<MultiGeometry>${polygonsOf(geometry).map(polygon).join('')}</MultiGeometry></Placemark>\n`
  }
  yield '</Document></kml>\n'
}

const polygonsOf = (geometry: AreaGeometry) =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as number[][][][]

function polygon([outer, ...holes]: number[][][]): string {
  const inner = holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`).join('')
  return `<Polygon><outerBoundaryIs>${ring(outer!)}</outerBoundaryIs>${inner}</Polygon>`
}

const ring = (points: number[][]) =>
  `<LinearRing><coordinates>${points.map(([lon, lat]) => `${lon},${lat}`).join(' ')}</coordinates></LinearRing>`
