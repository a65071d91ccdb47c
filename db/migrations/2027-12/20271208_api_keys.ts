import { type Kysely, sql } from 'kysely'

export const after = '20271207_oauth'
export const checksum = 'ca415ae5990f66dfc8c59b793ecfcd8d2a2ddfcb1fd88524f9ac71d9af2b907d'

/** An organisation decides who may use API keys, and let assistants in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table organisation_config add column api_keys text not null default 'members'
    check (api_keys in ('members', 'administrators', 'nobody'))`,
]
