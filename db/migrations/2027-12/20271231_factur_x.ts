import { type Kysely, sql } from 'kysely'

export const after = '20271222_provider_balances'
export const checksum = 'c297a90485c874cc0056f9bd0957d43723277b643b4feb1a866df9401d737c7d'

/** Contacts may get the electronic invoice within the PDF of the mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = ['alter table contact add column with_facturx boolean not null default false']
