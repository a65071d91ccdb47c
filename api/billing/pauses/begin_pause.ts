import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Subscription } from '#db/tables/billing/subscription.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { voidInvoice } from '../invoices/authorise.ts'
import { addDays, dayOfMonth, daysBetween, nextInvoiceOn } from '../money/days.ts'
import { endWith, pauseDays } from '../money/pauses.ts'
import { unmarkCharged } from '../prices/charge.ts'

/**
 * Begins the pause of a locked membership: its period ends later, or with the pause where it would have ended in between;
 * what is to be paid is due later by the days of the pause; the next period's invoice is voided where nothing of it is
 * paid, and written again after the pause.
 */
export async function beginPause(trx: Trx, sub: Sub): Promise<void> {
  const pause = { from: sub.paused_from!, until: sub.paused_until! }
  const days = pauseDays(pause)
  const ends_on = endWith(sub.period_ends_on, pause, sub.pause_extends)
  const moved = ends_on === null ? 0 : daysBetween(sub.period_ends_on!, ends_on)
  const has_moved = moved > 0
  const is_untouched = sub.renewal_invoice_id !== null && (await isUntouched(trx, sub.renewal_invoice_id))
  if (has_moved && is_untouched) {
    await voidInvoice(trx, sub.renewal_invoice_id!, { reason: 'The membership is paused', user_id: null })
    await unmarkCharged(trx, sub)
  }
  const is_invoiced = sub.renewal_invoice_id !== null && !is_untouched
  const anchored = has_moved && sub.period !== 'none' && sub.year_begins === null
  await trx
    .updateTable('subscription')
    .set({
      pause_begun: true,
      pause_moved: moved,
      pause_days: sub.pause_days + moved,
      period_ends_on: ends_on,
      ...(anchored && { anchor_day: dayOfMonth(addDays(ends_on!, 1)) }),
      pay_by: sub.pay_by === null ? null : addDays(sub.pay_by, days),
      ...(has_moved && is_untouched && noRenewal),
      ...(has_moved && is_invoiced && sub.pause_extends && sub.renewal_ends_on !== null
        ? { renewal_ends_on: addDays(sub.renewal_ends_on, moved) }
        : {}),
      next_invoice_on:
        sub.cancel_at_end || is_invoiced || !has_moved ? sub.next_invoice_on : nextInvoiceOn(ends_on, sub.period),
      modified_at: new Date().toISOString(),
    })
    .where('id', '=', sub.id)
    .execute()
  await moveInstalments(trx, sub, { since: pause.from, days })
}

/** Takes back a pause that has not begun. */
export async function dropPause(trx: Trx, { id }: Pick<Sub, 'id'>): Promise<void> {
  await trx
    .updateTable('subscription')
    .set({ paused_from: null, paused_until: null, pause_reason: '', modified_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Ends a pause that has begun: the last day of it is the one before `today`. */
export async function endPause(trx: Trx, sub: Sub, today: string): Promise<void> {
  const until = addDays(today, -1)
  const days = daysBetween(until, sub.paused_until!)
  const back = Math.min(days, sub.pause_moved)
  const ends_on = sub.period_ends_on === null ? null : addDays(sub.period_ends_on, -back)
  const waits = sub.next_invoice_on !== null && !sub.cancel_at_end
  const over = until < sub.paused_from!
  await trx
    .updateTable('subscription')
    .set({
      // One that ends on its first day has not been.
      ...(over ? { paused_from: null, paused_until: null, pause_begun: false } : { paused_until: until }),
      pause_moved: sub.pause_moved - back,
      pause_days: sub.pause_days - back,
      period_ends_on: ends_on,
      ...(back > 0 &&
        sub.period !== 'none' &&
        sub.year_begins === null && { anchor_day: dayOfMonth(addDays(ends_on!, 1)) }),
      pay_by: sub.pay_by === null ? null : addDays(sub.pay_by, -days),
      ...(sub.renewal_ends_on !== null && sub.pause_extends
        ? { renewal_ends_on: addDays(sub.renewal_ends_on, -back) }
        : {}),
      ...(waits && { next_invoice_on: nextInvoiceOn(ends_on, sub.period) }),
      modified_at: new Date().toISOString(),
    })
    .where('id', '=', sub.id)
    .execute()
  await moveInstalments(trx, sub, { since: today, days: -days })
}

/** Instalments that are due in the pause or after it come later; none on the last days of a month. */
async function moveInstalments(trx: Trx, sub: Sub, { since, days }: { since: string; days: number }): Promise<void> {
  const moved = sql`(n.due_on + ${days}::int)`
  await sql`update instalment n set due_on = case when extract(day from ${moved}) > 28
      then (date_trunc('month', ${moved}) + interval '1 month')::date else ${moved} end
    where n.invoice_id = ${sub.invoice_id} and n.settled < n.amount and n.due_on >= ${since}::date`.execute(trx)
}

async function isUntouched(trx: Trx, id: number): Promise<boolean> {
  const { state, paid } = await trx
    .selectFrom('invoice')
    .select(['state', 'paid'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return state === 'authorised' && paid === 0
}

type Sub = RowOf<typeof Subscription>
const noRenewal = { renewal_invoice_id: null, renewal_amount: null, renewal_part: null, renewal_ends_on: null }
