import { type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { tableOf } from '#db/tables/index.ts'
import { idArray, type Part, removeAll, repeat } from './parts.ts'

/**
 * Removes the rows that belong to accounts, and takes their ids from the rows of others, as the database does when an
 * account is deleted: here in parts, after its foreign keys.
 */
export async function removeOwned(db: Db, part: Part, ids: number[]): Promise<void> {
  for (const { table, column, is_theirs } of await personColumns(db)) {
    const where = sql<SqlBool>`${sql.ref(column)} = any(${idArray(ids)})`
    if (is_theirs) await removeAll(part, table, where, tableOf.get(table)?.purge?.order)
    else {
      await repeat(part, async (trx, rows) => {
        const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = null
          where ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${rows}))`.execute(trx)
        return Number(numAffectedRows ?? 0)
      })
    }
  }
}

/** Columns that refer to an account, and whether their rows go with it. */
async function personColumns(db: Db): Promise<PersonColumn[]> {
  const { rows } = await sql<PersonColumn>`select c.relname as "table", a.attname as "column",
      f.confdeltype = 'c' as is_theirs
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'user_account'::regclass and f.confdeltype in ('c', 'n')
      and c.relnamespace = current_schema()::regnamespace
    order by is_theirs desc, 1, 2`.execute(db)
  return rows
}

type PersonColumn = { table: string; column: string; is_theirs: boolean }
