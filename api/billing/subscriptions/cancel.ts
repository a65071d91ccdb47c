import type { Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { dateText } from '../documents/texts.ts'
import { creditable, voidInvoice } from '../invoices/authorise.ts'
import { lockInvoice } from '../ledger/record.ts'
import { peopleOf } from '../members/cover.ts'
import { type By, creditPart } from '../members/credit_part.ts'
import { creditRest } from '../members/credit_rest.ts'
import { addDays, leadOf } from '../money/days.ts'
import { shareOf } from '../money/document.ts'
import { boughtDays } from '../money/pauses.ts'
import { unmarkCharged } from '../prices/charge.ts'
import type { Sub } from './advance.ts'

/**
 * Cancels a membership at the end of its period; one that is not paid ends at once, since its grace is not a period that
 * was bought. The invoice of the next period is voided unless something was paid on it: then that period is the last.
 *
 * @throws {AppError} not_possible where it has ended
 */
export async function cancelAtEnd(trx: Trx, sub: Sub, by: By): Promise<void> {
  checkLive(sub)
  if (sub.state === 'grace' || sub.period_ends_on === null) {
    return cancelNow(trx, sub, { ...by, credit: await isPartPaid(trx, sub.invoice_id) })
  }
  if (sub.renewal_invoice_id !== null && (await isUntouched(trx, sub.renewal_invoice_id))) {
    await voidInvoice(trx, sub.renewal_invoice_id, { reason: 'The membership was cancelled', user_id: by.user_id })
    await change(trx, sub.id, { renewal_invoice_id: null, renewal_part: null, renewal_ends_on: null })
  }
  if (sub.renewal_invoice_id === null || (await isVoid(trx, sub.renewal_invoice_id))) {
    await unmarkCharged(trx, sub)
    await change(trx, sub.id, { renewal_amount: null, renewal_part: null, renewal_ends_on: null })
  }
  await change(trx, sub.id, { cancel_at_end: true, next_invoice_on: null })
}

/**
 * Ends a membership today, which is its last day.
 *
 * @param by.credit whether the days after today are credited, and the next period where something of it is paid
 */
export async function cancelNow(trx: Trx, sub: Sub, by: By & { credit: boolean }): Promise<void> {
  checkLive(sub)
  for (const id of [sub.renewal_invoice_id, sub.invoice_id]) {
    if (id === null || !(await isUntouched(trx, id))) continue
    // Of the current period only where it was in grace: what was used is owed.
    if (id === sub.invoice_id && sub.state !== 'grace') continue
    await voidInvoice(trx, id, { reason: 'The membership was cancelled', user_id: by.user_id })
  }
  if (by.credit) await creditNext(trx, sub, by)
  const { period_began_on, period_ends_on, invoice_id } = sub
  if (
    by.credit &&
    (sub.state === 'active' || (await isPartPaid(trx, invoice_id))) &&
    invoice_id !== null &&
    period_ends_on !== null &&
    period_ends_on > by.today
  ) {
    const { left, whole } = boughtDays({ ...sub, period_began_on, period_ends_on }, addDays(by.today, 1))
    const amount = shareOf(sub.period_amount ?? sub.unit_amount, left, whole)
    const from = dateText(addDays(by.today, 1))
    const description = `${sub.product_name}: unused ${from} to ${dateText(period_ends_on)}`
    if (amount > 0) await creditPart(trx, sub, { amount, description, by })
    for (const one of await peopleOf(trx, sub.id)) {
      if (one.invoice_id !== null) await creditRest(trx, sub, one, by, addDays(by.today, 1))
    }
  }
  const ended_on = addDays(by.today, 1)
  await change(trx, sub.id, { state: 'cancelled', ended_on, next_invoice_on: null, pay_by: null })
}

/** Of the next period nothing is used: what was paid ahead for it is credited. */
async function creditNext(trx: Trx, sub: Sub, by: By): Promise<void> {
  const { renewal_invoice_id, renewal_part, renewal_amount, unit_amount, period_ends_on, renewal_ends_on } = sub
  if (renewal_invoice_id === null || (await isVoid(trx, renewal_invoice_id))) return
  if ((await creditable(trx, await lockInvoice(trx, renewal_invoice_id))) === 0) return
  const amount = renewal_part ?? renewal_amount ?? unit_amount
  const begins_on = addDays(period_ends_on!, 1)
  const until = renewal_ends_on === null ? '' : ` to ${dateText(renewal_ends_on)}`
  const description = `${sub.product_name}: unused ${dateText(begins_on)}${until}`
  if (amount > 0) await creditPart(trx, { ...sub, invoice_id: renewal_invoice_id }, { amount, description, by })
}

/** Takes back a cancellation that has not come yet. */
export async function resume(trx: Trx, sub: Sub): Promise<void> {
  checkLive(sub)
  if (!sub.cancel_at_end) return
  const lead = sub.state === 'trial' ? 0 : leadOf(sub.period)
  const next_invoice_on = sub.renewal_invoice_id === null ? addDays(sub.period_ends_on!, -lead) : null
  await change(trx, sub.id, { cancel_at_end: false, next_invoice_on })
}

function checkLive({ state }: Sub): void {
  if (state === 'lapsed' || state === 'cancelled') {
    throw new AppError('not_possible', `This membership is ${state} already.`)
  }
}

async function isUntouched(trx: Trx, invoice_id: number): Promise<boolean> {
  const { state, paid } = await trx
    .selectFrom('invoice')
    .select(['state', 'paid'])
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  return state === 'authorised' && paid === 0
}

/** Whether some of its instalments are paid: what follows is for days that are not used. */
async function isPartPaid(trx: Trx, invoice_id: number | null): Promise<boolean> {
  if (invoice_id === null) return false
  const found = await trx
    .selectFrom('instalment')
    .innerJoin('invoice', 'invoice.id', 'instalment.invoice_id')
    .select('instalment.id')
    .where('invoice.id', '=', invoice_id)
    .where('invoice.paid', '>', 0)
    .executeTakeFirst()
  return found !== undefined
}

async function isVoid(trx: Trx, invoice_id: number): Promise<boolean> {
  const { state } = await trx
    .selectFrom('invoice')
    .select('state')
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  return state === 'void'
}

const change = (trx: Trx, id: number, changes: Partial<Omit<Sub, 'id' | 'opens'>>) =>
  trx
    .updateTable('subscription')
    .set({ ...changes, modified_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
