import type { Trx } from '#db/database.ts'
import { type NewMessage, writeMessages } from '#messages/queue/write.ts'
import { afterCommit } from '../crud/transact.ts'
import { publishUnread } from './unread.ts'

/** A reminder to one person, in the app and to their proven address. @param occasion written once */
export function personalReminder(reminder: PersonalReminder): NewMessage {
  const { organisation_id, user_id, person, email, occasion, subject, text } = reminder
  const common = { user_id, occasion }
  return {
    organisation_id,
    kind: 'reminder',
    sender_user_id: null,
    recipients: person,
    subject,
    text,
    deliveries: [
      { ...common, channel: 'app', address: person },
      ...(email && !NOWHERE.test(email)
        ? [{ ...common, channel: 'email' as const, address: email.toLowerCase() }]
        : []),
    ],
  }
}

/** Same, of what was decided or is asked in a process: a notice. */
export const personalNotice = (notice: PersonalReminder): NewMessage => ({
  ...personalReminder(notice),
  kind: 'notice',
})

/**
 * Writes a message to one person, counts it as unread and wakes what delivers it.
 *
 * @returns its id; null where it was written before
 */
export async function writePersonal(trx: Trx, user_id: number, message: NewMessage): Promise<number | null> {
  const [message_id = null] = await writeMessages(trx, [message])
  if (message_id === null) return null
  await publishUnread(trx, user_id, { message_id, subject: message.subject })
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return message_id
}

/** Addresses of examples, as people of a demo have them: no mail arrives there (RFC 2606). */
const NOWHERE = /\.example$/i

type PersonalReminder = {
  organisation_id: number
  user_id: number
  person: string
  email: string | null
  occasion: string
  subject: string
  text: string
}
