import { type Kysely, sql } from 'kysely'

export const after = '20270711_discount_codes'
export const checksum = '843399a97a715f55f387cc7cfbd87da29d1a29d69539565f859d9a10cde8b06c'

/** Sensors that are the sum of others, such as the tanks of a vehicle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table sensor
    add column sum_of jsonb,
    alter column path set default '',
    drop constraint sensor_path_check,
    add constraint sensor_path_or_sum check (length(path) <= 100 and (path = '') = (sum_of is not null))`,
]
