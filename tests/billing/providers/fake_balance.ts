import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'

/**
 * The balance of the fake Stripe: its movements and payouts, as the types of the package say, which Stripe makes of its
 * OpenAPI document. Amounts are of the smallest unit of the currency.
 */
export class FakeBalance {
  readonly transactions: Stripe.BalanceTransaction[] = []
  readonly payouts = new Map<string, Stripe.Payout>()
  readonly sources = new Map<string, Stripe.BalanceTransactionSource>()
  currency = 'nzd'
  /** What a restricted key may not read. */
  forbidden = false

  /** A payment by card. @param tax the part of the fee that is GST */
  charge(payment_intent: string, amount: number, fee: number, tax = 0, created?: number) {
    const source = { id: `ch_${id()}`, object: 'charge', payment_intent } as Stripe.Charge
    return this.move({ type: 'charge', reporting_category: 'charge', amount, fee, tax, source, created })
  }

  refund(refund_id: string, amount: number) {
    const source = { id: refund_id, object: 'refund' } as Stripe.Refund
    return this.move({ type: 'refund', reporting_category: 'refund', amount: -amount, source })
  }

  /** Taken by a bank with a fee, or given back. */
  dispute(dispute_id: string, amount: number, fee: number) {
    const source = { id: dispute_id, object: 'dispute', payment_intent: 'pi_of_it' } as Stripe.Dispute
    const reporting_category = amount < 0 ? 'dispute' : 'dispute_reversal'
    return this.move({ type: 'adjustment', reporting_category, amount, fee, source })
  }

  /** A fee that stands alone, such as that of Radar, and its GST. */
  fee(amount: number, type: 'stripe_fee' | 'tax_fee' = 'stripe_fee') {
    const reporting_category = type === 'tax_fee' ? 'tax' : 'fee'
    return this.move({ type, reporting_category, amount: -amount, source: null })
  }

  payout(amount: number, arrival_date = seconds()): Stripe.Payout {
    const payout: Stripe.Payout = {
      id: `po_${id()}`,
      object: 'payout',
      amount,
      application_fee: null,
      application_fee_amount: null,
      arrival_date,
      automatic: true,
      balance_transaction: null,
      created: seconds(),
      currency: this.currency,
      description: 'STRIPE PAYOUT',
      destination: 'ba_1',
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      livemode: false,
      metadata: {},
      method: 'standard',
      original_payout: null,
      payout_method: null,
      reconciliation_status: 'completed',
      reversed_by: null,
      source_type: 'card',
      statement_descriptor: 'COLLEGE PAYOUT',
      status: 'in_transit',
      trace_id: null,
      type: 'bank_account',
    }
    const moved = this.move({ type: 'payout', reporting_category: 'payout', amount: -amount, source: payout })
    payout.balance_transaction = moved.id
    this.payouts.set(payout.id, payout)
    return payout
  }

  fail(payout: Stripe.Payout): void {
    const type = 'payout_failure'
    const moved = this.move({ type, reporting_category: 'payout_reversal', amount: payout.amount, source: payout })
    payout.failure_balance_transaction = moved.id
    payout.failure_code = 'account_closed'
    payout.failure_message = 'The bank account has been closed.'
    payout.status = 'failed'
  }

  /** What Stripe holds. */
  held(): number {
    return this.transactions.reduce((sum, { net }) => sum + net, 0)
  }

  /** Of `GET balance_transactions` and `GET payouts`; undefined for what does not exist. */
  answer(kind: string, one: string | undefined, query: URLSearchParams): object | undefined {
    if (kind === 'payouts') return one ? this.#onePayout(one, query) : this.#listPayouts(query)
    if (one) return this.transactions.find((each) => each.id === one)
    const since = Number(query.get('created[gte]') ?? 0)
    const listed = this.transactions.filter(({ created }) => created >= since).reverse()
    const wants_source = [...query].some(([name, value]) => name.startsWith('expand') && value === 'data.source')
    return paged(listed, query, (each) => {
      const source = wants_source && typeof each.source === 'string' ? this.sources.get(each.source) : undefined
      return source ? { ...each, source } : each
    })
  }

  move({ amount, fee = 0, tax = 0, source, created, ...about }: Movement): Stripe.BalanceTransaction {
    const { currency } = this
    const part = (type: string, of: number) => ({ amount: of, application: null, currency, description: null, type })
    const details = fee === 0 ? [] : [part('stripe_fee', fee - tax), ...(tax === 0 ? [] : [part('tax', tax)])]
    const moved: Stripe.BalanceTransaction = {
      id: `txn_${id()}`,
      object: 'balance_transaction',
      amount,
      available_on: seconds(),
      balance_type: 'payments',
      created: created ?? seconds(),
      currency,
      description: `${about.type} for aroha@example.com`,
      exchange_rate: null,
      fee,
      fee_details: details,
      net: amount - fee,
      source: source?.id ?? null,
      status: 'available',
      ...about,
    }
    if (source) this.sources.set(source.id, source)
    this.transactions.push(moved)
    return moved
  }

  #onePayout(one: string, query: URLSearchParams): object | undefined {
    const payout = this.payouts.get(one)
    if (!payout) return undefined
    const expanded = [...query].filter(([name]) => name.startsWith('expand')).map(([, value]) => value)
    const whole = (name: 'balance_transaction' | 'failure_balance_transaction') =>
      expanded.includes(name) ? (this.transactions.find((each) => each.id === payout[name]) ?? null) : payout[name]
    const [moved, failed] = [whole('balance_transaction'), whole('failure_balance_transaction')]
    return { ...payout, balance_transaction: moved, failure_balance_transaction: failed }
  }

  #listPayouts(query: URLSearchParams): object {
    const since = Number(query.get('arrival_date[gte]') ?? 0)
    const listed = [...this.payouts.values()].filter(({ arrival_date }) => arrival_date >= since).reverse()
    return paged(listed, query, (each) => each)
  }
}

/** Newest first, a page at a time. */
function paged<T extends { id: string }>(all: T[], query: URLSearchParams, show: (one: T) => T): object {
  const after = query.get('starting_after')
  const from = after ? all.findIndex((one) => one.id === after) + 1 : 0
  const limit = Number(query.get('limit') ?? 10)
  const data = all.slice(from, from + limit).map(show)
  return { object: 'list', data, has_more: from + limit < all.length, url: '/v1' }
}

const id = () => randomUUID().replaceAll('-', '')
const seconds = () => Math.floor(Date.now() / 1000)

type Movement = Pick<Stripe.BalanceTransaction, 'type' | 'reporting_category' | 'amount'> & {
  fee?: number
  tax?: number
  source: Stripe.BalanceTransactionSource | null
  created?: number | undefined
}
