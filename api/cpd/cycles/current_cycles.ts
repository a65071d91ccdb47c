import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { read } from '../../crud/crud.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { readsDefinitions, todayIn } from '../access.ts'
import { isInAudience } from '../audience.ts'
import { devcycle } from './devcycle.ts'

export const listCurrentCycles = defineAction({
  method: 'GET',
  path: 'devcycles/current',
  tags: ['devcycles'],
  summary: 'List the open cycles that you are in the audience of',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Type.Array(devcycle.row),
  async run({ context, viewer, query }) {
    const cycles = await currentCycles(context.db, viewer, query.organisation_id)
    const data = []
    for (const { id } of cycles) data.push(await read(context.db, devcycle, viewer, id))
    return data
  },
})

/** The open cycles that a person is in the audience of, in organisations with CPD. */
export async function currentCycles(db: Db, viewer: Viewer, organisation_id?: number) {
  const { rows } = await sql<{ id: number; organisation_id: number }>`
    select devcycle.id, devcycle.organisation_id from devcycle
    where ${readsDefinitions(viewer, 'devcycle')} and devcycle.expired_at is null
      and devcycle.start <= ${todayIn(sql.ref('devcycle.organisation_id'))}
      and ${organisation_id === undefined ? sql`true` : sql`devcycle.organisation_id = ${organisation_id}`}
      and ${isInAudience(sql`${viewer.user_id}::bigint`)}
    order by devcycle.start desc, devcycle.id desc limit 20`.execute(db)
  return rows
}
