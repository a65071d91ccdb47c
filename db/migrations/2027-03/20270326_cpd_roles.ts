import { type Kysely, sql } from 'kysely'

export const after = '20270325_organisation_logo'
export const checksum = '31f942510c278ce4191b5d1fcdb944f5d1c436e5ec3030c1bbdfb51fa3f4c381'

/** What a member does in professional development besides their role: all of it, audits, or numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table membership add column cpd_role text check (cpd_role in ('officer', 'auditor', 'committee'))`,
]
