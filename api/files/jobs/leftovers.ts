import { type Kysely, sql } from 'kysely'
import { Pace } from '#db/pace.ts'
import type { Database } from '#db/tables/index.ts'
import type { ApiContext } from '../../context.ts'

/** Removes the rows that jobs have begun to make, in parts, the innermost first. Contents without a row are swept. */
export async function removeMade(db: Kysely<Database>, job_ids: number[]): Promise<void> {
  if (job_ids.length === 0) return
  const pace = new Pace()
  for (let deleted = 1; deleted > 0; ) {
    deleted = await pace.part(
      (work) => db.transaction().execute(work),
      async (trx, rows) => {
        const { numAffectedRows } = await sql`delete from file where id in (select f.id from file f
          where f.job_id = any(${`{${job_ids.join(',')}}`}::bigint[])
            and not exists (select from file c where c.parent_file_id = f.id) limit ${rows})`.execute(trx)
        return Number(numAffectedRows)
      },
    )
  }
}

/** Removes contents that no file has. */
export async function forgetContents({ db, contents, log }: ApiContext, ids: number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const { rows } = await sql<{ backend: 'disk' | 's3'; backend_key: string }>`
      delete from file_content where id in (select c.id from file_content c where c.id = any(${`{${some.join(',')}}`}::bigint[])
        and not exists (select from file f where f.content_id = c.id) for update skip locked)
      returning backend, backend_key`.execute(db)
    for (const content of rows) {
      await contents.remove(content).catch((error) => log.warn({ err: error }, 'removing a content failed'))
    }
  }
}

/** Jobs that have ended without success, and have left rows: their process was killed before it could remove them. */
export async function removeLeftovers(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select j.id from job j where j.state in ('failed', 'cancelled')
    and exists (select from file f where f.job_id = j.id) limit 100`.execute(db)
  await removeMade(
    db,
    rows.map(({ id }) => id),
  )
}

const AT_ONCE = 200
