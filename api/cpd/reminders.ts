import { sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../context.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { transact } from '../crud/transact.ts'
import { personalReminder, writePersonal } from '../messaging/personal_reminder.ts'
import { remindUnopened } from '../people/accounts/remind_unopened.ts'
import { localeOf } from '../people/mails/locale.ts'
import { datesOf } from './dates/dates.ts'
import { textOf } from './dates/reminder_text.ts'
import { ASSESSED_BEFORE } from './rotations/cpdrotation.ts'

/** Days before something is due on which its person is reminded. */
const days_before = [90, 60, 30, 7]
/** Days after the begin of a cycle on which a person is reminded of a plan that was never submitted. */
const days_after = [30, 90]

const EVERY_MS = 10 * 60_000
const PEOPLE_AT_ONCE = 50

/**
 * Reminds the people of a cycle's audience, with or without a plan: of what expires, of ends of cycles and years, of the
 * last day for submitting, and of plans that are not submitted.
 */
export function makeCpdReminders(context: ApiContext): PeriodicTask {
  const run = async () => {
    while ((await transact(context, (trx) => sendCpdReminders(trx))) === PEOPLE_AT_ONCE);
  }
  return { name: 'reminders of professional development', interval_ms: EVERY_MS, run }
}

/**
 * Writes the messages of due occasions, one for all of a person. Each occasion is a unique row, written in the
 * transaction that queues its message: once, over restarts and with several processes. After a time without a process
 * only the latest of the days that were missed is sent. Who has never opened their account is mailed a new link to it.
 *
 * @param now the database's clock if missing
 * @returns of how many people occasions were taken, at most `PEOPLE_AT_ONCE`
 */
export async function sendCpdReminders(trx: Trx, now?: Date): Promise<number> {
  const taken = [...Map.groupBy(await takeDue(trx, now), (due) => `${due.organisation_id} ${due.user_id}`).values()]
  let reminded = 0
  for (const dues of taken) {
    const [first] = dues
    const { user_id, organisation_id, unopened, day } = first!
    const ids = dues.map(({ id }) => id)
    if (unopened && (await remindUnopened(trx, { user_id, organisation_id, day })) === 'later') {
      await trx.deleteFrom('cpd_reminder').where('id', 'in', ids).execute()
      continue
    }
    reminded++
    const message = personalReminder({
      ...first!,
      ...textOf(dues, await localeOf(trx, user_id)),
      occasion: `cpd ${user_id} ${first!.occasion}`,
    })
    const message_id = await writePersonal(trx, user_id, message)
    await trx.updateTable('cpd_reminder').set({ message_id }).where('id', 'in', ids).execute()
  }
  return reminded
}

/** Takes what is due for some people; those who have opened their accounts first. */
async function takeDue(trx: Trx, now?: Date): Promise<Due[]> {
  const moment = now ? sql`${now.toISOString()}::timestamptz` : sql`now()`
  const stage = sql`case when a.today >= a.start + ${days_after[1]}::int then ${days_after[1]}::int
    else ${days_after[0]}::int end`
  const { rows } = await sql<Due>`
    with ${datesOf(moment)},
    due as (
      select d.organisation_id, d.user_id, d.kind, d.name, d.day, d.day - d.today as days_left,
        concat_ws(' ', d.kind, d.id, d.day, ${latestStage(sql`d.day - d.today`)}) as occasion
      -- The notice of a decision says until when one may appeal.
      from dates d where d.day <= d.today + ${days_before[0]}::int and d.kind not in ('appeal', 'waiver_appeal')
        and (d.kind <> 'submit' or exists (select from asked a where a.id = d.id and a.user_id = d.user_id
          and a."end" < a.today))
      union all
      select a.organisation_id, a.user_id, 'plan', a.name, a."end", a."end" - a.today,
        concat_ws(' ', 'plan of cycle', a.id, ${stage})
      from asked a
      where coalesce(a.submitted_at is null and a.state = 'draft', true)
        and a.today between a.start + ${days_after[0]}::int and a."end"
        -- As it was named when only people with a plan were reminded.
        and not exists (select from cpd_reminder r where r.user_id = a.user_id
          and r.occasion = concat_ws(' ', 'plan', a.plan_id, ${stage}))
      union all
      ${assessments}),
    fresh as (
      select d.*, u.confirmed_at is null as unopened
      from due d
        join membership m on m.organisation_id = d.organisation_id and m.user_id = d.user_id
        join user_account u on u.id = d.user_id and u.active and u.deleted_at is null
          and (u.confirmed_at is not null or u.created_by_user_id is not null)
      where not exists (select from cpd_reminder r where r.user_id = d.user_id and r.occasion = d.occasion)),
    people as (
      select distinct unopened, user_id, organisation_id from fresh
      order by unopened, user_id, organisation_id limit ${PEOPLE_AT_ONCE}),
    taken as (
      insert into cpd_reminder (organisation_id, user_id, occasion)
      select f.organisation_id, f.user_id, f.occasion from fresh f join people using (user_id, organisation_id)
      order by f.user_id, f.occasion
      on conflict (user_id, occasion) do nothing
      returning id, user_id, occasion)
    select t.id, f.*, ${displayNameOf('u')} as person,
      case when u.email_proved_at is not null then u.email end as email
    from taken t join fresh f on f.user_id = t.user_id and f.occasion = t.occasion
    join user_account u on u.id = t.user_id order by f.user_id, f.day, t.id`.execute(trx)
  return rows
}

/**
 * Who supervises a rotation at its end is asked to assess it, before the end and after it, where the organisation has a
 * form for that and they have not submitted one.
 */
const assessments = sql`
  select t.organisation_id, r.other_user_id, 'assessment',
    concat_ws(', ', ${displayNameOf('tu')}, rot.place, nullif(rot.specialty, '')), rot.ends, rot.ends - t.today,
    concat_ws(' ', 'rotation', rot.id, rot.ends, case when t.today > rot.ends then 'over' else 'ends' end)
  from today t
    join cpd_rotation rot on rot.organisation_id = t.organisation_id
      and rot.ends between t.today - 30 and t.today + ${sql.lit(ASSESSED_BEFORE)}::int
    join user_account tu on tu.id = rot.user_id and tu.deleted_at is null
    join userrelationship r on r.cpd_rotation_id = rot.id and r.state = 'accepted' and r.ends = rot.ends
      and r.begins <= t.today
  where exists (select from devformtemplate f where f.organisation_id = t.organisation_id and f.state = 'published'
      and f.filled_by = 'supervisor')
    and not exists (select from devform f where f.cpd_rotation_id = rot.id and f.filled_by_user_id = r.other_user_id
      and f.state in ('submitted', 'agreed'))`

/** The latest of the days before that has come, such as 30 from 30 to 8 days before. */
export const latestStage = (days_left: ReturnType<typeof sql>) =>
  sql`(select min(n) from unnest(${`{${days_before.join(',')}}`}::int[]) n where n >= ${days_left})`

type Due = Parameters<typeof textOf>[0][number] & {
  id: number
  organisation_id: number
  user_id: number
  occasion: string
  person: string
  email: string | null
  unopened: boolean
}
