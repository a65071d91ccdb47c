import { type Kysely, sql } from 'kysely'

export const after = '20270120_ids_and_keys'
export const checksum = 'efe319f6542891bf146f832031e7b33d41214f42f040141325c4efc06fcce3eb'

/** Whether the tracker had been inside: one that never was is outside, and has not left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table alert add never_inside boolean not null default false').execute(db)
}
