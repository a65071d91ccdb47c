import { sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { licenceTextsOf } from '#messages/templates/licences.ts'
import type { ApiContext } from '../../context.ts'
import { transact } from '../../crud/transact.ts'
import { notifyAdministrators } from '../../messaging/administrators/notify.ts'
import { personalReminder, writePersonal } from '../../messaging/personal_reminder.ts'

/** Days before a licence expires on which people are reminded; also on the day after the last one. */
const DAYS = [30, 7, -1]
const AT_ONCE = 200

/** Reminds administrators of licences that expire, and the drivers themselves where they have an account. */
export function makeLicenceReminders(context: ApiContext): PeriodicTask {
  const run = async () => {
    while ((await transact(context, remindOfLicences)) === AT_ONCE);
  }
  return { name: 'reminders of licences', interval_ms: 30 * 60_000, run }
}

/**
 * Each reminder is written with the mark that it was, so that it is sent once, over restarts and with several processes.
 * After a time without a process only the latest is sent. An earlier expiry than a day ago was known when it was entered.
 *
 * @returns of how many drivers, at most `AT_ONCE`
 */
export async function remindOfLicences(trx: Trx): Promise<number> {
  const stage = sql`(select min(n) from unnest(${`{${DAYS.join()}}`}::int[]) n where n >= d.licence_expires_on - z.today)`
  const { rows: due } = await sql<Due>`
    with due as (
      select d.organisation_id, d.id, concat(d.licence_expires_on, ' ', ${stage}) as mark
      from driver d join organisation o on o.id = d.organisation_id
      cross join lateral (select (now() at time zone o.timezone)::date as today) z
      where d.licence_expires_on between z.today - 1 and z.today + ${DAYS[0]!}::int and ${isServed(sql`o.id`)}
        and d.licence_reminder is distinct from concat(d.licence_expires_on, ' ', ${stage})
      order by d.id limit ${AT_ONCE} for update of d skip locked
    )
    update driver d set licence_reminder = due.mark from due
    where d.organisation_id = due.organisation_id and d.id = due.id
    returning d.organisation_id::float8 as organisation_id, d.id::float8 as id, d.name, due.mark,
      d.user_id::float8 as user_id, d.licence_expires_on::text as expires_on`.execute(trx)
  for (const [organisation_id, drivers] of Map.groupBy(due, (driver) => driver.organisation_id)) {
    const lines = drivers.map(({ name, expires_on }) => `${name}: ${expires_on}`)
    const [first] = drivers
    await notifyAdministrators(trx, organisation_id, 'trackers', {
      words: (locale) => {
        const { one, several, text } = licenceTextsOf(locale)
        const subject = drivers.length === 1 ? one(first!.name) : several(drivers.length)
        return { subject, text: text(lines.join('\n')) }
      },
      occasion: `licences ${drivers.map(({ id, mark }) => `${id} ${mark}`).join(', ')}`.slice(0, 200),
    })
  }
  for (const driver of due) if (driver.user_id !== null) await remindDriver(trx, driver)
  return due.length
}

async function remindDriver(trx: Trx, { organisation_id, user_id, id, name, mark, expires_on }: Due): Promise<void> {
  const { rows } = await sql<{ email: string | null; locale: string }>`
    select coalesce(c.locale, u.locale) as locale, case when u.email_proved_at is not null then u.email end as email
    from user_account u join membership m on m.user_id = u.id and m.organisation_id = ${organisation_id}
    left join user_config c on c.organisation_id = m.organisation_id and c.user_id = u.id
    where u.id = ${user_id} and u.active and u.deleted_at is null`.execute(trx)
  if (!rows[0]) return
  const { subject, text } = licenceTextsOf(rows[0].locale).own
  const message = personalReminder({
    organisation_id,
    user_id: user_id!,
    person: name,
    email: rows[0].email,
    occasion: `licence ${id} ${mark}`,
    subject,
    text: text(expires_on),
  })
  await writePersonal(trx, user_id!, message)
}

type Due = {
  organisation_id: number
  id: number
  name: string
  mark: string
  user_id: number | null
  expires_on: string
}
