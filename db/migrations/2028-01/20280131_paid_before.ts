import { type Kysely, sql } from 'kysely'

export const after = '20280121_whole_leave'
export const checksum = '91d61517e452e5d746ed66c5d4acb6a4c248e0f60f88f72ece5321070c90f0be'

/** A membership keeps what was paid before a change, until that is paid: it falls back to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [`alter table subscription add paid_before jsonb check (jsonb_typeof(paid_before) = 'object')`]
