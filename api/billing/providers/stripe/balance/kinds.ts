import type Stripe from 'stripe'
import type { movementKinds } from '#db/tables/billing/values.ts'

/**
 * What a balance transaction is in the books, in Stripe's smallest units. Pure.
 *
 * @source https://docs.stripe.com/reports/balance-transaction-types, https://docs.stripe.com/reports/reporting-categories
 */
export function movementOf(transaction: Balance): Moved {
  const { amount, fee, fee_details, type } = transaction
  const kind = kindOf(transaction)
  const tax = fee_details.reduce((sum, each) => sum + (each.type === 'tax' ? each.amount : 0), 0)
  const common = { kind, about: aboutOf(transaction.source) }
  if (kind !== 'fee') return { ...common, amount, fee, fee_tax: tax }
  // The whole movement is the fee.
  const whole = fee - amount
  return { ...common, amount: 0, fee: whole, fee_tax: type === 'tax_fee' ? whole : tax }
}

function kindOf({ type, reporting_category }: Balance): Kind {
  if (reporting_category === 'dispute' || reporting_category === 'dispute_reversal') return 'dispute'
  if (reporting_category === 'refund_failure') return 'refund'
  return kinds[type] ?? (reporting_category === 'fee' ? 'fee' : 'other')
}

const kinds: Record<string, Kind | undefined> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  payment_failure_refund: 'refund',
  payment_reversal: 'refund',
  refund_failure: 'refund',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
  payout_failure: 'payout_return',
  payout_cancel: 'payout_return',
}

/** The id by which the ledger knows it: of a charge its payment. */
function aboutOf(source: Balance['source']): string | null {
  if (source === null || typeof source === 'string') return source
  const { payment_intent } = source as { payment_intent?: string | { id: string } | null }
  if (source.object !== 'charge' || !payment_intent) return source.id
  return typeof payment_intent === 'string' ? payment_intent : payment_intent.id
}

type Kind = (typeof movementKinds)[number]
type Balance = Pick<
  Stripe.BalanceTransaction,
  'amount' | 'fee' | 'fee_details' | 'type' | 'reporting_category' | 'source'
>
type Moved = { kind: Kind; about: string | null; amount: number; fee: number; fee_tax: number }
