import { openSmtp } from '#messages/providers/smtp.ts'
import type { MailTransport } from './mailer.ts'

/** @param url `smtp://user:password@host:587`, or `smtps://…`; nodemailer's options may follow as a query */
export function smtpTransport(url: string, from: string): MailTransport {
  const transport = openSmtp(url, from)
  return {
    async send(mail) {
      await transport.sendMail(mail)
    },
    close: () => transport.close(),
  }
}
