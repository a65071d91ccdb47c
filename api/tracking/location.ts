import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Location } from '#db/tables/tracking/location.ts'
import { readsShared, writesOwned } from '../crud/access.ts'
import { belongingFor, changedOwner } from '../crud/belonging.ts'
import { checkName } from '../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { AppError } from '../http/errors.ts'
import { Point } from './trackerevent.ts'

const { position: _, ...columns } = Location.columns
const { owner_user_id } = columns
const name = Type.String({ maxLength: 200 })
const position = Type.Object(Point.properties, { additionalProperties: false })

export const location = defineResource({
  name: 'location',
  plural: 'locations',
  about: 'List locations: named places',
  table: 'location',
  row: Type.Object({ ...columns, position: Point }),
  computed: { position: sql`st_asgeojson(location.position, 7)::json` },
  filters: {
    organisation_id: equals('organisation_id', Id),
  },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  reads: (viewer) => readsShared(viewer, 'location'),
  writes: (viewer) => writesOwned(viewer, 'location'),
  lockable: true,
  quota: { organisation: 'locations', person: 'locations_of_person' },

  create: {
    body: bodyOf({ name, position }, { organisation_id: Id, owner_user_id }),
    run: async (trx, viewer, body) =>
      rows(trx, 'location').insert({
        ...(await belongingFor(trx, viewer, body)),
        name: checkName(body.name),
        position: pointOf(body.position),
      }),
  },
  update: {
    body: bodyOf({}, { name, position, owner_user_id }),
    async run(trx, viewer, { position, ...body }) {
      const name = checkName(body.name)
      const point = position && { position: pointOf(position) }
      const owner_user_id = await changedOwner(trx, viewer, body)
      await rows(trx, 'location').update({ ...body, ...point, name, owner_user_id })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'location').remove(target),
})

/** Normalises longitudes past 180°, which maps produce. */
function pointOf({ coordinates: [lon, lat] }: { coordinates: number[] }) {
  if (Math.abs(lat!) > 90 || Math.abs(lon!) > 540) {
    throw new AppError('bad_request', 'position: is not on the globe.', 'position')
  }
  const turned = ((((lon! + 180) % 360) + 360) % 360) - 180
  return sql<string>`st_setsrid(st_makepoint(${turned}::float8, ${lat!}::float8), 4326)`
}
