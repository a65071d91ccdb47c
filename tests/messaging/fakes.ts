import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail server that keeps what it takes, and refuses when it is told to. */
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

/** Whatever speaks HTTP: it keeps what it is asked and answers as it is told. */
export async function startHttp(
  answer: (asked: Asked) => { status: number; body?: unknown } | null,
): Promise<HttpFake> {
  const all: Asked[] = []
  const server: Server = createServer(async (request: IncomingMessage, response) => {
    const asked: Asked = {
      method: request.method!,
      path: request.url!,
      headers: request.headers as Record<string, string>,
      body: await text(request),
    }
    all.push(asked)
    const said = answer(asked)
    // Nothing is an answer too: the connection breaks.
    if (!said) return request.socket.destroy()
    response.writeHead(said.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(said.body ?? {}))
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

/** Twilio, as far as sending goes. */
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

/** The text of a mail as its reader sees it; quoted-printable breaks lines with "=" and writes "=" as "=3D". */
function partsOf(raw: string): { subject: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? ''
  // The first part of a mail of several has a head of its own.
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

/** `address`: only this one is refused. */
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
type Asked = { method: string; path: string; headers: Record<string, string>; body: string }
export type HttpFake = { port: number; all: Asked[]; stop(): Promise<void> }
