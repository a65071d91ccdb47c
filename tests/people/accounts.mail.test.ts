import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { guest, PASSWORD, tokenIn } from './accounts.people.ts'

const arrived: { to: string[]; from: string; body: string }[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, { envelope }, done) {
    // Quoted-printable breaks lines with "=" and writes "=" as "=3D".
    const body = (await text(stream)).replaceAll('=\r\n', '').replaceAll('=3D', '=')
    arrived.push({
      to: envelope.rcptTo.map(({ address }) => address),
      from: envelope.mailFrom ? envelope.mailFrom.address : '',
      body,
    })
    done()
  },
})

let network: Network
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  network = await startNetwork({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Ringfence <no-reply@example.com>' })
})
afterAll(async () => {
  await network.stop()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

it('a new user registers by a mail that was sent by SMTP', async () => {
  const { post } = guest(network)
  await post('user/register', { email: 'tama@example.com', terms: true })
  await network.server.delivery.drain()
  expect(arrived).toMatchObject([{ to: ['tama@example.com'], from: 'no-reply@example.com' }])
  await post('user/register/complete', {
    token: tokenIn(arrived[0]!.body),
    username: 'tama',
    password: PASSWORD,
    password_confirm: PASSWORD,
    terms: true,
  })
  expect((await post('user/signin', { username: 'tama', password: PASSWORD })).status).toBe(200)
  expect((await network.admin.list('outboxmail')).status).toBe(260)
})

it('gets the same answer when the mail server is down', async () => {
  await new Promise<void>((resolve) => smtp.close(resolve))
  const { status } = await guest(network).post('password/reset', { email: 'tama@example.com' })
  expect(status).toBe(202)
  await network.server.delivery.drain()
})
