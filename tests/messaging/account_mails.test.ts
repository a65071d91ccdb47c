import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { guest, tokenIn } from '../people/accounts.people.ts'
import { type MailServer, startMailServer } from './fakes.ts'

const PASSWORD = 'correct horse battery'

let network: Network
let smtp: MailServer
beforeAll(async () => {
  smtp = await startMailServer()
  network = await startNetwork({ SMTP_URL: smtp.url, MESSAGE_RETRY_S: '1' })
})
afterAll(async () => {
  await network.stop()
  await smtp.stop()
})

const newest = async () => (await network.admin.list('message', { kind: 'account', limit: 1 })).data[0]!
const sealed = async () =>
  (await network.db.selectFrom('message_delivery').select('sealed').where('sealed', 'is not', null).execute()).length

it('is retried while the mail server is down, and is stored without its link', async () => {
  const { port } = smtp
  await smtp.stop()
  await guest(network).post('user/register', { email: 'tama@example.com', terms: true })
  await expect.poll(async () => (await newest()).reason).toMatch(/mail server/)
  const waiting = await newest()
  expect(waiting).toMatchObject({
    state: 'queued',
    recipients: 'tama@example.com',
    subject: 'Confirm your registration',
  })
  expect(waiting.text).toContain('(a link that only its reader sees)')
  // Neither the outbox nor the database contains the link.
  const { rows } = await sql<{ row: string }>`select to_jsonb(d)::text || to_jsonb(m)::text as row
    from message_delivery d join message m on m.id = d.message_id`.execute(network.db)
  expect(JSON.stringify([waiting, rows])).not.toContain('token=')
  expect(await sealed()).toBe(1)

  smtp = await startMailServer(port)
  await expect.poll(() => smtp.to('tama@example.com').length, { timeout: 40_000 }).toBe(1)
  await expect.poll(async () => (await newest()).state).toBe('sent')
  expect(await sealed()).toBe(0)
  const [mail] = smtp.mails
  expect(mail!.raw).not.toContain('List-Unsubscribe')
  const password = { password: PASSWORD, password_confirm: PASSWORD }
  const token = tokenIn(mail!.text)
  await guest(network).post('user/register/complete', { token, username: 'tama', ...password, terms: true })
  expect((await guest(network).post('user/signin', { username: 'tama', password: PASSWORD })).status).toBe(200)
})

it('is not sent after its link has expired, and cannot be resent', async () => {
  smtp.refuse({ at: 'RCPT', code: 450, text: 'come back later' })
  await guest(network).post('password/reset', { email: 'tama@example.com' })
  await expect.poll(async () => (await newest()).reason).toContain('come back later')
  await sql`update message_delivery set expires_at = now() - interval '1 s' where state = 'queued'`.execute(network.db)
  const before = smtp.mails.length
  smtp.refuse(null)
  await network.server.delivery.drain()
  const { expireUndelivered: giveUp } = await import('#messages/queue/queue.ts')
  await giveUp(network.db, 86_400)
  const failed = await newest()
  expect(failed).toMatchObject({ state: 'failed', reason: expect.stringMatching(/^not sent late: .*come back later/) })
  expect([smtp.mails.length, await sealed()]).toEqual([before, 0])
  await expect(network.admin.call('POST', 'message/resend', { id: failed.id })).rejects.toMatchObject({ status: 476 })
})

it('is visible to platform administrators only', async () => {
  const { data } = await guest(network).post('user/signin', { username: 'tama', password: PASSWORD })
  const { client } = guest(network, data.token)
  expect((await client.list('message', { kind: 'account' })).data).toEqual([])
})

it('is what an invitation needs here: its link is not handed over', async () => {
  const invited = { email: 'hand@example.com', role_name: 'User', by_link: true }
  expect(await guest(network, network.token).refused('invitation', invited, 'PUT')).toMatchObject({
    status: 476,
    code: 'not_possible',
    field: 'by_link',
  })
})
