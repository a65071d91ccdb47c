import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail server that stores mails, and refuses on request. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: Arrived[] = []
  const state: { refusal: Refusal | null } = { refusal: null }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(state.refusal?.at === 'MAIL' ? errorOf(state.refusal) : null),
    onRcptTo: ({ address }, _session, done) =>
      done(
        state.refusal?.at === 'RCPT' && (state.refusal.address ?? address) === address ? errorOf(state.refusal) : null,
      ),
    async onData(stream, { envelope }, done) {
      const raw = await text(stream)
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), ...partsOf(raw), raw })
      done()
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
  return {
    port: (smtp.server.address() as AddressInfo).port,
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    mails,
    refuse(refusal) {
      state.refusal = refusal
    },
    to: (address) => mails.filter((mail) => mail.to.includes(address)),
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}

/** An HTTP server that records requests and answers as configured. */
export async function startHttp(
  answer: (request: RecordedRequest) => { status: number; body?: unknown } | null,
): Promise<HttpFake> {
  const all: RecordedRequest[] = []
  const server: Server = createServer(async (request: IncomingMessage, response) => {
    const recorded: RecordedRequest = {
      method: request.method!,
      path: request.url!,
      headers: request.headers as Record<string, string>,
      body: await text(request),
    }
    all.push(recorded)
    const reply = answer(recorded)
    // Null destroys the connection.
    if (!reply) return request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    all,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Twilio's API for sending. */
export async function startTwilio(): Promise<HttpFake & { url: string; sms: Record<string, string>[] }> {
  const sms: Record<string, string>[] = []
  const http = await startHttp(({ body }) => {
    const form = Object.fromEntries(new URLSearchParams(body))
    if (form.To?.endsWith('000')) return { status: 400, body: { code: 21211, message: 'Invalid To number' } }
    sms.push(form)
    return { status: 201, body: { sid: `SM${sms.length}`, status: 'queued' } }
  })
  return { ...http, sms, url: `twilio://AC1:token@127.0.0.1:${http.port}?from=%2B64211234567&tls=off` }
}

/** Decodes the text of a mail; quoted-printable breaks lines with "=" and encodes "=" as "=3D". */
function partsOf(raw: string): { subject: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? ''
  // The first part of a multipart mail has its own headers.
  const plain = (rest[0]?.startsWith('--') ? rest.slice(1) : rest).join('\n\n').split(/\r\n--[-=_\w]+/)[0] ?? ''
  return { subject: decodeWord(subject.replace(/\r\n[ \t]/g, ' ')), text: decodeQuoted(plain) }
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const decodeWord = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, word: string) => decodeQuoted(word.replaceAll('_', ' ')))
    .replace(/=\?utf-8\?b\?(.*?)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString())

const errorOf = ({ code, text }: Refusal) => Object.assign(new Error(text ?? 'not now'), { responseCode: code })

/** `address`: refuses this one only. */
type Refusal = { at: 'MAIL' | 'RCPT'; code: number; text?: string; address?: string }
type Arrived = { to: string[]; subject: string; text: string; raw: string }
export type MailServer = {
  port: number
  url: string
  mails: Arrived[]
  refuse(refusal: Refusal | null): void
  to(address: string): Arrived[]
  stop(): Promise<void>
}
export type RecordedRequest = { method: string; path: string; headers: Record<string, string>; body: string }
export type HttpFake = { port: number; all: RecordedRequest[]; stop(): Promise<void> }
