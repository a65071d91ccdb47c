import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Location } from '#db/tables/location.ts'
import { readsShared, writesOwned } from '../access.ts'
import { organisationFor, ownerFor } from '../belonging.ts'
import { checkName } from '../checks.ts'
import { AppError } from '../errors.ts'
import { defineFilter, defineResource } from '../resource.ts'
import { Point } from './trackerevent.ts'

const { position: _, ...columns } = Location.columns
const Name = Type.String({ maxLength: 200 })
const Position = Type.Object(Point.properties, { additionalProperties: false })

export const location = defineResource({
  name: 'location',
  plural: 'locations',
  about: 'Places with a name',
  table: 'location',
  row: Type.Object({ ...columns, position: Point }),
  computed: { position: sql`st_asgeojson(location.position, 7)::json` },
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`location.organisation_id = ${id}`),
  },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  reads: (viewer) => readsShared(viewer, 'location'),
  writes: (viewer) => writesOwned(viewer, 'location'),
  lockable: true,
  quota: { organisation: 'locations', person: 'locations_of_person' },

  create: {
    body: Type.Object(
      {
        organisation_id: Type.Optional(Id),
        name: Name,
        position: Position,
        owner_user_id: Type.Optional(columns.owner_user_id),
      },
      { additionalProperties: false },
    ),
    async run(trx, viewer, body) {
      const organisation_id = organisationFor(viewer, body.organisation_id)
      const owner_user_id = await ownerFor(trx, viewer, organisation_id, body.owner_user_id)
      const { id } = await trx
        .insertInto('location')
        .values({ organisation_id, owner_user_id, name: checkName(body.name), position: pointOf(body.position) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id }
    },
  },
  update: {
    body: Type.Object(
      {
        name: Type.Optional(Name),
        position: Type.Optional(Position),
        owner_user_id: Type.Optional(columns.owner_user_id),
      },
      { additionalProperties: false },
    ),
    async run(trx, viewer, { id, organisation_id, name, position, owner_user_id }) {
      await trx
        .updateTable('location')
        .set({
          ...(name !== undefined && { name: checkName(name) }),
          ...(position && { position: pointOf(position) }),
          ...(owner_user_id !== undefined && {
            owner_user_id: await ownerFor(trx, viewer, organisation_id, owner_user_id),
          }),
          modified_at: sql`now()`,
        })
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .execute()
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    await trx.deleteFrom('location').where('organisation_id', '=', organisation_id).where('id', '=', id).execute()
  },
})

/** Maps scroll on past 180°, and give such longitudes. */
function pointOf({ coordinates: [lon, lat] }: { coordinates: number[] }) {
  if (Math.abs(lat!) > 90 || Math.abs(lon!) > 540) {
    throw new AppError('bad_request', 'position: is not on the globe.', 'position')
  }
  const turned = ((((lon! + 180) % 360) + 360) % 360) - 180
  return sql<string>`st_setsrid(st_makepoint(${turned}::float8, ${lat!}::float8), 4326)`
}
