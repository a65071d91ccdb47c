import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from './context.ts'
import { administeredFor } from './crud/belonging.ts'
import { type Domain, resourcesOf, type TaskOfAdministrator } from './crud/domain.ts'
import { COUNTED } from './crud/pages/totals.ts'
import { conditions } from './crud/query.ts'
import { viewerOf } from './crud/routes.ts'
import { answers } from './crud/schemas.ts'
import type { TypedApp } from './http/typed_app.ts'

const Query = Type.Object(
  { organisation_id: Id, from: Type.Unsafe<string>({ ...Timestamp, description: 'Messages from this time on' }) },
  { additionalProperties: false },
)
const answerOf = (tasks: TaskOfAdministrator[]) =>
  Type.Array(
    Type.Object({
      name: Type.String({ enum: tasks.map(({ name }) => name) }),
      count: Type.Integer({ description: `Counted up to ${COUNTED}` }),
    }),
  )

/** What an administrator should look at: members, messages, enquiries and devices, each with the number of rows. */
export function addTasks(app: TypedApp, { db }: ApiContext, domains: Domain[]): void {
  const tasks = domains.flatMap((domain) => domain.tasks ?? [])
  const resources = new Map(resourcesOf(domains).map((resource) => [resource.name, resource]))
  const Answer = answerOf(tasks)
  app.get('/tasks', {
    // Each list is asked for itself.
    config: { place: 'any', need: 'read' },
    schema: {
      tags: ['organisations'],
      summary: 'Count what waits for an administrator, by kind; kinds without rows are missing',
      querystring: Query,
      response: answers({ 200: Answer, 260: Answer }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { from } = request.query
      const organisation_id = administeredFor(viewer, request.query.organisation_id)
      const theirs = tasks.filter(({ of_platform }) => !of_platform || viewer.platform_admin)
      const counts = theirs.map(({ list, query }) => {
        const resource = resources.get(list)!
        const where = conditions(resource, viewer, query({ organisation_id, from }))
        const rows = sql`select from ${sql.table(resource.table)} where ${where} limit ${sql.lit(COUNTED)}`
        return sql`(select count(*)::int from (${rows}) counted)`
      })
      const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
      const data = theirs.map(({ name }, i) => ({ name, count: rows[0]!.counts[i]! })).filter(({ count }) => count > 0)
      return reply.code(data.length > 0 ? 200 : 260).send({ data })
    },
  })
}
