import type { Trx } from '#db/database.ts'
import type { RecurringInvoice } from '#db/tables/billing/recurring/recurring_invoice.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { todayOf } from '../access.ts'
import { writeDraft } from '../invoices/invoice.ts'
import type { LineBody } from '../invoices/lines.ts'
import { addDays, dayOfMonth } from '../money/days.ts'
import { isAnchored, type Schedule } from '../money/schedule.ts'

/** Contacts of one recurring invoice. */
export const MOST_CONTACTS = 500

/** @throws {AppError} bad_request that names the field */
export function checkNew(schedule: Ending, today: string): void {
  const { first_on, last_on } = schedule
  if (first_on < today) throw wrong('first_on', 'is in the past.')
  if (first_on > addDays(today, 5 * 366)) throw wrong('first_on', 'is more than five years ahead.')
  if (last_on && last_on < first_on) throw wrong('last_on', 'is before first_on.')
  if (!isAnchored(schedule)) throw wrong('anchor_day', 'is another day of the month than first_on.')
}

/**
 * A schedule that changes begins again, after what is written already.
 *
 * @returns what is to be stored of it
 * @throws {AppError} bad_request that names the field
 */
export async function checkChanged(trx: Trx, stored: Recurring, next: Recurring) {
  const { organisation_id, made_count } = stored
  if (next.most !== null && next.most <= made_count) throw wrong('most', `it was due ${made_count} times already.`)
  const is_other = (['every', 'unit', 'first_on', 'anchor_day'] as const).some((name) => next[name] !== stored[name])
  if (!is_other) {
    if (next.last_on && next.last_on < stored.next_on!) throw wrong('last_on', 'is before the next day. Please end it.')
    return {}
  }
  if (next.first_on !== stored.first_on && next.anchor_day === stored.anchor_day && !isAnchored(next)) {
    next.anchor_day = dayOfMonth(next.first_on)
  }
  const today = await todayOf(trx, organisation_id)
  checkNew(next, today)
  const { last } = await trx
    .selectFrom('recurring_run')
    .select(({ fn }) => fn.max<string | null>('for_day').as('last'))
    .where('recurring_invoice_id', '=', stored.id)
    .executeTakeFirstOrThrow()
  if (last !== null && next.first_on <= last) throw wrong('first_on', `${last} is written already.`)
  return { occurrence: 0, next_on: next.first_on, anchor_day: next.anchor_day }
}

/**
 * What one invoice comes to. It is written as a draft and taken back, so that it is checked by the same rules as on its day.
 *
 * @throws {AppError} bad_request that names the field, such as `lines.0.quantity`; not_found for a foreign contact
 */
export async function sumOf(trx: Trx, of: Written & { contact_id: number; first_on: string }): Promise<number> {
  const { organisation_id, contact_id, currency, amounts_are, branding_theme_id, due_days, first_on } = of
  const lines = await linesNow(trx, of)
  const body = { organisation_id, contact_id, currency, amounts_are, branding_theme_id, issued_on: first_on }
  const { id } = await writeDraft(trx, { ...body, due_on: addDays(first_on, due_days) }, lines)
  const { gross } = await trx.selectFrom('invoice').select('gross').where('id', '=', id).executeTakeFirstOrThrow()
  await trx.deleteFrom('invoice').where('id', '=', id).execute()
  return gross
}

/**
 * The lines with the prices of the day: those of items are left out, so that they are the item's now.
 *
 * @throws {AppError} bad_request where an item is gone, or is sold in another currency
 */
export async function linesNow(trx: Trx, { organisation_id, lines, prices_on_day = true, currency }: Written) {
  if (!prices_on_day) return lines
  const codes = lines.flatMap(({ item_code }) => (item_code ? [item_code] : []))
  if (codes.length === 0) return lines
  const products = await trx
    .selectFrom('product')
    .select(['code', 'currency', 'active'])
    .where('organisation_id', '=', organisation_id)
    .where('code', 'in', codes)
    .execute()
  return lines.map(({ unit_price, ...line }, i) => {
    if (!line.item_code) return unit_price === undefined ? line : { ...line, unit_price }
    const product = products.find(({ code }) => code === line.item_code)
    const field = `lines.${i}.item_code`
    if (!product) throw wrong(field, `there is no product ${line.item_code} any more.`)
    if (!product.active) throw wrong(field, `${line.item_code} is not for sale any more.`)
    if (product.currency !== currency) throw wrong(field, `${line.item_code} is sold in ${product.currency}.`)
    return line
  })
}

/** @throws {AppError} not_found for a contact of another organisation */
export async function writeContacts(
  trx: Trx,
  of: { id: number; organisation_id: number },
  ids: number[],
): Promise<void> {
  const { id: recurring_invoice_id, organisation_id } = of
  const found = await trx
    .selectFrom('contact')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('id', 'in', ids)
    .execute()
  if (found.length < ids.length) throw new AppError('not_found', 'There is no such contact.', 'contact_ids')
  await trx.deleteFrom('recurring_contact').where('recurring_invoice_id', '=', recurring_invoice_id).execute()
  const values = ids.map((contact_id) => ({ organisation_id, recurring_invoice_id, contact_id }))
  await trx.insertInto('recurring_contact').values(values).execute()
}

export type Recurring = RowOf<typeof RecurringInvoice>
type Ending = Schedule & { last_on?: string | null | undefined }
type Written = Pick<Recurring, 'organisation_id' | 'currency' | 'amounts_are' | 'due_days'> & {
  lines: LineBody[]
  prices_on_day?: boolean | undefined
  branding_theme_id?: number | null | undefined
  reference?: string | undefined
}
