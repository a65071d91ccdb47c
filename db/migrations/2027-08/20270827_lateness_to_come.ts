import { type Kysely, sql } from 'kysely'

export const after = '20270826_driver_alerts'
export const checksum = '2584c7be23ab3ed53bddfd8d5cc7697bc6dd794d9dc4ea6551132ef19d2948b9'

/** That a tracker will be late is known before it is expected: the alert says about when it comes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table alert add column expected_at timestamptz, add column arrives_at timestamptz',
  'alter table alert_watch add column foreseen_for timestamptz',
]
