import { type Kysely, sql } from 'kysely'

export const after = '20271031_forward_brokers'
export const checksum = '53d057e5e758fca338b759d9f2c95c562122c1825e9f37dbb8bf0699ef108dc5'

/** The time of a loan from another installation counts by the clock of who lends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table remote_loan add clock_offset_s double precision not null default 0`.execute(db)
}
