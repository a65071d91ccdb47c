import { type Kysely, sql } from 'kysely'

export const after = '20271124_notices'
export const checksum = '513dbee69a9d593e0ddb559b862277b2d04d5434f34436b80ad43d31c70a3777'

/** Contacts may get the electronic invoice with the mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = ['alter table contact add column with_xml boolean not null default false']
