import type { Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { voidInvoice } from '../invoices/authorise.ts'
import { type By, creditPart } from '../members/credit_part.ts'
import { addDays, nextInvoiceOn } from '../money/days.ts'
import { costWith, discountOf } from '../money/discounts.ts'
import { partOf } from '../money/years.ts'
import type { Change } from '../prices/concerned.ts'
import { noRenewal, type Sub } from '../subscriptions/advance.ts'

/**
 * Cancels a change before its day. Invoices of next periods at the new price on which nothing was paid are voided, and
 * written again at the old price; of others the difference is credited.
 *
 * @throws {AppError} not_possible where it is in force, was cancelled, or a lower price is paid already
 */
export async function withdraw(trx: Trx, change: Change, by: By): Promise<void> {
  if (change.cancelled_at !== null) throw new AppError('not_possible', 'This change is cancelled already.')
  if (change.applied_at !== null || change.effective_on <= by.today) {
    throw new AppError('not_possible', 'The new price is in force: please schedule another change instead.')
  }
  const charged = await trx
    .selectFrom('price_change_member as m')
    .innerJoin('subscription as s', 's.id', 'm.subscription_id')
    .leftJoin('invoice as i', 'i.id', 's.renewal_invoice_id')
    .selectAll('s')
    .select(['m.id as member_id', 'i.state as invoice_state', 'i.paid'])
    .where('m.price_change_id', '=', change.id)
    .where('m.charged_on', 'is not', null)
    .orderBy('s.id')
    .forUpdate('s')
    .execute()
  const isPaid = ({ invoice_state, paid }: (typeof charged)[0]) =>
    invoice_state === 'paid' || (invoice_state === 'authorised' && paid !== 0)
  for (const { member_id, invoice_state, paid, ...sub } of charged) {
    if (isPaid({ member_id, invoice_state, paid, ...sub }))
      await creditDifference(trx, sub, change.new_amount + sub.members_amount, by)
    else await invoiceAgain(trx, sub, by)
    await trx.updateTable('price_change_member').set({ charged_on: null }).where('id', '=', member_id).execute()
  }
  await trx
    .updateTable('price_change')
    .set({ cancelled_at: new Date().toISOString(), modified_at: new Date().toISOString() })
    .where('id', '=', change.id)
    .execute()
}

/** The next round invoices the period, at the agreed price. */
async function invoiceAgain(trx: Trx, sub: Sub, by: By): Promise<void> {
  if (sub.renewal_invoice_id !== null) {
    const reason = 'The new price was cancelled'
    await voidInvoice(trx, sub.renewal_invoice_id, { reason, user_id: by.user_id })
  }
  const next_invoice_on = sub.cancel_at_end ? null : nextInvoiceOn(sub.period_ends_on, sub.period)
  await change(trx, sub.id, { ...noRenewal, next_invoice_on })
}

async function creditDifference(trx: Trx, sub: Sub, new_amount: number, by: By): Promise<void> {
  const part = partOf(sub, addDays(sub.period_ends_on!, 1), sub.renewal_ends_on)
  const costs = (amount: number) => costWith(amount, part, discountOf(sub, sub.state === 'trial')).cost
  const price = costs(sub.unit_amount)
  const amount = costs(new_amount) - price
  if (new_amount < sub.unit_amount) {
    const reason = 'Members have paid the lower price already: please schedule another change for a later day instead.'
    throw new AppError('not_possible', reason)
  }
  const description = `${sub.product_name}: the new price was cancelled`
  if (amount > 0) await creditPart(trx, { ...sub, invoice_id: sub.renewal_invoice_id }, { amount, description, by })
  const renewal_part = price === sub.unit_amount ? null : price
  await change(trx, sub.id, { renewal_amount: sub.unit_amount, renewal_part })
}

const change = (trx: Trx, id: number, changes: Partial<Omit<Sub, 'id' | 'opens'>>) =>
  trx
    .updateTable('subscription')
    .set({ ...changes, modified_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
