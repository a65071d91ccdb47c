import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { languageOf } from '../templates/built_in.ts'
import { timeFor } from '../templates/words.ts'
import type { Judgement } from './gate.ts'
import { writeMessages } from './write.ts'

/** Notifies an organisation's Administrators in the application, once a day, that a quota is exhausted. */
export async function notifyQuotaReached(
  trx: Kysely<Database>,
  { allowance, period }: Judgement['reached'][number],
): Promise<void> {
  const { organisation_id, channel } = allowance
  const { rows } = await sql<Administrator>`
    select u.id as user_id, u.username, o.timezone, o.locale
    from membership m join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
    join organisation o on o.id = m.organisation_id
    where m.organisation_id = ${organisation_id} and m.role_name = 'Administrator'
      and m.role_id is null order by u.id`.execute(trx)
  if (rows.length === 0) return
  const { timezone, locale } = rows[0]!
  const { quota } = languageOf(locale)
  const what = quota.what[channel]
  const until = timeFor(period.ends.toISOString(), { timezone, locale, units: 'metric' })
  await writeMessages(trx, [
    {
      organisation_id,
      kind: 'digest' as const,
      sender_user_id: null,
      recipients: rows.map(({ username }) => username).join(', '),
      subject: quota.subject(what),
      text: quota.text(what, period.most, quota.period[period.name], until),
      deliveries: rows.map(({ user_id, username }) => ({
        channel: 'app' as const,
        user_id,
        address: username,
        occasion: `quota ${channel} ${new Date().toISOString().slice(0, 10)}`,
      })),
    },
  ])
}

type Administrator = { user_id: number; username: string; timezone: string; locale: string }
