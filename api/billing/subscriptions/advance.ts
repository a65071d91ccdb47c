import type { Trx } from '#db/database.ts'
import type { Subscription } from '#db/tables/billing/subscription.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { offLine } from '../discounts/terms.ts'
import { dueOn, hasInstalments } from '../instalments/due.ts'
import { voidInvoice } from '../invoices/authorise.ts'
import { coverPeople, peopleOf } from '../members/cover.ts'
import { addDays, dayOfMonth, nextInvoiceOn } from '../money/days.ts'
import { costWith, discountOf } from '../money/discounts.ts'
import { periodFrom, type Terms } from '../money/years.ts'
import { beginPause, dropPause } from '../pauses/begin_pause.ts'
import { pausedOn } from '../pauses/paused.ts'
import { markCharged, priceOf } from '../prices/charge.ts'
import { fallBack } from './fall_back.ts'
import { issue } from './issue.ts'

/**
 * Brings a subscription to a day: invoices of the next period, new periods, grace, lapse and cancellation. It can be run at
 * any time and any number of times; days that were missed are made up for.
 *
 * The caller holds the lock of the row.
 */
export async function advance(trx: Trx, id: number, today: string): Promise<void> {
  const sub = await trx.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (sub.paused_from !== null && !sub.pause_begun && today >= sub.paused_from) {
    await takeSteps(trx, id, addDays(sub.paused_from, -1))
    const now = await trx.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (now.state === 'active') await beginPause(trx, now)
    else await dropPause(trx, now)
    if (now.state === 'active' && now.paused_until! >= today) return
  }
  if (pausedOn(sub, today)) return
  await takeSteps(trx, id, today)
}

