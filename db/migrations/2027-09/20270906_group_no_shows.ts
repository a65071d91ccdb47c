import { type Kysely, sql } from 'kysely'

export const after = '20270905_shared_trips'
export const checksum = 'b807d3223951730b0029bf504696c604fce286c7ed32e19d448a1667323cce0b'

/** A driver who is planned for one tracker of a group and does not come: the alert has the name of the group. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = ['alter table alert add column group_name text']
