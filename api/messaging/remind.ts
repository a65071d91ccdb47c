import { sql } from 'kysely'
import { DateTime } from 'luxon'
import type { Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { afterCommit } from '../crud/transact.ts'
import { readMembers } from './send.ts'
import { publishUnread } from './unread.ts'

/** Sends due reminder messages and schedules their next occurrence. */
export async function sendReminders(trx: Trx): Promise<void> {
  const due = await trx
    .selectFrom('reminder_message as r')
    .innerJoin('organisation as o', 'o.id', 'r.organisation_id')
    .selectAll('r')
    .select('o.timezone')
    .where('r.active', '=', true)
    .where('r.next_at', '<=', sql<string>`now()`)
    .where(isServed(sql`r.organisation_id`))
    .orderBy('r.next_at')
    .limit(100)
    .forUpdate('r')
    .skipLocked()
    .execute()
  for (const reminder of due) {
    const { organisation_id, role_name, subject, text } = reminder
    const members = (await readMembers(trx, organisation_id)).filter((m) => !role_name || m.role_name === role_name)
    const deliveries = members.flatMap(({ user_id, name, email }) => [
      { channel: 'app' as const, user_id, address: name },
      ...(email ? [{ channel: 'email' as const, user_id, address: email.toLowerCase() }] : []),
    ])
    const recipients = role_name ?? 'All members'
    const common = { organisation_id, kind: 'reminder' as const, sender_user_id: null, recipients, subject, text }
    const [message_id = null] = await writeMessages(trx, [{ ...common, deliveries }])
    for (const { user_id } of members) await publishUnread(trx, user_id, { message_id, subject })
    const next_at = nextTime(reminder, new Date())
    await trx
      .updateTable('reminder_message')
      .set({ last_sent_at: sql`now()`, ...(next_at ? { next_at } : { active: false }) })
      .where('id', '=', reminder.id)
      .execute()
  }
  if (due.length > 0) afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
}

/**
 * The next occurrence after now, in the organisation's local time: missed occurrences are skipped. Null for a reminder
 * that is not repeated.
 */
export function nextTime({ next_at, repeats, timezone }: Repeated, now: Date): string | null {
  if (repeats === 'never') return null
  const unit = { daily: 'days', weekly: 'weeks', monthly: 'months', yearly: 'years' }[repeats]
  const first = DateTime.fromISO(next_at, { zone: timezone })
  const passed = Math.floor(
    DateTime.fromJSDate(now)
      .diff(first, unit as 'days')
      .as(unit as 'days'),
  )
  for (let i = Math.max(1, passed); ; i++) {
    const next = first.plus({ [unit]: i })
    if (next.toJSDate() > now) return next.toUTC().toISO()
  }
}

type Repeated = { next_at: string; repeats: 'never' | 'daily' | 'weekly' | 'monthly' | 'yearly'; timezone: string }
