import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Location } from '#db/tables/tracking/location.ts'
import { ownedRows } from '../crud/belonging_rows.ts'
import { defineResource, equals } from '../crud/resource.ts'
import { AppError } from '../http/errors.ts'
import { Point } from './point.ts'

const { position: _, ...columns } = Location.columns
const position = Type.Object(Point.properties, { additionalProperties: false })

export const location = defineResource({
  name: 'location',
  plural: 'locations',
  about: 'List locations: named places',
  row: Type.Object({ ...columns, position: Point }),
  computed: { position: sql`st_asgeojson(location.position, 7)::json` },
  filters: {
    organisation_id: equals('organisation_id', Id),
  },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  lockable: true,
  quota: { organisation: 'locations', person: 'locations_of_person' },
  ...ownedRows('location', { position }, {}, ({ position }) => (position ? { position: pointOf(position) } : {})),
})

/** Normalises longitudes past 180°, which maps produce. */
function pointOf({ coordinates: [lon, lat] }: { coordinates: number[] }) {
  if (Math.abs(lat!) > 90 || Math.abs(lon!) > 540) {
    throw new AppError('bad_request', 'position: is not on the globe.', 'position')
  }
  const turned = ((((lon! + 180) % 360) + 360) % 360) - 180
  return sql<string>`st_setsrid(st_makepoint(${turned}::float8, ${lat!}::float8), 4326)`
}
