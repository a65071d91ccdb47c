import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Location } from '#db/tables/tracking/location.ts'
import { ownedRows } from '../crud/belonging_rows.ts'
import { defineResource, equals } from '../crud/resource.ts'
import { onGlobe, Point, StrictPoint } from './point.ts'

const { position: _, ...columns } = Location.columns

export const location = defineResource({
  name: 'location',
  plural: 'locations',
  about: 'List locations: named places',
  row: Type.Object({ ...columns, position: Point }),
  computed: { position: sql`st_asgeojson(location.position, 7)::json` },
  filters: { organisation_id: equals('organisation_id', Id) },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  lockable: true,
  quota: { organisation: 'locations', person: 'locations_of_person' },
  ...ownedRows('location', { position: StrictPoint }, {}, ({ position }) =>
    position ? { position: pointOf(position) } : {},
  ),
})

function pointOf(position: Static<typeof StrictPoint>) {
  const { lon, lat } = onGlobe(position)
  return sql<string>`st_setsrid(st_makepoint(${lon}::float8, ${lat}::float8), 4326)`
}
