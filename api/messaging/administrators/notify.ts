import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { mayIn } from '#db/privacy/roles.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { afterCommit } from '../../crud/transact.ts'
import { publishUnread } from '../unread.ts'

/**
 * Notifies an organisation's Administrators in the application and by e-mail: of a trouble with a provider, or of what
 * expires.
 *
 * @param area what those with a role must be able to change
 */
export async function notifyAdministrators(
  trx: Trx,
  organisation_id: number,
  area: Parameters<typeof mayIn>[1],
  { subject, text, occasion }: Notice,
): Promise<void> {
  const { rows } = await sql<Administrator>`
    select u.id as user_id, u.username, case when u.email_proved_at is not null then u.email end as email
    from membership m join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
    where m.organisation_id = ${organisation_id} and m.role_name = 'Administrator'
      and ${mayIn('m', area, 'write')} order by u.id`.execute(trx)
  if (rows.length === 0) return
  const [message_id = null] = await writeMessages(trx, [
    {
      organisation_id,
      kind: 'digest' as const,
      sender_user_id: null,
      subject,
      text,
      recipients: rows.map(({ username }) => username).join(', '),
      deliveries: rows.flatMap(({ user_id, username, email }) => [
        { user_id, occasion, channel: 'app' as const, address: username },
        ...(email ? [{ user_id, occasion, channel: 'email' as const, address: email.toLowerCase() }] : []),
      ]),
    },
  ])
  for (const { user_id } of rows) await publishUnread(trx, user_id, { message_id, subject })
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
}

type Notice = {
  subject: string
  text: string
  /** The subject of a notice: each is sent once. */
  occasion: string
}
type Administrator = { user_id: number; username: string; email: string | null }
