import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { linksTo } from '#messages/links.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { contextOf } from '../../crud/transact.ts'
import { personalReminder, writePersonal } from '../../messaging/personal_reminder.ts'
import { dateText } from '../documents/texts.ts'
import { instalmentOf, payableOn } from '../instalments/due.ts'
import { addDays } from '../money/days.ts'
import { toMajor } from '../money/document.ts'
import { pausedOn } from '../pauses/paused.ts'
import { isAgreed, isOwed } from './owed.ts'

/** Days before the end of a year on which a person is reminded; a month is too short for it, unless its price changes. */
export const DAYS_BEFORE = 30

/**
 * Writes the reminder that is due today: 30 days before a year ends or a price changes, on the day of payment, and on the
 * last day of grace.
 * Each is a row, written in the transaction that queues its message: once, however many processes run.
 */
export async function remind(trx: Trx, id: number, today: string): Promise<void> {
  const { rows } = await sql<Membership>`
    select s.*, c.digits, o.name as organisation_name, ${displayNameOf('u')} as person,
      case when u.email_proved_at is not null then u.email end as email,
      coalesce(${payableOn('i', today)}, 0)::float8 as open, i.document_number, r.state as renewal_state,
      r.document_number as renewal_number, coalesce(${payableOn('r', today)}, 0)::float8 as renewal_open,
      (p.new_amount + s.members_amount)::float8 as new_amount, p.answer, k.card
    from subscription s join organisation o on o.id = s.organisation_id join currency c on c.code = s.currency
    join user_account u on u.id = s.user_id and u.active and u.deleted_at is null and u.confirmed_at is not null
    join membership m on m.user_id = s.user_id and m.organisation_id = s.organisation_id
    left join invoice i on i.id = s.invoice_id and i.state = 'authorised'
    left join invoice r on r.id = s.renewal_invoice_id
    left join lateral (select c.new_amount, n.answer from price_change_member n join price_change c on c.id = n.price_change_id
      where n.subscription_id = s.id and c.product_id = s.product_id and c.cancelled_at is null
        and case when s.next_invoice_on is null then n.charged_on = s.period_ends_on + 1
          else n.charged_on is null and c.effective_on <= s.period_ends_on + 1 end
      order by c.effective_on desc, c.id desc limit 1) p on true
    left join lateral (select concat_ws(' ', h.brand, 'ending in', h.last4) as card from stored_card h
      join provider_connection n on n.organisation_id = h.organisation_id and n.kind = 'stripe' and n.state = 'connected'
        and n.tenant_id = h.tenant_id
      join invoice x on x.id = coalesce(r.id, i.id) and ${isOwed('x', 's')} and ${isAgreed('x', 's')}
      where h.organisation_id = s.organisation_id and h.user_id = s.user_id and h.state = 'active'
        and not exists (select from card_payment y
          where y.invoice_id = x.id and y.instalment = ${instalmentOf('x')} and y.state not in ('waiting', 'running'))) k on true
    where s.id = ${id}`.execute(trx)
  const membership = rows[0]
  const due = membership && !pausedOn(membership, today) && dueOf(membership, today)
  // A card pays it, or is tried again: its failures are written of, and the end of grace is in any case.
  if (!due || (due.kind === 'due' && membership.card !== null)) return
  const { organisation_id, user_id, person, email } = membership
  const taken = await trx
    .insertInto('subscription_reminder')
    .values({ organisation_id, subscription_id: id, kind: due.kind, for_day: due.for_day })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!taken) return
  const link = linksTo(contextOf(trx).config.public_url).membership()
  const { subject, text } = textOf(membership, due, link)
  const occasion = `membership ${id} ${due.kind} ${due.for_day}`
  const reminder = personalReminder({ organisation_id, user_id, person, email, occasion, subject, text })
  const message_id = await writePersonal(trx, user_id, reminder)
  await trx.updateTable('subscription_reminder').set({ message_id }).where('id', '=', taken.id).execute()
}

