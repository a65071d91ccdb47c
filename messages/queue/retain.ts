import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'

/**
 * Retention of messages: deletes old ones with their deliveries, in batches of a thousand so that no transaction blocks
 * others. Queued deliveries and drafts that were changed since are kept. Ids rise with time, so the scan ends at the
 * first row that is recent enough.
 *
 * @returns the number deleted
 */
export const dropOldMessages = (db: Kysely<Database>, days: number): Promise<number> =>
  drop(db, 'message', days, sql`true`)

/** Deletes alerts that ended long ago, in the same way; open ones are kept. @returns the number deleted */
export async function dropOldAlerts(db: Kysely<Database>, days: number): Promise<number> {
  let deleted = 0
  // The alerts' index begins with the organisation.
  for (const { id } of await db.selectFrom('organisation').select('id').execute()) {
    deleted += await drop(db, 'alert', days, sql`organisation_id = ${id}::bigint`)
  }
  return deleted
}

async function drop(
  db: Kysely<Database>,
  table: 'message' | 'alert',
  days: number,
  among: RawBuilder<unknown>,
): Promise<number> {
  let deleted = 0
  for (let after = 0; ; ) {
    const { rows } = await sql<{ looked_at: number; last: number | null; deleted: number }>`
      with looked_at as (
        select id, created_at < now() - make_interval(days => ${days}::int) as old
        from ${sql.table(table)} where ${among} and id > ${after}::bigint order by id limit ${BATCH_SIZE}
      ), gone as (
        delete from ${sql.table(table)} t using looked_at l where ${among} and t.id = l.id and l.old and ${isOver[table](days)}
        returning t.id
      )
      select count(*)::int as looked_at, max(id) filter (where old)::float8 as last,
        (select count(*)::int from gone) as deleted
      from looked_at`.execute(db)
    const { looked_at, last, deleted: now } = rows[0]!
    deleted += now
    if (last === null || looked_at < BATCH_SIZE) return deleted
    after = last
  }
}

const isOver = {
  message: (days: number) => sql`(t.draft is null or t.modified_at < now() - make_interval(days => ${days}::int))
    and not exists (select from message_delivery d where d.message_id = t.id and d.state = 'queued')`,
  alert: (days: number) => sql`t.ended_at < now() - make_interval(days => ${days}::int)`,
}

const BATCH_SIZE = 1000
