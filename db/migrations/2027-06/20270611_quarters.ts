import { type Kysely, sql } from 'kysely'

export const after = '20270610_membership_year'
export const checksum = 'e2836f5e469d707f4d35bcc036f333f66180026ca4465883f427f0bf4a581f52'

/** Memberships that renew every quarter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = ['product', 'subscription', 'price_change'].map(
  (table) => `alter table ${table} drop constraint ${table}_period_check, add constraint ${table}_period_check
    check (period in (${table === 'price_change' ? '' : "'none', "}'month', 'quarter', 'year'))`,
)
