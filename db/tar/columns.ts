import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/index.ts'

/** Columns that are stored, with their types. */
export async function columnsOf(db: Kysely<Database>, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`.execute(db)
  return rows
}

export type Column = { name: string; type: string; nullable: boolean }
