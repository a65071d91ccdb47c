import { type Kysely, sql } from 'kysely'

export const after = '20270206_organisation_skeleton'
export const checksum = '3a059c9ed5c1d6d6c34a33a03da190a355330ae9ed67f24be4878059f98e2bc9'

/** The token of a file's public link, sealed by the key ring, so that the link can be shown again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table file add public_sealed text check (length(public_sealed) <= 2000)',
  // Each start counts what is sealed.
  'create index file_public_sealed on file (id) where public_sealed is not null',
]
