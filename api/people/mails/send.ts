import type { Trx } from '#db/database.ts'
import { seal } from '#db/sealing.ts'
import { accountMail } from '#messages/account.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { afterCommit, contextOf } from '../../crud/transact.ts'
import type { Mail } from './mails.ts'

/**
 * Writes a mail about an account, in the transaction of what it tells of: it leaves after the commit, again and again
 * while the mail server is away. What is kept to be read is the mail without its link, which lets people in; the mail
 * itself is sealed until it has left, and forgotten then.
 */
export async function sendMail(trx: Trx, { to, subject, text, link, works_s }: Mail): Promise<void> {
  const { config } = contextOf(trx)
  const sealed = seal(text, accountMail(config.jwt_secret))
  const expires_at = works_s === undefined ? null : new Date(Date.now() + works_s * 1000).toISOString()
  await writeMessages(trx, [
    {
      ...{ organisation_id: null, kind: 'account', sender_user_id: null, recipients: to, subject },
      text: link === undefined ? text : text.replaceAll(link, HIDDEN),
      deliveries: [{ channel: 'email', user_id: null, address: to.toLowerCase(), sealed, expires_at }],
    },
  ])
  afterCommit(trx, ({ wakeDelivery }) => wakeDelivery())
}

const HIDDEN = '(a link that only its reader sees)'
