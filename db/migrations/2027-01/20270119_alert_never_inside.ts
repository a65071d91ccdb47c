import { type Kysely, sql } from 'kysely'

/** Whether the tracker had been inside: one that never was is outside, and has not left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table alert add never_inside boolean not null default false').execute(db)
}
