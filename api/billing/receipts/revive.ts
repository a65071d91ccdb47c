import type { Trx } from '#db/database.ts'
import { todayOf } from '../access.ts'
import { creditOf } from '../ledger/account.ts'
import { nextInvoiceOn } from '../money/days.ts'
import { partOf } from '../money/years.ts'
import { noRenewal } from '../subscriptions/advance.ts'
import { issue } from '../subscriptions/issue.ts'

/**
 * Continues a lapsed membership whose voided invoice is paid late, as long as its period lasts: what was to be paid is
 * invoiced again, and settled by what has just been paid. Where that is not enough, the period is over or the person has
 * the product again, the money stays credit of the contact.
 */
export async function revive(trx: Trx, paid: Paid): Promise<void> {
  if (paid.state !== 'void' || paid.subscription_id === null) return
  const sub = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', paid.subscription_id)
    .where('invoice_id', '=', paid.id)
    .where('state', '=', 'lapsed')
    .forUpdate()
    .executeTakeFirst()
  if (!sub || sub.user_id === null) return
  const today = await todayOf(trx, sub.organisation_id)
  if (sub.period_ends_on !== null && sub.period_ends_on < today) return
  if ((await creditOf(trx, paid)) < paid.gross) return
  const other = await trx
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', sub.user_id)
    .where('product_id', '=', sub.product_id)
    .where('state', 'in', ['trial', 'active', 'grace'])
    .executeTakeFirst()
  if (other) return
  const invoice = await issue(trx, sub.id, {
    begins_on: sub.period_began_on,
    ends_on: sub.period_ends_on,
    today,
    due_on: today,
    part: partOf(sub, sub.period_began_on, sub.period_ends_on),
    amount: paid.amounts_are === 'inclusive' ? paid.gross : paid.net,
    key: `revived ${paid.id}`,
  })
  if (!invoice) return
  const { state } = await trx
    .selectFrom('invoice')
    .select('state')
    .where('id', '=', invoice.id)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('subscription')
    .set({
      state: 'active',
      ended_on: null,
      invoice_id: invoice.id,
      ...noRenewal,
      pay_by: state === 'paid' ? null : invoice.due_on,
      next_invoice_on: nextInvoiceOn(sub.period_ends_on, sub.period),
      modified_at: new Date().toISOString(),
    })
    .where('id', '=', sub.id)
    .execute()
}

type Paid = {
  id: number
  state: string
  subscription_id: number | null
  contact_id: number
  currency: string
  amounts_are: 'exclusive' | 'inclusive' | 'no_tax'
  net: number
  gross: number
}