async function takeSteps(trx: Trx, id: number, today: string): Promise<void> {
  // Each step changes the row, and one of a month that was missed for years has few.
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const sub = await trx.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const change = await stepOf(trx, sub, today)
    if (!change) return
    await trx
      .updateTable('subscription')
      .set({ ...change, modified_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
    if (change.period_began_on !== undefined) await coverPeople(trx, id)
  }
}

const MOST_STEPS = 400

async function stepOf(trx: Trx, sub: Sub, today: string): Promise<Change | null> {
  if (sub.state === 'lapsed' || sub.state === 'cancelled') return null
  const is_paid = await isSettled(trx, sub.invoice_id)
  const has_ended = sub.period_ends_on !== null && today > sub.period_ends_on
  if (is_paid && sub.pay_by !== null) {
    return { pay_by: null, paid_before: null, ...(sub.state === 'grace' && { state: 'active' }) }
  }
  // A payment that was reversed is due again; of instalments the one that is next.
  if (!is_paid) {
    const { due_on, has_instalments } = await invoiceOf(trx, sub.invoice_id!)
    if (sub.pay_by === null) return { pay_by: due_on }
    if (has_instalments && sub.pay_by !== due_on) {
      return { pay_by: due_on, ...(sub.state === 'grace' && today <= due_on && { state: 'active' }) }
    }
  }
  if (!is_paid && sub.pay_by !== null) {
    const last_day = addDays(sub.pay_by, sub.grace_days)
    if (today > last_day) return (await fallBack(trx, sub, today)) ?? lapse(trx, sub, addDays(last_day, 1))
    if (sub.state === 'active' && today > sub.pay_by) return { state: 'grace' }
    // A second period is not begun before the first is paid.
    if (has_ended && sub.renewal_invoice_id === null) {
      return (await fallBack(trx, sub, today)) ?? lapse(trx, sub, addDays(sub.period_ends_on!, 1))
    }
  }
  const invoices = sub.next_invoice_on !== null && today >= sub.next_invoice_on && !sub.cancel_at_end && is_paid
  if (invoices) return invoiceNext(trx, sub, today)
  if (!has_ended) return null
  if (sub.cancel_at_end && sub.renewal_invoice_id === null) {
    return { state: 'cancelled', ended_on: addDays(sub.period_ends_on!, 1), next_invoice_on: null }
  }
  return renew(trx, sub)
}

/** The invoice of the next period; it is to be paid until the last day of this one. */
async function invoiceNext(trx: Trx, sub: Sub, today: string): Promise<Change> {
  const period = nextPeriod(sub)
  const { begins_on, ends_on } = period
  const price = await priceOf(trx, sub, begins_on)
  const costs = costWith(price, period, discountOf(sub, sub.state === 'trial'))
  const due_on = sub.period_ends_on!
  const of = { begins_on, ends_on, today, due_on, amount: costs.full, part: period, ...offLine(sub, costs) }
  const invoice = await issue(trx, sub.id, of)
  await markCharged(trx, sub, begins_on)
  return {
    renewal_invoice_id: invoice?.id ?? null,
    renewal_amount: price,
    renewal_part: costs.cost === price ? null : costs.cost,
    renewal_ends_on: ends_on,
    next_invoice_on: null,
  }
}

/** The next period begins: active where its invoice is paid, else with days of grace. */
async function renew(trx: Trx, sub: Sub): Promise<Change> {
  const { begins_on, anchor_day, ...next } = nextPeriod(sub)
  // As it was invoiced, whatever its terms are by now.
  const ends_on = sub.renewal_ends_on ?? next.ends_on
  const invoice = sub.renewal_invoice_id === null ? null : await invoiceOf(trx, sub.renewal_invoice_id)
  const is_paid = invoice === null || invoice.state !== 'authorised'
  return {
    state: 'active',
    period_began_on: begins_on,
    period_ends_on: ends_on,
    anchor_day,
    invoice_id: sub.renewal_invoice_id,
    unit_amount: sub.renewal_amount ?? sub.unit_amount,
    period_amount: sub.renewal_part,
    ...noRenewal,
    pay_by: is_paid ? null : invoice.due_on,
    next_invoice_on: nextInvoiceOn(ends_on, sub.period),
    pause_days: 0,
    renewed_count: sub.renewed_count + (sub.state === 'trial' ? 0 : 1),
  }
}

/** An invoice without payments is no longer owed; administrators settle partial payments. */
async function lapse(trx: Trx, sub: Sub, ended_on: string): Promise<Change> {
  for (const id of [sub.invoice_id, sub.renewal_invoice_id]) {
    const invoice = id === null ? null : await invoiceOf(trx, id)
    if (invoice?.state === 'authorised' && invoice.paid === 0) {
      await voidInvoice(trx, id!, { reason: 'The membership has lapsed', user_id: null })
    }
  }
  for (const { invoice_id } of await peopleOf(trx, sub.id)) {
    const invoice = invoice_id === null ? null : await invoiceOf(trx, invoice_id)
    if (invoice?.state !== 'authorised' || invoice.paid !== 0) continue
    await voidInvoice(trx, invoice_id!, { reason: 'The membership has lapsed', user_id: null })
  }
  return { state: 'lapsed', ended_on, next_invoice_on: null }
}

/** The period after the present one; one that is paid after a trial has its own anchor. */
export function nextPeriod(sub: Pick<Sub, 'state' | 'period_ends_on' | 'anchor_day' | keyof Terms>) {
  const begins_on = addDays(sub.period_ends_on!, 1)
  return periodFrom(sub, begins_on, sub.state === 'trial' ? dayOfMonth(begins_on) : sub.anchor_day)
}

/** Of a membership whose next period is not invoiced. */
export const noRenewal = { renewal_invoice_id: null, renewal_amount: null, renewal_part: null, renewal_ends_on: null }

async function isSettled(trx: Trx, invoice_id: number | null): Promise<boolean> {
  return invoice_id === null || (await invoiceOf(trx, invoice_id)).state !== 'authorised'
}

const invoiceOf = (trx: Trx, id: number) =>
  trx
    .selectFrom('invoice')
    .select(['state', 'paid'])
    .select(dueOn('invoice').as('due_on'))
    .select(hasInstalments('invoice').as('has_instalments'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export type Sub = RowOf<typeof Subscription>
type Change = Partial<Omit<Sub, 'id' | 'organisation_id' | 'opens'>>
