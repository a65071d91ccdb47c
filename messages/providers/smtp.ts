import { createTransport } from 'nodemailer'
import { type Letter, NotDelivered, type Provider } from './provider.ts'

const TIMEOUT_MS = 20_000

/** Sends mail through an SMTP server over pooled connections. */
export function smtpProvider(url: string, from: string): Provider {
  const transport = openSmtp(url, from)
  return {
    name: 'smtp',
    shared: true,
    async send({ id, address, subject, text, html, headers, attachments }: Letter) {
      const { 'message-id': messageId, ...others } = headers
      const mail = {
        to: address,
        subject,
        text,
        ...(html && { html }),
        headers: others,
        ...(messageId && { messageId }),
        attachments: attachments.map(({ name, mimetype, bytes }) => ({
          filename: name,
          content: bytes,
          contentType: mimetype ?? 'application/octet-stream',
          // Whatever it says it is, a mail program must not show it as part of the text.
          contentDisposition: 'attachment' as const,
        })),
      }
      const { response } = await transport.sendMail(mail).catch((error) => {
        throw refusalOf(error)
      })
      return { id: messageId ?? String(id), response }
    },
    close: () => transport.close(),
  }
}

/** @param url `smtp://user:password@host:587`, or `smtps://…`; nodemailer's options may follow as a query */
export function openSmtp(url: string, from: string) {
  const address = new URL(url)
  address.searchParams.set('pool', 'true')
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(TIMEOUT_MS))
  }
  return createTransport(address.href, { from })
}

/** RFC 5321 §4.2.1: 4yz is temporary, 5yz permanent. Before RCPT TO it is about the server, not this mail. */
export function refusalOf(error: SmtpError): NotDelivered {
  const { responseCode: code, command = '', message } = error
  const reason = `mail server: ${error.response ?? error.code ?? message}`.slice(0, 500)
  if (!code || code === 421 || !['RCPT TO', 'DATA', 'MAIL FROM'].includes(command))
    return new NotDelivered('away', reason)
  if (command === 'MAIL FROM') return new NotDelivered(code < 500 ? 'away' : 'later', reason)
  if (code < 500) return new NotDelivered('later', reason)
  return new NotDelivered('never', reason, { bounced: command === 'RCPT TO' })
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string; response?: string }
