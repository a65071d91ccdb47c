import { sql } from 'kysely'
import type { ApiContext } from '../../context.ts'
import { ProviderError } from './errors.ts'
import { xero } from './xero/call.ts'
import { type Answer, entriesOf } from './xero/client.ts'

/** What Xero keeps of an organisation's books, by its names. */
const paths = {
  organisation: 'Organisation',
  items: 'Items',
  currencies: 'Currencies',
  taxrates: 'TaxRates',
  accounts: 'Accounts',
  brandingthemes: 'BrandingThemes',
} as const

/**
 * Reads accounts, tax rates and so on from the provider: at most every five minutes, and what was read last while the
 * provider does not answer.
 *
 * @throws {ProviderError} where nothing was ever read
 */
export async function readReference(context: ApiContext, connection_id: number, kind: ReferenceKind): Promise<Entry[]> {
  const { db } = context
  const { rows } = await sql<{ rows: Entry[]; is_fresh: boolean }>`
    select rows, read_at > now() - interval '5 minutes' as is_fresh from provider_reference
    where provider_connection_id = ${connection_id} and kind = ${kind}`.execute(db)
  const kept = rows[0]
  if (kept?.is_fresh) return kept.rows
  try {
    const answer = await xero<Answer>(context, connection_id, { method: 'GET', path: paths[kind] })
    const read = entriesOf(answer, paths[kind]).slice(0, MOST)
    await sql`insert into provider_reference (provider_connection_id, kind, rows)
      values (${connection_id}, ${kind}, ${JSON.stringify(read)}::jsonb)
      on conflict (provider_connection_id, kind) do update set rows = excluded.rows, read_at = now()`.execute(db)
    return read
  } catch (error) {
    if (kept && error instanceof ProviderError) return kept.rows
    throw error
  }
}

const MOST = 5000

type Entry = Record<string, unknown>
export type ReferenceKind = keyof typeof paths
