import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import type { ApiContext } from '../../context.ts'
import { checkQuota } from '../../crud/quotas.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { type AuthorFinder, authorOf, NO_AUTHOR } from '../authority.ts'
import { authorise } from '../invoices/authorise.ts'
import { writeDraft } from '../invoices/invoice.ts'
import { addDays } from '../money/days.ts'
import { dayOfSchedule } from '../money/schedule.ts'
import { linesNow, type Recurring } from './checked.ts'
import { sendMade } from './send.ts'

const AT_ONCE = 200
/** Days in which what was refused is tried again. */
const RETRY_DAYS = 31
/** Days of one schedule that are made up for in one transaction. */
const MOST_DAYS = 60

/**
 * Writes the invoices whose day has come, also those of days on which the server was away. A day of a contact is a row that is
 * unique and is locked while its invoice is written: once, however many processes run, also after one was killed.
 *
 * @param day instead of today
 */
export async function runRecurring(context: ApiContext, day: string | null = null): Promise<void> {
  const authors = new Map<string, Viewer | null>()
  const author = async (of: Pick<Recurring, 'organisation_id' | 'author_user_id'>) => {
    const key = `${of.organisation_id} ${of.author_user_id}`
    if (!authors.has(key)) authors.set(key, await authorOf(context.db, of.organisation_id, of.author_user_id))
    return authors.get(key)!
  }
  for (const { id, today, ...of } of await dueSchedules(context.db, day)) {
    const problem = (await author(of)) ? null : NO_AUTHOR
    if (problem === null) await transact(context, (trx) => advance(trx, id, today))
    await sql`update recurring_invoice set problem = ${problem} where id = ${id} and problem is distinct from ${problem}`.execute(
      context.db,
    )
  }
  await eachOpen(context, day, author)
  await sendMade(context, author)
}

/** Active ones whose next day has come, where billing is on. */
async function dueSchedules(db: Db, day: string | null): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select r.id, r.organisation_id, r.author_user_id, t.today from recurring_invoice r
    join organisation o on o.id = r.organisation_id
    join organisation_config c on c.organisation_id = o.id and 'billing' = any(c.features)
    cross join lateral (select coalesce(${day}::date, (now() at time zone o.timezone)::date) as today) t
    where r.state = 'active' and r.next_on <= t.today and ${isServed(sql`o.id`)} order by r.id`.execute(db)
  return rows
}

/** Notes the days that have come, a row for each contact, and moves the schedule on, in one transaction. */
async function advance(trx: Trx, id: number, today: string): Promise<void> {
  const { rows } = await sql<Recurring>`select * from recurring_invoice
    where id = ${id} and state = 'active' for update skip locked`.execute(trx)
  const recurring = rows[0]
  if (!recurring) return
  let { occurrence, made_count } = recurring
  let next: string | null = recurring.next_on
  for (let i = 0; next !== null && next <= today && i < MOST_DAYS; i++) {
    await sql`insert into recurring_run (organisation_id, recurring_invoice_id, contact_id, for_day)
      select organisation_id, recurring_invoice_id, contact_id, ${next}::date from recurring_contact
      where recurring_invoice_id = ${id} on conflict do nothing`.execute(trx)
    occurrence++
    made_count++
    const after = dayOfSchedule(recurring, occurrence)
    const is_over = made_count === recurring.most || (recurring.last_on !== null && after > recurring.last_on)
    next = is_over ? null : after
  }
  await sql`update recurring_invoice set occurrence = ${occurrence}, made_count = ${made_count}, next_on = ${next}::date,
    state = case when ${next}::date is null then 'ended' else state end where id = ${id}`.execute(trx)
}

/** Writes what is noted and not written yet; what is refused says why, and is tried again. */
async function eachOpen(context: ApiContext, day: string | null, author: AuthorFinder): Promise<void> {
  for (let after = 0; ; ) {
    const open = await findOpen(context.db, after, day)
    for (const { id, today, ...of } of open) {
      if (!(await author(of))) continue
      try {
        await transact(context, (trx) => write(trx, id, today))
      } catch (error) {
        if (!(error instanceof AppError))
          context.log.error({ run: id, err: error }, 'a recurring invoice was not written')
        const problem = error instanceof AppError ? error.message : 'It is tried again later.'
        await sql`update recurring_run set state = 'refused', problem = ${problem}, modified_at = now()
          where id = ${id} and state in ('waiting', 'refused')`.execute(context.db)
      }
    }
    if (open.length < AT_ONCE) return
    after = open.at(-1)!.id
  }
}

async function findOpen(db: Db, after: number, day: string | null): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select n.id, n.organisation_id, r.author_user_id, t.today from recurring_run n
    join recurring_invoice r on r.id = n.recurring_invoice_id and r.state <> 'paused'
    join organisation o on o.id = n.organisation_id
    join organisation_config c on c.organisation_id = o.id and 'billing' = any(c.features)
    cross join lateral (select coalesce(${day}::date, (now() at time zone o.timezone)::date) as today) t
    where n.id > ${after} and (n.state = 'waiting' or n.state = 'refused' and n.for_day > t.today - ${RETRY_DAYS}::int)
      and ${isServed(sql`o.id`)} order by n.id limit ${AT_ONCE}`.execute(db)
  return rows
}

/** Writes one invoice with the prices and rates of today, which is its date. */
async function write(trx: Trx, id: number, today: string): Promise<void> {
  const { rows } = await sql<{ recurring_invoice_id: number; contact_id: number }>`
    select recurring_invoice_id::float8 as recurring_invoice_id, contact_id::float8 as contact_id from recurring_run
    where id = ${id} and state in ('waiting', 'refused') for update skip locked`.execute(trx)
  const run = rows[0]
  if (!run) return
  const of = await trx
    .selectFrom('recurring_invoice')
    .selectAll()
    .where('id', '=', run.recurring_invoice_id)
    .executeTakeFirstOrThrow()
  const { organisation_id, currency, amounts_are, branding_theme_id, reference, due_days, author_user_id } = of
  const contact = await trx
    .selectFrom('contact')
    .select(['name', 'active'])
    .where('id', '=', run.contact_id)
    .executeTakeFirstOrThrow()
  if (!contact.active) throw new AppError('not_possible', `${contact.name} is switched off.`)
  const days = { issued_on: today, due_on: addDays(today, due_days) }
  const draft = { organisation_id, contact_id: run.contact_id, currency, amounts_are, branding_theme_id, reference }
  const client_key = `recurring ${id}`
  const { id: invoice_id } = await writeDraft(
    trx,
    { ...draft, ...days, client_key, created_by_user_id: author_user_id! },
    await linesNow(trx, of),
  )
  await checkQuota(trx, 'invoices_per_day', { id: organisation_id })
  if (of.sends) await authorise(trx, invoice_id)
  await sql`update recurring_run set state = 'made', invoice_id = ${invoice_id}, problem = null, modified_at = now()
    where id = ${id}`.execute(trx)
}

type Due = { id: number; organisation_id: number; author_user_id: number | null; today: string }
