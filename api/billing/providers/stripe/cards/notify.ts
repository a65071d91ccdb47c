import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { linksTo } from '#messages/links.ts'
import type { ApiContext } from '../../../../context.ts'
import { displayNameOf } from '../../../../crud/names/display_name.ts'
import { contextOf, transact } from '../../../../crud/transact.ts'
import { personalReminder, writePersonal } from '../../../../messaging/personal_reminder.ts'
import { dateText } from '../../../documents/texts.ts'
import { dueOn, openUntil } from '../../../instalments/due.ts'
import { toMajor } from '../../../money/document.ts'

/** Writes to a person that their card was not charged: why, what happens next, and where to pay. */
export async function notifyPayer(trx: Trx, card_payment_id: number, { state, error, begun }: Failed): Promise<void> {
  const { rows } = await sql<Payer & Invoiced>`
    select ${payer}, i.id as invoice_id, i.document_number, i.currency, y.digits, (${openUntil('i', sql`p.instalment`)})::float8 as open,
      ${dueOn('i')}::text as due_on, k.brand, k.last4, to_char(p.next_attempt_at at time zone o.timezone, 'YYYY-MM-DD') as next_on
    from card_payment p join invoice i on i.id = p.invoice_id join currency y on y.code = i.currency
    join stored_card k on k.id = p.stored_card_id join organisation o on o.id = p.organisation_id
    join user_account u on u.id = p.user_id and u.active and u.deleted_at is null
    where p.id = ${card_payment_id}`.execute(trx)
  const of = rows[0]
  if (!of) return
  const amount = `${of.currency} ${toMajor(of.open, of.digits)}`
  const link = linksTo(contextOf(trx).config.public_url).invoice(of.invoice_id)
  const asks = state === 'action_required'
  const next = of.next_on ? ` It is tried again on ${dateText(of.next_on)}.` : ''
  await write(trx, of, {
    occasion: `card payment ${card_payment_id} ${begun}`,
    subject: asks
      ? `Please confirm the payment of ${of.document_number}`
      : `Your card was not charged: ${of.document_number}`,
    text:
      `${amount} for ${of.document_number} of ${of.organisation_name} could not be charged to your card ` +
      `${cardText(of)}: ${error}${next} To pay by ${dateText(of.due_on)}${asks ? '' : ', or with another card'}: ${link}`,
  })
}

/** Reminds people once, in the month before it ends, that their card expires. */
export async function notifyExpiring(context: ApiContext): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select k.id from stored_card k where k.state = 'active' and k.expiry_notified_at is null
      and make_date(k.exp_year, k.exp_month, 1) + interval '1 month' < now() + interval '31 days'
    order by k.id limit 100`.execute(context.db)
  for (const { id } of rows) await transact(context, (trx) => notifyOne(trx, id))
}

async function notifyOne(trx: Trx, id: number): Promise<void> {
  const taken = await sql`update stored_card set expiry_notified_at = now(), modified_at = now()
    where id = ${id} and state = 'active' and expiry_notified_at is null returning id`.execute(trx)
  if (taken.rows.length === 0) return
  const { rows } = await sql<Payer & { exp_month: number; exp_year: number }>`
    select ${payer}, k.brand, k.last4, k.exp_month, k.exp_year from stored_card k
    join organisation o on o.id = k.organisation_id
    join user_account u on u.id = k.user_id and u.active and u.deleted_at is null where k.id = ${id}`.execute(trx)
  const of = rows[0]
  if (!of) return
  const month = `${String(of.exp_month).padStart(2, '0')}/${of.exp_year}`
  const link = linksTo(contextOf(trx).config.public_url).membership()
  await write(trx, of, {
    occasion: `card ${id} expires ${month}`,
    subject: `Your card expires: ${of.organisation_name}`,
    text:
      `Your card ${cardText(of)}, which pays renewals of your memberships of ${of.organisation_name}, expires ${month}. ` +
      `Store the new one: ${link}`,
  })
}

const cardText = ({ brand, last4 }: Pick<Payer, 'brand' | 'last4'>) => `${brand ?? ''} ending in ${last4 ?? ''}`.trim()

async function write(trx: Trx, of: Payer, { occasion, subject, text }: Words): Promise<void> {
  const { organisation_id, user_id, person, email } = of
  const reminder = personalReminder({ organisation_id, user_id, person, email, occasion, subject, text })
  await writePersonal(trx, user_id, reminder)
}

const payer = sql`o.id as organisation_id, o.name as organisation_name, u.id as user_id, ${displayNameOf('u')} as person,
  case when u.email_proved_at is not null then u.email end as email`

type Words = { occasion: string; subject: string; text: string }
type Failed = { state: string; error: string; begun: number }
type Payer = {
  organisation_id: number
  organisation_name: string
  user_id: number
  person: string
  email: string | null
  brand: string | null
  last4: string | null
}
type Invoiced = {
  invoice_id: number
  document_number: string
  currency: string
  digits: number
  open: number
  due_on: string
  next_on: string | null
}
