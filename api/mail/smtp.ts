import { createTransport } from 'nodemailer'
import type { MailTransport } from './mailer.ts'

const TIMEOUT_MS = 20_000

/** @param url `smtp://user:password@host:587`, or `smtps://…`; nodemailer's options may follow as a query */
export function smtpTransport(url: string, from: string): MailTransport {
  const address = new URL(url)
  address.searchParams.set('pool', 'true')
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(TIMEOUT_MS))
  }
  const transport = createTransport(address.href, { from })
  return {
    async send(mail) {
      await transport.sendMail(mail)
    },
    close: () => transport.close(),
  }
}
