import { type Kysely, sql } from 'kysely'

export const after = '20270316_identity_providers'
export const checksum = '51d72e43d9a9f65b979fdaf770b3cf76d48c9f23f47afcf39a7d2643f19ae976'

/** Webhooks that are written in words, for chats and push services. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table webhook_endpoint
    add column preset text check (preset in
      ('ntfy', 'gotify', 'telegram', 'pushover', 'slack', 'teams', 'discord', 'matrix', 'http')),
    add column settings_sealed text`,
]
