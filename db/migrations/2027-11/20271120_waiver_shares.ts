import { type Kysely, sql } from 'kysely'

export const after = '20271111_treasurers'
export const checksum = '889115d85483fe1dc4c0f1074033f6e854443fde6bca7654e65921f0f4043b7b'

/** A waiver is of a share of what its days ask for, and of some requirements or all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table devwaiver
    add percent integer not null default 100 check (percent between 1 and 100),
    add requirements text[] not null default '{}' check (cardinality(requirements) <= 100),
    add asked_percent integer check (asked_percent between 1 and 100),
    add asked_requirements text[]`,
]
