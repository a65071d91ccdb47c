import type { Db } from '../resource.ts'
import type { MailTransport } from './mailer.ts'

/** Without a mail server mails are kept where platform administrators read them. */
export function outboxTransport(db: Db): MailTransport {
  return {
    async send({ to, ...mail }) {
      await db
        .insertInto('outbox_mail')
        .values({ recipient: to, ...mail })
        .execute()
    },
    close() {},
  }
}
