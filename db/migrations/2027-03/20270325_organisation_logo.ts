import { type Kysely, sql } from 'kysely'

export const after = '20270325_certificates'
export const checksum = 'c52fc7ac216589e762fd6d3ced1eee6c18cce17cd1b87c2562424c1e87f84e40'

/** The logo of an organisation, which its reports have as PDF. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table organisation_website add column logo_file_id bigint references file on delete set null',
  `create index organisation_website_logo on organisation_website (logo_file_id)
   where logo_file_id is not null`,
]
