import { type Kysely, sql } from 'kysely'

export const after = '20261209_boundary_rules'
export const checksum = '975a44681f87da25ca566e4fe65ac2f6fda7f7160e45ad97559a72b10dd509da'

/**
 * Lists of ended alerts, and of those that were not acknowledged, are most of all alerts: their totals are counted in
 * an index alone, not in the rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'create index alert_ended on alert (organisation_id, started_at, id) where ended_at is not null',
  'create index alert_not_seen on alert (organisation_id, started_at, id) where acknowledged_at is null',
]
