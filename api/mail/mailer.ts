import type { Logger } from 'pino'
import type { Db } from '../resource.ts'
import { outboxTransport } from './outbox.ts'
import { smtpTransport } from './smtp.ts'

/** Sends mails behind people's backs: nobody waits for a mail server, and what fails is logged. */
export function makeMailer({ db, log, smtp_url, mail_from }: MailerOptions): Mailer {
  const transport = smtp_url ? smtpTransport(smtp_url, mail_from) : outboxTransport(db)
  const under_way = new Set<Promise<void>>()
  const drain = async () => {
    while (under_way.size > 0) await Promise.all(under_way)
  }
  return {
    send(mail) {
      const sending = transport
        .send(mail)
        // Not the message: it may name the recipient.
        .catch(({ name, code, responseCode }: Error & { code?: string; responseCode?: number }) =>
          log.error({ reason: code ?? name, status: responseCode, subject: mail.subject }, 'a mail was not sent'),
        )
        .finally(() => under_way.delete(sending))
      under_way.add(sending)
    },
    drain,
    async stop() {
      await drain()
      transport.close()
    },
  }
}

export type Mail = { to: string; subject: string; text: string; html?: string }

/** How mails leave: by SMTP, or into the outbox. */
export type MailTransport = { send(mail: Mail): Promise<void>; close(): void }

export type Mailer = {
  send(mail: Mail): void
  /** When all that was sent so far has left. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export type MailerOptions = { db: Db; log: Logger; smtp_url: string | null; mail_from: string }
