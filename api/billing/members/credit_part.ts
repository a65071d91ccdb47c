import type { Trx } from '#db/database.ts'
import type { Subscription } from '#db/tables/billing/subscription.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { digitsOf } from '../books/checks.ts'
import { creditInvoice } from '../invoices/credit.ts'
import { toMajor } from '../money/document.ts'

/** Credits a part of the invoice of the period, with its account and tax. */
export async function creditPart(trx: Trx, sub: Credited, { amount, description, by }: Part): Promise<void> {
  const digits = await digitsOf(trx, sub.currency)
  const line = await trx
    .selectFrom('invoice_line')
    .select(['item_code', 'account_code', 'tax_rate_id'])
    .where('invoice_id', '=', sub.invoice_id)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const lines = [{ ...line, description, quantity: '1', unit_price: toMajor(amount, digits) }]
  await creditInvoice(trx, sub.invoice_id!, { lines, issued_on: by.today, user_id: by.user_id, reason: description })
}

type Credited = Pick<RowOf<typeof Subscription>, 'currency' | 'invoice_id'>
export type By = { today: string; user_id: number | null }
type Part = { amount: number; description: string; by: By }
