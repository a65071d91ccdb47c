import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../../../../context.ts'
import { transact } from '../../../../crud/transact.ts'
import { ProviderError } from '../../errors.ts'
import { fromStripeAmount, momentOf } from '../amounts.ts'
import { balanceAccounts } from './accounts.ts'
import { movementOf } from './kinds.ts'

/** Records movements of the account at Stripe: each once, however often and in which order they are read. */
export async function recordMovements(
  context: ApiContext,
  { organisation_id, tenant_id }: Owner,
  transactions: Stripe.BalanceTransaction[],
): Promise<void> {
  if (transactions.length === 0) return
  await transact(context, async (trx) => {
    const digits = await digitsOf(trx, transactions)
    const common = { organisation_id, provider: 'stripe' as const, ...(await balanceAccounts(trx, organisation_id)) }
    const values = transactions.flatMap((one) => {
      const { about, kind, ...amounts } = movementOf(one)
      const currency = one.currency.toUpperCase()
      const moved = inOurUnits(context, one.id, amounts, currency, digits)
      if (!moved) return []
      // Those of payments may name their person, and what is kept here stays for good.
      const description = personal.includes(kind) ? '' : (one.description ?? '').slice(0, 500)
      return {
        ...common,
        ...moved,
        kind,
        currency,
        description,
        provider_id: `${tenant_id} ${one.id}`,
        about: about && `${tenant_id} ${about}`,
        at: momentOf(one.created),
      }
    })
    if (values.length === 0) return
    const insert = trx.insertInto('provider_movement').values(values)
    await insert.onConflict((on) => on.columns(['organisation_id', 'provider', 'provider_id']).doNothing()).execute()
  })
}

/** Records payouts as they stand at Stripe now. */
export async function recordPayouts(
  context: ApiContext,
  { organisation_id, tenant_id }: Owner,
  payouts: Stripe.Payout[],
): Promise<void> {
  if (payouts.length === 0) return
  await transact(context, async (trx) => {
    const digits = await digitsOf(trx, payouts)
    for (const payout of payouts) {
      const currency = payout.currency.toUpperCase()
      const moved = inOurUnits(context, payout.id, { amount: payout.amount }, currency, digits)
      if (!moved) continue
      const failure = payout.failure_message ?? payout.failure_code ?? ''
      const arrives_on = new Date(payout.arrival_date * 1000).toISOString().slice(0, 10)
      await sql`insert into provider_payout as p (organisation_id, provider, provider_id, state, amount, currency,
          arrives_on, description, failure, created_at)
        values (${organisation_id}, 'stripe', ${`${tenant_id} ${payout.id}`}, ${payout.status}, ${moved.amount},
          ${currency}, ${arrives_on}::date, ${(payout.statement_descriptor ?? '').slice(0, 200)},
          ${failure.slice(0, 500)}, ${momentOf(payout.created)}::timestamptz)
        on conflict (organisation_id, provider, provider_id) do update
          set state = excluded.state, arrives_on = excluded.arrives_on, failure = excluded.failure, modified_at = now()
          where (p.state, p.arrives_on, p.failure) is distinct from (excluded.state, excluded.arrives_on, excluded.failure)`.execute(
        trx,
      )
    }
  })
}

/** @returns null, with a line in the log, for what our books cannot hold: it is left out */
function inOurUnits<Name extends string>(
  { log }: ApiContext,
  id: string,
  amounts: Record<Name, number>,
  currency: string,
  digits: Map<string, number>,
): Record<Name, number> | null {
  const places = digits.get(currency)
  try {
    if (places === undefined) throw new ProviderError('refused', `The currency ${currency} is not known.`)
    const own = Object.entries<number>(amounts).map(([name, amount]) => [
      name,
      fromStripeAmount(amount, currency, places),
    ])
    return Object.fromEntries(own) as Record<Name, number>
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ id, reason: error.message }, 'a movement at Stripe was left out')
    return null
  }
}

async function digitsOf(trx: Trx, things: { currency: string }[]): Promise<Map<string, number>> {
  const codes = [...new Set(things.map(({ currency }) => currency.toUpperCase()))]
  const rows = await trx.selectFrom('currency').select(['code', 'digits']).where('code', 'in', codes).execute()
  return new Map(rows.map(({ code, digits }) => [code, digits]))
}

const personal: readonly string[] = ['charge', 'refund', 'dispute']

type Owner = { organisation_id: number; tenant_id: string }
