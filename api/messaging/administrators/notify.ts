import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { mayIn } from '#db/privacy/roles.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { afterCommit } from '../../crud/transact.ts'
import { publishUnread } from '../unread.ts'

/**
 * Notifies an organisation's Administrators, and of billing its treasurers, in the application and by e-mail: of a
 * trouble with a provider, or of what expires.
 *
 * @param area what those with a role must be able to change
 */
export async function notifyAdministrators(
  trx: Trx,
  organisation_id: number,
  area: Parameters<typeof mayIn>[1],
  { occasion, ...notice }: Notice,
): Promise<void> {
  const { rows } = await sql<Administrator>`
    select u.id as user_id, u.username, coalesce(c.locale, u.locale) as locale, case when u.email_proved_at is not null then u.email end as email
    from membership m join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
    left join user_config c on c.organisation_id = m.organisation_id and c.user_id = m.user_id
    where m.organisation_id = ${organisation_id} and (m.role_name = 'Administrator'
        or ${area} = 'billing' and m.billing_role = 'treasurer')
      and ${mayIn('m', area, 'write')} order by u.id`.execute(trx)
  for (const [locale, readers] of Map.groupBy(rows, (row) => ('words' in notice ? row.locale : ''))) {
    const { subject, text } = 'words' in notice ? notice.words(locale) : notice
    const message_id = await write(trx, organisation_id, readers, { subject, text, occasion })
    for (const { user_id } of readers) await publishUnread(trx, user_id, { message_id, subject })
  }
  if (rows.length > 0) afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
}

async function write(
  trx: Trx,
  organisation_id: number,
  readers: Administrator[],
  { subject, text, occasion }: Words & { occasion: string },
): Promise<number | null> {
  const [message_id = null] = await writeMessages(trx, [
    {
      organisation_id,
      kind: 'digest' as const,
      sender_user_id: null,
      subject,
      text,
      recipients: readers.map(({ username }) => username).join(', '),
      deliveries: readers.flatMap(({ user_id, username, email }) => [
        { user_id, occasion, channel: 'app' as const, address: username },
        ...(email ? [{ user_id, occasion, channel: 'email' as const, address: email.toLowerCase() }] : []),
      ]),
    },
  ])
  return message_id
}

type Words = { subject: string; text: string }
/** In one language, or in that of each person. */
type Notice = (Words | { words: (locale: string) => Words }) & {
  /** The subject of a notice: each is sent once. */
  occasion: string
}
type Administrator = { user_id: number; username: string; email: string | null; locale: string }
