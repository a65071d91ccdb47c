import type { FastifyRequest } from 'fastify'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { Database } from '#db/tables/index.ts'
import type { ApiContext } from '../../context.ts'

/**
 * Gives an organisation its built-in books, once: the taxes of its currency's country where these are known, a short
 * chart of accounts and a theme. Everything in them can be changed.
 */
export async function ensureBooks(db: Db, organisation_ids: number[]): Promise<void> {
  const known = knownIn.get(db) ?? new Set()
  knownIn.set(db, known)
  const missing = organisation_ids.filter((id) => !known.has(id))
  if (missing.length === 0) return
  const { rows } = await sql<{ id: number; currency: string }>`
    select o.id, coalesce(c.code, 'NZD') as currency from organisation o left join currency c on c.code = o.currency
    where o.id in (${sql.join(missing)})
      and not exists (select from billing_config b where b.organisation_id = o.id)`.execute(db)
  for (const { id, currency } of rows) await db.transaction().execute((trx) => makeBooks(trx, id, currency))
  for (const id of missing) known.add(id)
}

/** A hook: the organisations of a request have their books. */
export function giveBooks({ db }: ApiContext) {
  return async ({ viewer, query, body }: FastifyRequest): Promise<void> => {
    if (!viewer) return
    const named = Number(organisationIn(body) ?? organisationIn(query))
    const ids = viewer.memberships.map(({ organisation_id }) => organisation_id)
    await ensureBooks(db, viewer.platform_admin && named ? [...ids, named] : ids)
  }
}

const organisationIn = (input: unknown) => (input as { organisation_id?: unknown } | null | undefined)?.organisation_id

/** Organisations that have their books; only grows, since books are never taken away. */
const knownIn = new WeakMap<Db, Set<number>>()

async function makeBooks(trx: Trx, organisation_id: number, currency: string): Promise<void> {
  const { rows: made } = await sql<{ id: number }>`
    insert into billing_config (organisation_id, currency, amounts_are, financial_year_month)
    values (${organisation_id}, ${currency}, 'inclusive', ${financialYears[currency] ?? '01'})
    on conflict (organisation_id) do nothing returning id`.execute(trx)
  if (made.length === 0) return
  const taxes = await trx
    .insertInto('tax_rate')
    .values((taxRates[currency] ?? untaxed).map((rate) => ({ organisation_id, ...rate })))
    .onConflict((on) => on.doNothing())
    .returning(['id', 'code'])
    .execute()
  await trx
    .insertInto('account')
    .values(accounts.map((account) => ({ organisation_id, ...account })))
    .onConflict((on) => on.doNothing())
    .execute()
  const theme = await trx
    .insertInto('branding_theme')
    .values({ organisation_id, name: 'Standard' })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  await trx
    .updateTable('billing_config')
    .set({ tax_rate_id: taxes.find(({ code }) => code === 'GST')?.id ?? null, branding_theme_id: theme?.id ?? null })
    .where('organisation_id', '=', organisation_id)
    .execute()
}

/**
 * Of New Zealand, whose GST is 15 % since 1 October 2010, and of Australia, where it is 10 % since 1 July 2000.
 *
 * @source https://www.ird.govt.nz/gst
 * @source https://www.ato.gov.au/businesses-and-organisations/gst-excise-and-indirect-taxes/gst
 */
const taxRates: Record<string, readonly BuiltInRate[]> = {
  NZD: [
    { code: 'GST', name: 'GST', type: 'standard', rate: '15', effective_from: '2010-10-01' },
    { code: 'ZERO', name: 'Zero-rated', type: 'zero', rate: '0' },
    { code: 'EXEMPT', name: 'Exempt', type: 'exempt', rate: '0' },
    { code: 'NONE', name: 'No GST', type: 'none', rate: '0' },
  ],
  AUD: [
    { code: 'GST', name: 'GST', type: 'standard', rate: '10', effective_from: '2000-07-01' },
    { code: 'ZERO', name: 'GST-free', type: 'zero', rate: '0' },
    { code: 'EXEMPT', name: 'Input taxed', type: 'exempt', rate: '0' },
    { code: 'NONE', name: 'No GST', type: 'none', rate: '0' },
  ],
}
/** The month in which the financial year begins in New Zealand and Australia. */
const financialYears: Record<string, string> = { NZD: '04', AUD: '07' }
/** Elsewhere nothing is taxed until the treasurer has entered a rate and chosen it. */
const untaxed: readonly BuiltInRate[] = [{ code: 'NONE', name: 'No tax', type: 'none', rate: '0' }]

type BuiltInRate = Pick<Insertable<Database['tax_rate']>, 'code' | 'name' | 'type' | 'rate' | 'effective_from'>

const accounts = [
  { code: '090', name: 'Bank account', type: 'bank' },
  { code: '200', name: 'Sales', type: 'revenue' },
  { code: '210', name: 'Memberships', type: 'revenue' },
  { code: '220', name: 'Courses and events', type: 'revenue' },
  { code: '260', name: 'Other revenue', type: 'revenue' },
  { code: '400', name: 'Bad debts', type: 'expense' },
  { code: '610', name: 'Accounts receivable', type: 'receivable' },
  { code: '820', name: 'GST', type: 'liability' },
] as const
