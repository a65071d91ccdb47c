import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { ReminderPlan } from '#db/tables/billing/reminders/reminder_plan.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { dueOn, instalmentOf, payableOn } from '../instalments/due.ts'
import { lateFee } from '../money/fees.ts'

/** Invoices that one statement reads. */
export const AT_ONCE = 200

/**
 * The invoices that a plan reminds of today: of each the last step whose day has come, unless that or a later one was sent,
 * or one today. A step before the day of payment ends with that day.
 */
export async function dueReminders(db: Db, plan: Plan, today: string, page: Page = {}): Promise<DueInvoice[]> {
  const days = `{${plan.steps.map((step) => step.days).join(',')}}`
  const { rows } = await sql<DueInvoice>`
    select ${columnsOn(today)}, s.days from invoice i ${joins}
    cross join lateral (select max(d) as days from unnest(${days}::int[]) d
      where d <= ${today}::date - ${dueOn('i')} and (d >= 0 or ${dueOn('i')} >= ${today}::date)) s
    where ${isConcerned(plan, page)} and s.days is not null
      and not exists (select from invoice_reminder r where r.invoice_id = i.id and r.kind = 'reminder'
        and (r.instalment = ${instalmentOf('i')} and r.days >= s.days or r.sent_on = ${today}::date))
    order by i.id limit ${AT_ONCE}`.execute(db)
  return rows
}

/** The invoices that have a late fee today. An invoice of a fee has none itself. */
export async function dueFees(db: Db, plan: Plan, today: string, page: Page = {}): Promise<(DueInvoice & Charged)[]> {
  if (plan.fee_kind === 'none' || plan.fee_since === null) return []
  const { rows } = await sql<DueInvoice>`
    select ${columnsOn(today)}, ${plan.fee_days}::int as days from invoice i ${joins}
    where ${isConcerned(plan, page)} and ${dueOn('i')} + ${plan.fee_days}::int <= ${today}::date and ${dueOn('i')} >= ${plan.fee_since}::date
      and (${plan.fee_kind}::text = 'percent' or i.currency = ${plan.fee_currency})
      and not exists (select from invoice_reminder r where r.kind = 'fee' and (r.invoice_id = i.id or r.fee_invoice_id = i.id))
    order by i.id limit ${AT_ONCE}`.execute(db)
  const { fee_kind: kind, fee_amount: amount, fee_percent: percent } = plan
  return rows.map((row) => ({ ...row, fee: lateFee({ kind, amount, percent }, row.open) })).filter(({ fee }) => fee > 0)
}

/** Memberships have reminders of their own. What a card is about to pay is not reminded of. */
const isConcerned = ({ organisation_id }: Plan, { after = 0, id = null }: Page): RawBuilder<boolean> =>
  sql`i.organisation_id = ${organisation_id} and i.type = 'invoice' and i.state = 'authorised' and i.gross > i.paid
    and i.subscription_id is null and k.reminders and i.id > ${after} and (${id}::bigint is null or i.id = ${id})
    and not exists (select from card_payment y where y.invoice_id = i.id and y.state in ('waiting', 'running'))`

const joins = sql`join contact k on k.id = i.contact_id join currency c on c.code = i.currency
  left join user_account u on u.id = i.user_id and u.active and u.deleted_at is null and u.confirmed_at is not null`

/** A person with an account is written to at its proven address: that of their contact is theirs to change. */
const columnsOn = (
  today: string,
) => sql`i.id, i.organisation_id, i.contact_id, i.document_number, ${dueOn('i')}::text as due_on,
  ${instalmentOf('i')} as instalment, i.currency, c.digits, (${payableOn('i', today)})::float8 as open, k.name as contact_name, u.id as user_id,
  case when i.user_id is null then k.email when u.email_proved_at is not null then u.email end as email`

export type Plan = RowOf<typeof ReminderPlan>
type Page = { after?: number; id?: number | null }
type Charged = { fee: number }
export type DueInvoice = {
  id: number
  organisation_id: number
  contact_id: number
  document_number: string
  due_on: string
  /** Which is due; 0 where it is paid at once. */
  instalment: number
  currency: string
  digits: number
  open: number
  contact_name: string
  user_id: number | null
  email: string | null
  /** Of the step. */
  days: number
}
