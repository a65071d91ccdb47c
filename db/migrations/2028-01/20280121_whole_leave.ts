import { type Kysely, sql } from 'kysely'

export const after = '20280111_home_currency'
export const checksum = 'f0289bee9f18bf4a9af8ea6da18734d30842f0bfa2d8f817f6f54a3e5c43b237'

/** A waiver knows the whole leave of which its days are those in the cycle: how long it lasts decides what it reduces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table devwaiver
    add leave_from date,
    add leave_to date,
    add check (leave_from < "from"),
    add check (leave_to > "to")`,
]