function dueOf(of: Membership, today: string): Due | null {
  const { state, period, period_ends_on, cancel_at_end, pay_by, grace_days } = of
  if (pay_by !== null && of.open > 0 && (state === 'active' || state === 'grace')) {
    const last_day = addDays(pay_by, grace_days)
    if (today >= last_day && grace_days > 0) return { kind: 'grace', for_day: pay_by, last_day }
    if (today >= pay_by) return { kind: 'due', for_day: pay_by, last_day }
  }
  if (state === 'lapsed' && pay_by !== null)
    return { kind: 'grace', for_day: pay_by, last_day: addDays(pay_by, grace_days) }
  if (cancel_at_end || period_ends_on === null || (state !== 'active' && state !== 'trial')) return null
  const renewal_is_paid = of.renewal_state !== null && of.renewal_state !== 'authorised'
  if (today === period_ends_on && !renewal_is_paid) {
    return { kind: 'due', for_day: period_ends_on, last_day: addDays(period_ends_on, grace_days) }
  }
  const is_year = period === 'year' && state === 'active'
  if (is_year && today >= addDays(period_ends_on, -DAYS_BEFORE) && today < period_ends_on) {
    return { kind: 'before', for_day: period_ends_on, last_day: addDays(period_ends_on, grace_days) }
  }
  if (of.new_amount !== null && today >= addDays(period_ends_on, -DAYS_BEFORE) && today < period_ends_on) {
    return { kind: 'price', for_day: period_ends_on, last_day: period_ends_on }
  }
  return null
}

function textOf(of: Membership, { kind, for_day, last_day }: Due, link: string) {
  const { product_name, organisation_name, state } = of
  const money = (amount: number) => `${of.currency} ${toMajor(amount, of.digits)}`
  const number = of.open > 0 ? of.document_number : of.renewal_number
  const open = of.open > 0 ? of.open : of.renewal_open
  const card = of.card !== null && kind === 'before'
  const pay =
    open === 0
      ? ''
      : card
        ? ` To continue it, ${money(open)} of ${number} is charged to your card ${of.card} before that day.`
        : ` To continue it, please pay ${number}: ${money(open)} by ${dateText(for_day)}.`
  const name = `${product_name} of ${organisation_name}`
  const price = priceText(of, for_day, link)
  switch (kind) {
    case 'before':
      return {
        subject: `Your membership ends on ${dateText(for_day)}: ${product_name}`,
        text: `Your membership ${name} ends on ${dateText(for_day)}.${pay} You can cancel or change it in the store.${price}`,
      }
    case 'due':
      return {
        subject: `Due on ${dateText(for_day)}: ${product_name}`,
        text: `${state === 'trial' ? 'The trial of your' : 'Your'} membership ${name} is to be paid by ${dateText(for_day)}.${pay} ${
          of.opening === 'on_payment' && state !== 'trial'
            ? 'It opens when it is paid, and lapses after'
            : 'It stays open until'
        } ${dateText(last_day)}.${price}`,
      }
    case 'price':
      return {
        subject: `A new price from ${dateText(addDays(for_day, 1))}: ${product_name}`,
        text: `The price of your membership ${name} changes.${price}`,
      }
    case 'grace':
      return {
        subject: `${state === 'lapsed' ? 'Your membership has lapsed' : 'Last day to pay'}: ${product_name}`,
        text: `Your membership ${name} was to be paid by ${dateText(for_day)}, and lapses after ${dateText(last_day)}.${
          state === 'lapsed' ? ' You can subscribe again in the store.' : pay
        } What you have recorded stays readable, and can be exported.`,
      }
  }
}

/** Old price, new price, from when, and what an answer or none means; nothing where the price stays. */
function priceText(of: Membership, ends_on: string, link: string): string {
  if (of.new_amount === null || ends_on !== of.period_ends_on) return ''
  const tax = of.amounts_are === 'exclusive' ? ' plus tax' : ''
  const price = (amount: number) => `${of.currency} ${toMajor(amount, of.digits)}`
  const said = ` From ${dateText(addDays(ends_on, 1))} it costs ${price(of.new_amount)} ${
    everyPeriod[of.period]
  }${tax} instead of ${price(of.unit_amount)}.`
  if (of.answer === 'agreed') return `${said} You have agreed to that.`
  const last = dateText(ends_on)
  return `${said} Without an answer it renews at the new price. To agree, or to leave with ${last} as the last day: ${link}`
}

const everyPeriod = { none: 'once', month: 'a month', quarter: 'a quarter', year: 'a year' }

type Due = { kind: 'before' | 'due' | 'grace' | 'price'; for_day: string; last_day: string }
type Membership = {
  organisation_id: number
  user_id: number
  state: string
  period: keyof typeof everyPeriod
  period_ends_on: string | null
  cancel_at_end: boolean
  pause_begun: boolean
  paused_from: string | null
  paused_until: string | null
  pay_by: string | null
  grace_days: number
  opening: string
  product_name: string
  currency: string
  digits: number
  organisation_name: string
  person: string
  email: string | null
  open: number
  document_number: string | null
  renewal_state: string | null
  renewal_number: string | null
  renewal_open: number
  unit_amount: number
  amounts_are: string
  new_amount: number | null
  answer: string | null
  /** The card that its renewal is charged to. */
  card: string | null
}
