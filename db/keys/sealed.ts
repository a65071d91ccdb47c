import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { purposes } from './purposes.ts'

/** Every sealed column. `id` is what its purpose depends on. */
export const sealedColumns: Sealed[] = [
  { table: 'user_account', column: 'totp_secret', id: sql`id`, purpose: (id) => purposes.totp(Number(id)) },
  { table: 'message_delivery', column: 'sealed', id: sql`id`, purpose: () => purposes.account_mail },
  { table: 'procedure', column: 'nhi_sealed', id: sql`id`, purpose: (id) => purposes.nhi(Number(id)) },
  ...['access_sealed', 'refresh_sealed', 'webhook_sealed'].map((column) => ({
    ...{ table: 'provider_connection', column, id: sql`id` },
    purpose: (id: string) => purposes.provider(Number(id)),
  })),
  {
    ...{ table: 'provider_authorisation', column: 'verifier_sealed', id: sql`state_sha256` },
    purpose: purposes.provider_authorization,
  },
  {
    ...{ table: 'report_forward', column: 'password_sealed', id: sql`id` },
    purpose: (id) => purposes.report_forward(Number(id)),
  },
  {
    ...{ table: 'organisation_config', column: 'webhook_sealed', id: sql`id` },
    purpose: (id) => purposes.webhook(Number(id)),
  },
  { table: 'file', column: 'public_sealed', id: sql`id`, purpose: (id) => purposes.file_link(Number(id)) },
  { table: 'idempotency_key', column: 'sealed', id: sql`key`, purpose: (key) => purposes.idempotency(key) },
]

/** How many values, contents of files among them, are sealed with each key. */
export async function countSealed(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const sealed = sealedColumns.map(
    ({ table, column }) => sql`select split_part(${sql.ref(column)}, '.', 2) as id, count(*)::int as count
      from ${sql.table(table)} where ${sql.ref(column)} like 'v2.%' group by 1`,
  )
  const contents = sql`select key_id as id, count(*)::int as count from file_content group by 1`
  const { rows } = await sql<{ id: string; count: number }>`select id, sum(count)::float8 as count
    from (${sql.join([...sealed, contents], sql` union all `)}) s group by id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export type Sealed = { table: string; column: string; id: RawBuilder<unknown>; purpose(id: string): string }
