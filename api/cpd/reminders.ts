import { sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { writeMessages } from '#messages/queue/write.ts'
import type { ApiContext } from '../context.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { afterCommit, transact } from '../crud/transact.ts'
import { personalReminder } from '../messaging/personal_reminder.ts'
import { publishUnread } from '../messaging/unread.ts'

/** Days before the end of a qualification or cycle on which its person is reminded. */
const days_before = [90, 60, 30, 7]
/** Days after the begin of a cycle on which a person is reminded of a plan that was never submitted. */
const days_after = [30, 90]

const EVERY_MS = 10 * 60_000
const AT_ONCE = 200

/** Reminds people of qualifications that expire, of the end of a cycle, and of plans that are not submitted. */
export function makeCpdReminders(context: ApiContext): PeriodicTask {
  const run = async () => {
    while ((await transact(context, (trx) => sendCpdReminders(trx))) === AT_ONCE);
  }
  return { name: 'reminders of professional development', interval_ms: EVERY_MS, run }
}

/**
 * Writes the messages of due occasions. Each occasion is a unique row, written in the transaction that queues its
 * message: once, over restarts and with several processes. After a time without a process only the latest of the days
 * that were missed is sent.
 *
 * @param now the database's clock if missing
 * @returns how many occasions were taken, at most `AT_ONCE`
 */
export async function sendCpdReminders(trx: Trx, now?: Date): Promise<number> {
  const moment = now ? sql`${now.toISOString()}::timestamptz` : sql`now()`
  const { rows } = await sql<Due>`
    with today as (
      select o.id as organisation_id, (${moment} at time zone o.timezone)::date as today
      from organisation o join organisation_config c on c.organisation_id = o.id and 'cpd' = any(c.features)
      where ${isServed(sql`o.id`)}),
    due as (
      select q.organisation_id, q.user_id, 'qualification' as kind, q.name, coalesce(q.extended_until, q.expires_on) as day,
        coalesce(q.extended_until, q.expires_on) - t.today as days_left,
        concat_ws(' ', 'qualification', q.id, coalesce(q.extended_until, q.expires_on), ${latest(sql`coalesce(q.extended_until, q.expires_on) - t.today`)}) as occasion
      from today t join devqualification q on q.organisation_id = t.organisation_id
      where not q.suspended and coalesce(q.extended_until, q.expires_on) between t.today and t.today + ${days_before[0]}::int
      union all
      select p.organisation_id, p.user_id, 'cycle', c.name, c."end", c."end" - t.today,
        concat_ws(' ', 'cycle', c.id, c."end", ${latest(sql`c."end" - t.today`)})
      from today t join devcycle c on c.organisation_id = t.organisation_id join devplan p on p.devcycle_id = c.id
      where c.expired_at is null and c."end" between t.today and t.today + ${days_before[0]}::int
      union all
      select p.organisation_id, p.user_id, 'plan', c.name, c."end", c."end" - t.today,
        concat_ws(' ', 'plan', p.id, case when t.today >= c.start + ${days_after[1]}::int then ${days_after[1]}::int else ${days_after[0]}::int end)
      from today t join devcycle c on c.organisation_id = t.organisation_id join devplan p on p.devcycle_id = c.id
      where c.expired_at is null and p.submitted_at is null and p.state = 'draft'
        and t.today between c.start + ${days_after[0]}::int and c."end"),
    taken as (
      insert into cpd_reminder (organisation_id, user_id, occasion)
      select d.organisation_id, d.user_id, d.occasion from due d
      join membership m on m.organisation_id = d.organisation_id and m.user_id = d.user_id
      join user_account u on u.id = d.user_id and u.active and u.deleted_at is null and u.confirmed_at is not null
      where not exists (select from cpd_reminder r where r.user_id = d.user_id and r.occasion = d.occasion)
      order by d.user_id, d.occasion limit ${AT_ONCE}
      on conflict (user_id, occasion) do nothing
      returning id, user_id, occasion)
    select t.id, d.*, ${displayNameOf('u')} as person,
      case when u.email_proved_at is not null then u.email end as email
    from taken t join due d on d.user_id = t.user_id and d.occasion = t.occasion
    join user_account u on u.id = t.user_id order by t.id`.execute(trx)
  const written = await writeMessages(trx, rows.map(messageOf))
  for (const [i, { id, user_id }] of rows.entries()) {
    const message_id = written[i]!
    await trx.updateTable('cpd_reminder').set({ message_id }).where('id', '=', id).execute()
    await publishUnread(trx, user_id, { message_id, subject: messageOf(rows[i]!).subject })
  }
  if (rows.length > 0) afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return rows.length
}

/** The latest of the days before that has come, such as 30 from 30 to 8 days before. */
const latest = (days_left: ReturnType<typeof sql>) =>
  sql`(select min(d) from unnest(${`{${days_before.join(',')}}`}::int[]) d where d >= ${days_left})`

const messageOf = (due: Due) =>
  personalReminder({ ...due, ...textOf(due), occasion: `cpd ${due.user_id} ${due.occasion}` })

function textOf({ kind, name, day, days_left }: Pick<Due, 'kind' | 'name' | 'day' | 'days_left'>) {
  const when = days_left === 0 ? 'today' : days_left === 1 ? 'tomorrow' : `in ${days_left} days`
  switch (kind) {
    case 'qualification':
      return {
        subject: `${name} expires ${when}`,
        text: `Your qualification ${name} expires ${when}, on ${day}. Please record its renewal once you have it.`,
      }
    case 'cycle':
      return {
        subject: `${name} ends ${when}`,
        text: `The cycle ${name} ends ${when}, on ${day}. Your plan shows what is still missing.`,
      }
    case 'plan':
      return {
        subject: `Your plan for ${name} is not submitted yet`,
        text: `Please complete your plan for ${name} and submit it to your supervisor. The cycle ends on ${day}.`,
      }
  }
}

type Due = {
  id: number
  organisation_id: number
  user_id: number
  kind: 'qualification' | 'cycle' | 'plan'
  name: string
  day: string
  days_left: number
  occasion: string
  person: string
  email: string | null
}
