import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { Alert } from '#db/tables/tracking/alert.ts'
import type { ApiContext } from '../context.ts'
import { list } from '../crud/crud.ts'
import { COUNTED } from '../crud/pages/totals.ts'
import { conditions } from '../crud/query.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { alert } from './alert.ts'

const resource = alert
const kinds = ['left_boundary', 'entered_boundary', 'alarm', 'offline'] as const satisfies Static<
  typeof Alert.columns.kind
>[]
const Count = Type.Integer({ description: `Counted up to ${COUNTED}` })

const Query = Type.Object(
  {
    organisation_id: Id,
    from: Type.Unsafe<string>({ ...Timestamp, description: 'Alerts that began at this time or later' }),
    newest: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, description: 'How many alerts to list; 5 by default' }),
    ),
  },
  { additionalProperties: false },
)
const Summary = Type.Object({
  counts: Type.Object(
    Object.fromEntries(kinds.map((kind) => [kind, Count])) as Record<(typeof kinds)[number], typeof Count>,
  ),
  newest: Type.Array(alert.row),
})

/** What happened since a time, for the home page: the number of alerts of each kind, and the newest. */
export function addAlertSummary(app: TypedApp, { reads: db }: ApiContext): void {
  app.get('/alerts/summary', {
    schema: {
      tags: ['alerts'],
      summary: 'Count the alerts since a time by kind, and list the newest',
      querystring: Query,
      response: answers({ 200: Summary }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const { organisation_id, from, newest = 5 } = request.query
      const count = (kind: string) => {
        const where = conditions(resource, viewer, { organisation_id, from, kind })
        return sql`(select count(*)::int from (select from alert where ${where} limit ${sql.lit(COUNTED)}) counted)`
      }
      const counts = sql.join(kinds.map((kind) => sql`${count(kind)} as ${sql.ref(kind)}`))
      const { rows } = await sql<Record<(typeof kinds)[number], number>>`select ${counts}`.execute(db)
      const listed = await list(db, resource, viewer, { organisation_id, from, limit: newest })
      return { data: { counts: rows[0]!, newest: listed.rows as never } }
    },
  })
}
