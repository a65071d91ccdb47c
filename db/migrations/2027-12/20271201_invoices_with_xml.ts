import { type Kysely, sql } from 'kysely'

export const after = '20271124_notices'
export const checksum = ''

/** Contacts may get the electronic invoice with the mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = ['alter table contact add column with_xml boolean not null default false']
