import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { afterCommit, contextOf } from '../../crud/transact.ts'
import { personalReminder } from '../../messaging/personal_reminder.ts'
import { publishUnread } from '../../messaging/unread.ts'

/** Writes to the person of an audit: in the app, and by mail to an address that was proved. */
export async function inform(trx: Trx, audit_id: number, { occasion, subject, text }: News): Promise<void> {
  const { rows } = await sql<Person>`
    select a.organisation_id, a.user_id, ${displayNameOf('u')} as person,
      case when u.email_proved_at is not null then u.email end as email
    from cpd_audit a join user_account u on u.id = a.user_id where a.id = ${audit_id}`.execute(trx)
  const { public_url } = contextOf(trx).config
  const person = rows[0]!
  const address = `${public_url.replace(/\/$/, '')}/app/audit?id=${audit_id}`
  const [message_id = null] = await writeMessages(trx, [
    personalReminder({ ...person, occasion: `audit ${audit_id} ${occasion}`, subject, text: `${text}\n\n${address}` }),
  ])
  await publishUnread(trx, person.user_id, { message_id, subject })
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
}

type News = { occasion: string; subject: string; text: string }
type Person = { organisation_id: number; user_id: number; person: string; email: string | null }
