import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Db } from '#db/database.ts'
import type { ApiContext } from '../../../../context.ts'
import { type CountedStripe, openStripe } from '../push.ts'
import { recordMovements, recordPayouts } from './record.ts'

/**
 * Reads the movements and payouts of each connected account: every five minutes, and soon after an event. The first
 * pass reads all that the account has ever had, a part at a time, so that the clearing account holds what Stripe does.
 */
export async function readBalances(context: ApiContext): Promise<void> {
  const { db, log } = context
  const { rows } = await sql<Reading>`
    with due as (
      select id from provider_connection where kind = 'stripe' and state = 'connected' and balance_due_at <= now()
      order by balance_due_at limit 5 for update skip locked)
    update provider_connection c set balance_due_at = now() + interval '5 minutes' from due where c.id = due.id
    returning c.id, c.organisation_id, c.tenant_id, extract(epoch from c.balance_read_to)::bigint as read_to,
      extract(epoch from c.balance_pass_began_at)::bigint as pass_began, c.balance_pass_after as pass_after`.execute(db)
  for (const reading of rows) {
    try {
      await readBalance(context, reading)
    } catch (error) {
      const reason = (error as Error).message
      log.warn({ connection: reading.id, reason }, 'the balance at Stripe could not be read')
      await sql`update provider_connection set last_error = ${`${FAILED}: ${reason}`.slice(0, 500)},
        last_error_at = now() where id = ${reading.id} and state = 'connected'`.execute(db)
    }
  }
}

/** An event says that something has moved: the balance is read at the next opportunity. */
export async function balanceIsDue(db: Db, connection_id: number): Promise<void> {
  await sql`update provider_connection set balance_due_at = now()
    where id = ${connection_id} and balance_due_at > now()`.execute(db)
}

/** A payout as it is at Stripe now, whatever its event says, with what it has moved. */
export async function readPayout(context: ApiContext, { id, ...owner }: Owner, payout_id: string): Promise<void> {
  const stripe = await openStripe(context, id)
  const expand = ['balance_transaction', 'failure_balance_transaction']
  const payout = await stripe((api) => api.payouts.retrieve(payout_id, { expand }))
  const moved = [payout.balance_transaction, payout.failure_balance_transaction]
  await recordMovements(
    context,
    owner,
    moved.filter((one): one is Stripe.BalanceTransaction => typeof one === 'object' && one !== null),
  )
  await recordPayouts(context, owner, [payout])
  await balanceIsDue(context.db, id)
}

/** One pass from the newest movement back to what was read before; it continues later where it has many pages. */
async function readBalance(context: ApiContext, reading: Reading): Promise<void> {
  const { id, read_to } = reading
  const stripe = await openStripe(context, id)
  const began = reading.pass_began ?? Math.floor(Date.now() / 1000)
  const since = read_to === null ? {} : { created: { gte: read_to - OVERLAP_S } }
  let after = reading.pass_after
  for (let page = 0; page < PAGES; page++) {
    const cursor = after === null ? {} : { starting_after: after }
    const { data, has_more } = await stripe((api) =>
      api.balanceTransactions.list({ limit: 100, expand: ['data.source'], ...since, ...cursor }),
    )
    await recordMovements(context, reading, data)
    after = data.at(-1)?.id ?? after
    if (!has_more) {
      await readPayouts(context, stripe, reading)
      return endPass(context.db, reading, { read_to: began, pass_began: null, pass_after: null })
    }
  }
  await endPass(context.db, reading, { read_to, pass_began: began, pass_after: after })
  await balanceIsDue(context.db, id)
}

/** Those that may have changed: a payout fails within a few days after it was paid. */
async function readPayouts(context: ApiContext, stripe: CountedStripe, reading: Reading): Promise<void> {
  const since = reading.read_to === null ? {} : { arrival_date: { gte: reading.read_to - SETTLED_S } }
  const payouts = await stripe((api) =>
    api.payouts.list({ limit: 100, ...since }).autoPagingToArray({ limit: MOST_PAYOUTS }),
  )
  await recordPayouts(context, reading, payouts)
}

/** Not where another process has continued, or another account was connected, in the meantime. */
async function endPass(db: Db, { id, tenant_id, pass_after }: Reading, next: Pass): Promise<void> {
  await sql`update provider_connection set balance_read_to = to_timestamp(${next.read_to}::float8),
      balance_pass_began_at = to_timestamp(${next.pass_began}::float8), balance_pass_after = ${next.pass_after},
      last_error = case when starts_with(last_error, ${FAILED}) then null else last_error end
    where id = ${id} and tenant_id = ${tenant_id} and balance_pass_after is not distinct from ${pass_after}`.execute(db)
}

const FAILED = 'Fees and payouts'
const PAGES = 20
const MOST_PAYOUTS = 10_000
/** Movements become visible a little after they were made. */
const OVERLAP_S = 3600
const SETTLED_S = 14 * 86_400

type Owner = { id: number; organisation_id: number; tenant_id: string }
/** Times in seconds, as Stripe counts them. */
type Pass = { read_to: number | null; pass_began: number | null; pass_after: string | null }
type Reading = Owner & Pass
