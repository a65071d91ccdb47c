import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from './context.ts'
import { administeredFor } from './crud/belonging.ts'
import type { ListQuery } from './crud/list_query.ts'
import { COUNTED } from './crud/pages/totals.ts'
import { conditions } from './crud/query.ts'
import { viewerOf } from './crud/routes.ts'
import { answers } from './crud/schemas.ts'
import { resources } from './domains.ts'
import type { TypedApp } from './http/typed_app.ts'

/** Each task is a list with filters, so that its page shows exactly the rows that are counted. */
const tasks: Task[] = [
  { name: 'unconfirmed_members', of: 'user', query: ({ organisation_id }) => ({ organisation_id, confirmed: false }) },
  { name: 'failed_messages', of: 'message', query: (since) => ({ ...since, state: 'failed' }) },
  { name: 'unsent_messages', of: 'message', query: (since) => ({ ...since, state: 'unsent' }) },
  { name: 'held_messages', of: 'message', query: (since) => ({ ...since, state: 'held' }) },
  { name: 'new_enquiries', of: 'enquiry', query: () => ({ state: 'new' }) },
  { name: 'unregistered_devices', of: 'unknowndevice', query: () => ({ status: 'unregistered' }), of_platform: true },
  { name: 'refused_devices', of: 'unknowndevice', query: () => ({ status: 'not_allowed' }), of_platform: true },
]

const Query = Type.Object(
  {
    organisation_id: Id,
    from: Type.Unsafe<string>({ ...Timestamp, description: 'Messages from this time on' }),
  },
  { additionalProperties: false },
)
const Answer = Type.Array(
  Type.Object({
    name: Type.String({ enum: tasks.map(({ name }) => name) }),
    count: Type.Integer({ description: `Counted up to ${COUNTED}` }),
  }),
)

/** What an administrator should look at: members, messages, enquiries and devices, each with the number of rows. */
export function addTasks(app: TypedApp, { db }: ApiContext): void {
  app.get('/tasks', {
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
      const counts = theirs.map(({ of, query }) => {
        const resource = resources[of]
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

type Task = {
  name: string
  of: 'user' | 'message' | 'enquiry' | 'unknowndevice'
  query(of: { organisation_id: number; from: string }): ListQuery
  /** Belongs to the installation, so only platform administrators see it. */
  of_platform?: true
}
