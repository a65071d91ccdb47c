import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import type { ApiContext } from '../../context.ts'
import { checkQuota } from '../../crud/quotas.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { authorOf, NO_AUTHOR } from '../authority.ts'
import { authorise } from '../invoices/authorise.ts'
import { writeDraft } from '../invoices/invoice.ts'
import { lockInvoice } from '../ledger/record.ts'
import { toMajor } from '../money/document.ts'
import { AT_ONCE, type DueInvoice, dueFees, dueReminders, type Plan } from './due.ts'
import { writeLetter } from './letter.ts'

/** The hour of the organisation's day from which is written. */
const FIRST_HOUR = 8

/**
 * Charges late fees and reminds of unpaid invoices, by the plans of all organisations. Each is a transaction of its own with
 * a row that is unique: once, however many processes run, also after one was killed.
 *
 * @param day instead of today, at any hour
 */
export async function runReminders(context: ApiContext, day: string | null = null): Promise<void> {
  for (const { plan, today } of await activePlans(context.db, day)) {
    const author = await authorOf(context.db, plan.organisation_id, plan.author_user_id)
    const problems = author
      ? [
          ...(await eachOf(context, plan, today, dueFees, (trx, id) => chargeFee(trx, plan, today, id))),
          ...(await eachOf(context, plan, today, dueReminders, (trx, id) => remind(trx, plan, today, id))),
        ]
      : [NO_AUTHOR]
    await sql`update reminder_plan set problem = ${problems[0] ?? null}
      where id = ${plan.id} and problem is distinct from ${problems[0] ?? null}`.execute(context.db)
  }
}

async function activePlans(db: Db, day: string | null): Promise<{ plan: Plan; today: string }[]> {
  const { rows } = await sql<Plan & { today: string }>`
    select p.*, t.today from reminder_plan p join organisation o on o.id = p.organisation_id
    join organisation_config c on c.organisation_id = o.id and 'billing' = any(c.features)
    cross join lateral (select coalesce(${day}::date, (now() at time zone o.timezone)::date) as today,
      ${day}::date is not null or extract(hour from now() at time zone o.timezone) >= ${FIRST_HOUR} as is_time) t
    where p.active and t.is_time and ${isServed(sql`o.id`)} order by p.id`.execute(db)
  return rows.map(({ today, ...plan }) => ({ plan, today }))
}

/** @returns why some were refused, each with its invoice */
async function eachOf(context: ApiContext, plan: Plan, today: string, find: Find, work: Work): Promise<string[]> {
  const problems: string[] = []
  for (let after = 0; ; ) {
    const due = await find(context.db, plan, today, { after })
    for (const { id, document_number } of due) {
      try {
        await transact(context, async (trx) => {
          await lockInvoice(trx, id)
          await work(trx, id)
        })
      } catch (error) {
        if (!(error instanceof AppError)) {
          context.log.error(
            { invoice: id, err: error },
            'an unpaid invoice was not reminded of; the next run tries again',
          )
        }
        problems.push(`${document_number}: ${error instanceof AppError ? error.message : 'tried again later.'}`)
      }
    }
    if (due.length < AT_ONCE) return problems
    after = due.at(-1)!.id
  }
}

/** Reminds of a locked invoice, if that is still due: not of one that was paid, credited or voided since. */
async function remind(trx: Trx, plan: Plan, today: string, id: number): Promise<void> {
  const [due] = await dueReminders(trx, plan, today, { id })
  // Without an address nothing is noted, so that an address that is entered later is written to.
  if (!due || (due.email === null && due.user_id === null)) return
  const step = plan.steps.find(({ days }) => days === due.days)!
  const reminder_id = await note(trx, due, { kind: 'reminder', sent_on: today })
  if (reminder_id === null) return
  const part = due.instalment > 0 ? `instalment ${due.instalment}, ` : ''
  const occasion = `reminder of invoice ${id}, ${part}${due.days} days`
  const letter = { subject: step.subject, text: step.text, today, author_id: plan.author_user_id!, occasion }
  await setMessage(trx, reminder_id, await writeLetter(trx, due, letter))
}

/** Charges the fee as an invoice of its own, which is mailed. */
async function chargeFee(trx: Trx, plan: Plan, today: string, id: number): Promise<void> {
  const [due] = await dueFees(trx, plan, today, { id })
  if (!due) return
  const { organisation_id, contact_id, currency, digits, document_number } = due
  const { author_user_id, fee_description, fee_account_code, fee_tax_rate_id } = plan
  const of = { organisation_id, contact_id, currency, reference: document_number, issued_on: today }
  const draft = { ...of, created_by_user_id: author_user_id!, client_key: `late fee of invoice ${id}` }
  const description = fee_description || `Late fee for ${document_number}`
  const line = { description, quantity: '1', unit_price: toMajor(due.fee, digits), tax_rate_id: fee_tax_rate_id }
  const { id: fee_invoice_id } = await writeDraft(trx, draft, [
    { ...line, ...(fee_account_code && { account_code: fee_account_code }) },
  ])
  await checkQuota(trx, 'invoices_per_day', { id: organisation_id })
  await authorise(trx, fee_invoice_id)
  const reminder_id = await note(trx, due, { kind: 'fee', sent_on: today, fee_invoice_id })
  if (reminder_id === null) throw new AppError('conflict', 'The late fee was charged by another process.')
  if (due.email === null && due.user_id === null) return
  const letter = { ...feeLetter(document_number), today, author_id: author_user_id!, about: fee_invoice_id }
  await setMessage(trx, reminder_id, await writeLetter(trx, due, { ...letter, occasion: `late fee of invoice ${id}` }))
}

const feeLetter = (number: string) => ({
  subject: `Late fee for ${number}: {{number}} from {{organisation}}`,
  text: `Dear {{name}},

${number} has not been paid. A late fee of {{open}} has been charged as invoice {{number}}, to be paid by {{due_on}}.

{{how_to_pay}}

{{link}}

Kind regards
{{organisation}}`,
})

/** @returns null where another process has done it */
async function note(
  trx: Trx,
  { organisation_id, id: invoice_id, days, instalment }: DueInvoice,
  of: Noted,
): Promise<number | null> {
  const made = await trx
    .insertInto('invoice_reminder')
    .values({ organisation_id, invoice_id, days, instalment, ...of })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

const setMessage = (trx: Trx, id: number, message_id: number | null) =>
  trx.updateTable('invoice_reminder').set({ message_id }).where('id', '=', id).execute()

type Find = (db: Db, plan: Plan, today: string, page: { after: number }) => Promise<DueInvoice[]>
type Work = (trx: Trx, id: number) => Promise<void>
type Noted = { kind: 'reminder' | 'fee'; sent_on: string; fee_invoice_id?: number }
