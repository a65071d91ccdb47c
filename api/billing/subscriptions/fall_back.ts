import { type SqlBool, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Subscription } from '#db/tables/billing/subscription.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { linksTo } from '#messages/links.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { contextOf } from '../../crud/transact.ts'
import { personalReminder, writePersonal } from '../../messaging/personal_reminder.ts'
import { dateText } from '../documents/texts.ts'
import { creditable, voidInvoice } from '../invoices/authorise.ts'
import { creditInvoice } from '../invoices/credit.ts'
import { lockInvoice } from '../ledger/record.ts'
import { coverPeople } from '../members/cover.ts'
import { nextInvoiceOn } from '../money/days.ts'
import { concernNewcomer, leaveChanges } from '../prices/concerned.ts'
import { issue } from './issue.ts'

/** What a membership is again where a change of it is not paid. */
const kept = [
  ...(['product_code', 'product_name', 'period', 'year_begins', 'first_year', 'early_months'] as const),
  ...(['period_began_on', 'period_ends_on', 'anchor_day', 'period_amount', 'pause_days', 'grace_days'] as const),
  ...(['unit_amount', 'accepted_amount', 'members_amount', 'members_most', 'second_amount', 'further_amount'] as const),
  ...(['discount_percent', 'discount_amount', 'discount_every', 'instalments', 'instalment_every'] as const),
  ...(['amounts_are', 'tax_code', 'tax_name', 'tax_rate', 'account_code', 'opens', 'opening'] as const),
] satisfies (keyof Sub)[]

/** The terms of a membership that is paid, with what the change credits of it from a day on. No ids, which moves change. */
export function paidBefore(sub: Sub, credit: number, credited_from: string): PaidBefore {
  const terms = Object.fromEntries(kept.map((name) => [name, sub[name]])) as Pick<Sub, (typeof kept)[number]>
  return { ...terms, credit, credited_from }
}

/**
 * Takes back a change that was not paid until the end of its grace: its invoice is credited, and what is left of the
 * period that was paid before is charged again, as it was credited, and paid by that credit.
 *
 * @returns null where that is not possible: the membership lapses
 */
export async function fallBack(trx: Trx, sub: Sub, today: string) {
  if (sub.paid_before === null || sub.invoice_id === null) return null
  const { credit, credited_from, opens, ...terms } = sub.paid_before as PaidBefore
  const unpaid = await lockInvoice(trx, sub.invoice_id)
  const product = await findFormer(trx, sub, terms.product_code)
  if (unpaid.state !== 'authorised' || product.is_held || (await creditable(trx, unpaid)) < unpaid.gross) return null
  if (unpaid.paid === 0) await voidInvoice(trx, unpaid.id, { reason: REASON, user_id: null })
  else await creditInvoice(trx, unpaid.id, { reason: REASON, issued_on: today, user_id: null })
  await trx
    .updateTable('subscription')
    .set({
      ...terms,
      opens: sql<never>`${`{${opens.join(',')}}`}::text[]`,
      // Another change is open once it is paid.
      opening: 'on_payment',
      product_id: product.id,
      paid_before: null,
      invoice_id: null,
    })
    .where('id', '=', sub.id)
    .execute()
  await coverPeople(trx, sub.id)
  if (sub.product_id !== null) await leaveChanges(trx, sub.id, sub.product_id)
  await concernNewcomer(trx, sub.id)
  const until = terms.period_ends_on === null ? '' : ` to ${dateText(terms.period_ends_on)}`
  const again = {
    begins_on: credited_from,
    ends_on: terms.period_ends_on,
    today,
    due_on: today,
    amount: credit,
    description: `${terms.product_name}: again ${dateText(credited_from)}${until}`,
    key: `fallback ${unpaid.id}`,
    at_once: true,
  }
  const invoice = await issue(trx, sub.id, again)
  const is_paid = invoice === null || (await lockInvoice(trx, invoice.id)).state === 'paid'
  await notifyMember(trx, sub, { product_name: terms.product_name, unpaid_id: unpaid.id })
  return {
    state: 'active' as const,
    invoice_id: invoice?.id ?? null,
    pay_by: is_paid ? null : invoice.due_on,
    next_invoice_on: sub.cancel_at_end ? null : nextInvoiceOn(terms.period_ends_on, terms.period),
  }
}

/** Without this the member would find out from the store that the change is gone. */
async function notifyMember(
  trx: Trx,
  sub: Sub,
  { product_name, unpaid_id }: { product_name: string; unpaid_id: number },
) {
  const { rows } = await sql<{ user_id: number; person: string; email: string | null; organisation_name: string }>`
    select u.id as user_id, ${displayNameOf('u')} as person, o.name as organisation_name,
      case when u.email_proved_at is not null then u.email end as email
    from user_account u join membership m on m.user_id = u.id and m.organisation_id = ${sub.organisation_id}
    join organisation o on o.id = m.organisation_id
    where u.id = ${sub.user_id} and u.active and u.deleted_at is null and u.confirmed_at is not null`.execute(trx)
  const member = rows[0]
  if (!member) return
  const { organisation_name, ...payer } = member
  const link = linksTo(contextOf(trx).config.public_url).membership()
  const reminder = personalReminder({
    ...payer,
    organisation_id: sub.organisation_id,
    occasion: `membership ${sub.id} falls back ${unpaid_id}`,
    subject: `Your change was not paid: ${product_name}`.slice(0, 200),
    text:
      `The change of your membership of ${organisation_name} to ${sub.product_name} was not paid in time, and is taken back. ` +
      `Your membership is ${product_name} again, as you had paid it; nothing is owed for the change. ` +
      `To change it again: ${link}`,
  })
  await writePersonal(trx, payer.user_id, reminder)
}

/** The product as it is found now; `is_held` where the person has it by another membership. */
async function findFormer(trx: Trx, sub: Sub, code: string): Promise<{ id: number | null; is_held: boolean }> {
  const found = await trx
    .selectFrom('product')
    .select('id')
    .where('organisation_id', '=', sub.organisation_id)
    .where(sql<SqlBool>`lower(code) = lower(${code})`)
    .executeTakeFirst()
  if (!found || sub.user_id === null) return { id: found?.id ?? null, is_held: false }
  const other = await trx
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', sub.user_id)
    .where('product_id', '=', found.id)
    .where('id', '<>', sub.id)
    .where('state', 'in', ['trial', 'active', 'grace'])
    .executeTakeFirst()
  return { id: found.id, is_held: other !== undefined }
}

/** Whether an invoice is what was charged again after a change that was not paid. */
export const isFallback = (i: string) => sql<SqlBool>`${sql.ref(`${i}.client_key`)} like 'subscription % fallback %'`

const REASON = 'The change was not paid'

type Sub = RowOf<typeof Subscription>
type PaidBefore = Pick<Sub, (typeof kept)[number]> & { credit: number; credited_from: string }
