import type { Trx } from '#db/database.ts'
import { purposes } from '#db/tables/purposes.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { afterCommit, contextOf } from '../../crud/transact.ts'
import type { Mail } from './mails.ts'

/**
 * Queues an account mail in the current transaction; it is sent after the commit, and retried. The stored message omits
 * the link, which grants access; the mail itself is sealed, and deleted once it is sent.
 */
export async function sendMail(trx: Trx, { to, subject, text, link, works_s }: Mail): Promise<void> {
  const sealed = contextOf(trx).keys.seal(text, purposes.account_mail)
  const expires_at = works_s === undefined ? null : new Date(Date.now() + works_s * 1000).toISOString()
  await writeMessages(trx, [
    {
      organisation_id: null,
      kind: 'account',
      sender_user_id: null,
      recipients: to,
      subject,
      text: link === undefined ? text : text.replaceAll(link, HIDDEN),
      deliveries: [{ channel: 'email', user_id: null, address: to.toLowerCase(), sealed, expires_at }],
    },
  ])
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
}

const HIDDEN = '(a link that only its reader sees)'
