import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { fileQuotaDefaults } from '#db/tables/organisations/organisation_config.ts'
import type { ApiContext } from './context.ts'
import { administeredFor } from './crud/belonging.ts'
import { type Domain, type Figure, resourcesOf } from './crud/domain.ts'
import { COUNTED } from './crud/pages/totals.ts'
import { conditions } from './crud/query.ts'
import { viewerOf } from './crud/routes.ts'
import { answers } from './crud/schemas.ts'
import type { TypedApp } from './http/typed_app.ts'

const Query = Type.Object(
  {
    organisation_id: Type.Optional(Id),
    from: Type.Unsafe<string>({ ...Timestamp, description: 'People, messages and jobs from this time on' }),
  },
  { additionalProperties: false },
)
const overviewOf = (figures: Figure[]) =>
  Type.Object({
    organisation_id: Id,
    figures: Type.Array(
      Type.Object({
        name: Type.String({ enum: [...new Set(figures.map(({ name }) => name))] }),
        /** The installation's are for platform administrators. */
        of: Type.String({ enum: ['organisation', 'installation'] }),
        count: Type.Integer({ description: `Counted up to ${COUNTED}` }),
        list: Type.String({ description: 'The list that shows what is counted' }),
        query: Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.Integer(), Type.String()])),
      }),
    ),
    storage: Type.Object({
      bytes: Type.Integer({ description: 'Of all files, with the trash' }),
      bytes_max: Type.Integer(),
    }),
  })

/** The dashboard of administrators: what an organisation has, and what goes wrong in it, by one statement. */
export function addAdminOverview(app: TypedApp, { db }: ApiContext, domains: Domain[]): void {
  const figures = domains.flatMap((domain) => domain.figures ?? [])
  const resources = new Map(resourcesOf(domains).map((resource) => [resource.name, resource]))
  app.get('/admin/overview', {
    // Each list is asked for itself.
    config: { place: 'any', need: 'read' },
    schema: {
      tags: ['organisations'],
      summary: 'Read the figures of the dashboard of administrators, each with the list that it counts',
      querystring: Query,
      response: answers({ 200: overviewOf(figures) }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const { from } = request.query
      const organisation_id = administeredFor(viewer, request.query.organisation_id)
      const membership = viewer.memberships.find((each) => each.organisation_id === organisation_id)
      const theirs = figures
        .filter(({ of }) => of !== 'installation' || viewer.platform_admin)
        // Lists of what is switched off are refused to members.
        .filter(({ feature }) => !feature || !membership || membership.features.includes(feature))
        .map(({ of, name, list, query }) => ({
          of: of === 'installation' ? of : ('organisation' as const),
          name,
          resource: resources.get(list)!,
          query: { ...(of === 'organisation' && { organisation_id }), ...query({ from }) },
        }))
      const counts = theirs.map(({ resource, query }) => {
        const where = conditions(resource, viewer, query)
        return sql`(select count(*)::int from (
          select from ${sql.table(resource.table)} where ${where} limit ${sql.lit(COUNTED)}) counted)`
      })
      const { rows } = await sql<{ counts: number[]; bytes: number; bytes_max: number }>`
        select array[${sql.join(counts)}] as counts,
          (select coalesce(sum(size), 0)::float8 from file where organisation_id = ${organisation_id}) as bytes,
          coalesce((select files_bytes_max from organisation_config where organisation_id = ${organisation_id}),
            ${fileQuotaDefaults.files_bytes_max})::float8 as bytes_max`.execute(db)
      const { counts: counted, ...storage } = rows[0]!
      return {
        data: {
          organisation_id,
          storage,
          figures: theirs.map(({ of, name, resource, query }, i) => ({
            of,
            name,
            count: counted[i]!,
            list: resource.plural,
            query: query as Record<string, string | boolean>,
          })),
        },
      }
    },
  })
}
