import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Deletes audit entries older than `days`, in batches by id; ids follow the order of time. */
export async function dropOldAudit(db: Db, days: number): Promise<void> {
  if (days === 0) return
  for (let deleted = AT_ONCE; deleted === AT_ONCE; ) {
    const { rows } = await sql<{ deleted: number }>`
      with first as (select id, created_at from audit_log order by id limit ${AT_ONCE}),
        gone as (delete from audit_log a using first f where a.id = f.id
          and f.created_at < now() - make_interval(days => ${days}::int) returning a.id)
      select count(*)::int as deleted from gone`.execute(db)
    deleted = rows[0]!.deleted
  }
}

const AT_ONCE = 500
