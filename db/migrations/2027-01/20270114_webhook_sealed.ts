import { type Kysely, sql } from 'kysely'

export const after = '20270113_installations'
export const checksum = '360ac6fc7b10ed9d647442e7404508cd2f3f61ec8ba0701dbf6c31515ee09570'

/** The secrets that sign webhooks are sealed by the key ring; `webhook_secret` waits for the next start, which seals it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = ['alter table organisation_config add webhook_sealed text check (length(webhook_sealed) <= 2000)']
