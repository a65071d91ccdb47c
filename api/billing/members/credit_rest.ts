import type { Trx } from '#db/database.ts'
import type { Subscription } from '#db/tables/billing/subscription.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { dateText } from '../documents/texts.ts'
import { type Member, restOf } from './cover.ts'
import { type By, creditPart } from './credit_part.ts'

/**
 * Credits the days that were charged for a person and are left, on the invoice that has charged them.
 *
 * @param from the first of these days; without it, today
 */
export async function creditRest(trx: Trx, sub: Sub, member: Member, by: By, from = by.today): Promise<void> {
  const amount = restOf(sub, member, from)
  const invoice_id = member.invoice_id ?? sub.invoice_id
  if (amount === 0 || invoice_id === null || (await isVoid(trx, invoice_id))) return
  const days = `unused ${dateText(from)} to ${dateText(sub.period_ends_on!)}`
  const description = `${sub.product_name}: ${member.name}, ${days}`
  await creditPart(trx, { ...sub, invoice_id }, { amount, description, by })
}

async function isVoid(trx: Trx, id: number): Promise<boolean> {
  const { state } = await trx.selectFrom('invoice').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  return state === 'void'
}

type Sub = RowOf<typeof Subscription>
