import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { auditToken } from '../../crud/audit.ts'
import { IdQuery } from '../../crud/resource.ts'
import { makeToken } from '../../crud/session/random_token.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { tracker } from '../tracker.ts'

/** Makes the code of a cab, for a QR code there. A code from before does not work any more. */
export const makeCabCode = defineAction({
  method: 'POST',
  path: 'tracker/cabcode',
  config: { lasting: true },
  tags: ['trackers'],
  summary: 'Make a code for the cab, by which drivers say on their phones that they drive; the one before ends',
  body: IdQuery,
  answer: Type.Object({ id: Id, code: Type.String({ description: 'Shown once' }) }),
  async run({ context, viewer, body: { id } }) {
    const { token: code, sha256 } = makeToken()
    await transact(context, async (trx) => {
      const { organisation_id } = await changeable(trx, viewer, id)
      await sql`insert into cab_code (organisation_id, tracker_id, code_sha256) values (${organisation_id}, ${id}, ${sha256})
        on conflict (organisation_id, tracker_id) do update set code_sha256 = excluded.code_sha256, created_at = now()`.execute(
        trx,
      )
      const about = { organisation_id, entity: 'tracker' as const, entity_id: id, replaced: true }
      await auditToken(trx, viewer, 'tracker.cabcode', about)
    })
    return { id, code }
  },
})

/** Whether a cab has a code. */
export const readCabCode = defineAction({
  method: 'GET',
  path: 'tracker/cabcode',
  // It is for who may make another.
  config: { need: 'write' },
  tags: ['trackers'],
  summary: 'Read when the code of a cab was made',
  query: IdQuery,
  answer: Type.Object({ id: Id, made_at: Nullable(Timestamp) }),
  async run({ context: { db }, viewer, query: { id } }) {
    await changeable(db, viewer, id, false)
    const { rows } = await sql<{ made_at: string }>`select c.created_at as made_at from cab_code c
      where c.tracker_id = ${id}`.execute(db)
    return { id, made_at: rows[0]?.made_at ?? null }
  },
})

/** Ends the code of a cab. */
export const endCabCode = defineAction({
  method: 'DELETE',
  path: 'tracker/cabcode',
  tags: ['trackers'],
  summary: 'End the code of a cab',
  body: IdQuery,
  message: 'The code does not work any more.',
  async run({ context, viewer, body: { id } }) {
    await transact(context, async (trx) => {
      const { organisation_id } = await changeable(trx, viewer, id)
      await sql`delete from cab_code where organisation_id = ${organisation_id} and tracker_id = ${id}`.execute(trx)
    })
    return null
  },
})

async function changeable(db: Db, viewer: Viewer, id: number, locks = true): Promise<{ organisation_id: number }> {
  const row = await db
    .selectFrom('tracker')
    .select('organisation_id')
    .where('id', '=', id)
    .where(tracker.writes(viewer))
    .$if(locks, (query) => query.forKeyShare())
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such tracker.', 'id')
  return row
}

/** The tracker of a code, while it is active. */
export async function findCab(db: Db, code: string): Promise<Cab | null> {
  const { rows } =
    await sql<Cab>`select t.id as tracker_id, t.organisation_id, coalesce(nullif(t.name, ''), t.number) as name,
      o.name as organisation_name
    from cab_code c join tracker t on t.organisation_id = c.organisation_id and t.id = c.tracker_id and t.active
    join organisation o on o.id = c.organisation_id
    where c.code_sha256 = ${hash('sha256', code)}`.execute(db)
  const found = rows[0]
  return (
    (found && { ...found, tracker_id: Number(found.tracker_id), organisation_id: Number(found.organisation_id) }) ??
    null
  )
}

export type Cab = { tracker_id: number; organisation_id: number; name: string; organisation_name: string }
