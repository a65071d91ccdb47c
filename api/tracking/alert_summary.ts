import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { Alert } from '#db/tables/tracking/alert.ts'
import { defineAction } from '../crud/action.ts'
import { list } from '../crud/crud.ts'
import { COUNTED } from '../crud/pages/totals.ts'
import { conditions } from '../crud/query.ts'
import { alert } from './alert.ts'

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
export const summariseAlerts = defineAction({
  method: 'GET',
  path: 'alerts/summary',
  tags: ['alerts'],
  summary: 'Count the alerts since a time by kind, and list the newest',
  query: Query,
  answer: Summary,
  async run({ context: { reads: db }, viewer, query: { organisation_id, from, newest = 5 } }) {
    const count = (kind: string) => {
      const where = conditions(alert, viewer, { organisation_id, from, kind })
      return sql`(select count(*)::int from (select from alert where ${where} limit ${sql.lit(COUNTED)}) counted)`
    }
    const counts = sql.join(kinds.map((kind) => sql`${count(kind)} as ${sql.ref(kind)}`))
    const { rows } = await sql<Record<(typeof kinds)[number], number>>`select ${counts}`.execute(db)
    const listed = await list(db, alert, viewer, { organisation_id, from, limit: newest })
    return { counts: rows[0]!, newest: listed.rows }
  },
})
