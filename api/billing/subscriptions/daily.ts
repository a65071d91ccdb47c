import { type SqlBool, sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Db } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import type { ApiContext } from '../../context.ts'
import { transact } from '../../crud/transact.ts'
import { sendInvoice } from '../documents/send.ts'
import { applyPrices } from '../prices/charge.ts'
import { advance } from './advance.ts'
import { linkPeople } from './link_people.ts'
import { DAYS_BEFORE, remind } from './remind.ts'

const EVERY_MS = 15 * 60_000
const AT_ONCE = 200

/**
 * Invoices, renews, reminds and lapses memberships, where billing is on.
 *
 * @param first what comes before that on each day
 */
export function makeSubscriptionTask(context: ApiContext, first: Step): PeriodicTask {
  return {
    name: 'memberships and their invoices',
    interval_ms: EVERY_MS,
    async run(day?: string) {
      await first(context, day ?? null)
      await runSubscriptions(context, day ?? null)
    },
  }
}

/**
 * Brings every membership to its organisation's today. Each is a transaction of its own, which skips rows that another
 * process has locked.
 *
 * @param day instead of today
 */
export async function runSubscriptions(context: ApiContext, day: string | null = null): Promise<void> {
  const { db, log } = context
  await applyPrices(db, day)
  await linkPeople(db, {})
  for (let after = 0; ; ) {
    const due = await findDue(db, after, day)
    for (const { id, today } of due) {
      try {
        await transact(context, async (trx) => {
          const { rows } = await sql`select 1 from subscription where id = ${id} for update skip locked`.execute(trx)
          if (rows.length === 0) return
          await advance(trx, id, today)
          await remind(trx, id, today)
        })
      } catch (error) {
        log.error({ subscription: id, err: error }, 'a membership was not brought to today; the next run tries again')
      }
    }
    if (due.length < AT_ONCE) break
    after = due.at(-1)!.id
  }
  await sendUnsent(context)
}

/**
 * Those that have something to do or to be reminded of: most months have nothing on most days. A payment that was reversed
 * is due again; a lapse is reminded of for a week.
 */
async function findDue(db: Db, after: number, day: string | null): Promise<{ id: number; today: string }[]> {
  const changes = sql<SqlBool>`exists (select from price_change_member n join price_change c on c.id = n.price_change_id
    where n.subscription_id = s.id and c.cancelled_at is null
      and (n.charged_on is null or n.charged_on > s.period_ends_on))`
  const soon = sql<SqlBool>`(least(s.next_invoice_on, s.pay_by, s.period_ends_on) <= t.today
    or not s.pause_begun and s.paused_from <= t.today
    or s.period_ends_on - ${DAYS_BEFORE}::int <= t.today and (s.period = 'year' or ${changes})
    or s.pay_by is null and exists (select from invoice i where i.id = s.invoice_id and i.state = 'authorised'))`
  const { rows } = await sql<{ id: number; today: string }>`
    with today as (
      select o.id, coalesce(${day}::date, (now() at time zone o.timezone)::date) as today
      from organisation o join organisation_config c on c.organisation_id = o.id and 'billing' = any(c.features)
      where ${isServed(sql`o.id`)})
    select s.id, t.today from subscription s join today t on t.id = s.organisation_id
    where s.id > ${after} and ((s.state in ('trial', 'active', 'grace') and ${soon})
      or (s.state = 'lapsed' and s.ended_on between t.today - 7 and t.today))
    order by s.id limit ${AT_ONCE}`.execute(db)
  return rows
}

/** Mails invoices of memberships, once each: the row says whether it was. */
async function sendUnsent(context: ApiContext): Promise<void> {
  const { db, log } = context
  const { rows } = await sql<{ id: number }>`
    select i.id from invoice i join organisation_config c on c.organisation_id = i.organisation_id and 'billing' = any(c.features)
    where ${isServed(sql`i.organisation_id`)} and i.subscription_id is not null and i.state in ('authorised', 'paid') and i.sent_at is null
      and i.user_id is not null and i.authorised_at > now() - interval '7 days' order by i.id limit ${AT_ONCE}`.execute(
    db,
  )
  for (const { id } of rows) {
    // What fails, such as for a full quota of files, is tried again for a week.
    await sendInvoice(context, id, { viewer: null }).catch((error) =>
      log.warn({ invoice: id, err: error }, 'an invoice of a membership was not sent'),
    )
  }
}

type Step = (context: ApiContext, day: string | null) => Promise<void>
