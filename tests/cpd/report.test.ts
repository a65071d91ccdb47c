import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../messaging/fakes.ts'
import { type Network, startNetwork } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'

let network: Network
let college: College
let smtp: MailServer
let plan_id: number
let cycle_id: number

beforeAll(async () => {
  smtp = await startMailServer()
  network = await startNetwork({ SMTP_URL: smtp.url, MAIL_FROM: 'Ringfence <no-reply@example.com>' })
  college = await makeCollege(network, 'college')
  const { administrator, trainee } = college
  const { data } = await administrator.client.create('devcategory', { code: 'EA', name: 'Education' })
  const cycle = { name: 'Tāmaki <2026>', start: day(-40), end: day(40) }
  cycle_id = (await administrator.client.create('devcycle', cycle)).data.id
  plan_id = (await trainee.client.call('GET', 'devplans/current')).data[0].id
  const activity = (body: object) =>
    trainee.client.create('devactivity', { completed_on: day(-1), hours: 2, ...body } as never)
  await activity({ target: 'Audit of ankle scans', credits: [{ devcategory_id: data.id, hours: 2 }] })
  await activity({ target: 'I was afraid', learnings: 'Secret', private: true })
})
afterAll(async () => {
  await network.stop()
  await smtp.stop()
})

async function read(token = college.trainee.token): Promise<string> {
  const response = await fetch(`${network.url}/api/v1/cpd/report?plan_id=${plan_id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return response.text()
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function send(to: string, key: string) {
  const response = await fetch(`${network.url}/api/v1/cpd/sendreport`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${college.trainee.token}`, 'content-type': 'application/json' },
      'idempotency-key': key,
    },
    body: JSON.stringify({ plan_id, to }),
  })
  return { status: response.status, ...(await response.json()) }
}

it('is the same for everybody who may read it, without private texts', async () => {
  const report = await read()
  expect(report).toContain('<title>Professional development of college-user, Tāmaki &lt;2026&gt;</title>')
  expect(report).toContain('Audit of ankle scans')
  expect(report).not.toContain('afraid')
  expect(report).not.toContain('Secret')
  expect(await read(college.administrator.token)).toBe(report)
  expect(await read(college.staff.token)).toContain('There is no such plan')
})

it('keeps its SHA-256 when a closed cycle’s category changes', async () => {
  await college.administrator.client.call('POST', 'devcycle/expire', { id: cycle_id })
  const before = sha256(await read())
  const { data } = await college.administrator.client.list('devcategory')
  await college.administrator.client.update('devcategory', { id: data[0]!.id, credit_per_hour: 5 })
  expect(sha256(await read())).toBe(before)
})

it('is sent once for a key, and asking what was sent sends nothing', async () => {
  const to = 'college-supervisor@example.com'
  const [first, again] = [await send(to, 'one'), await send(to, 'one')]
  expect([first.status, again.status]).toEqual([202, 202])
  expect(again.data.id).toBe(first.data.id)
  await network.server.delivery.drain()
  const list = async () => (await college.trainee.client.call('GET', 'cpd/sendreport', { plan_id })).data
  await list()
  expect(await list()).toMatchObject([{ id: first.data.id, sent_to: to, sha256: sha256(await read()), state: 'sent' }])
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from cpd_report`.execute(network.db)
  expect(rows[0]!.count).toBe(1)
  const { data: files } = await college.trainee.client.list('file', { search: 'Report' })
  expect(files[0]!.sha256).toBe(first.data.sha256)
  await expect(college.trainee.client.call('DELETE', 'file', { id: files[0]!.id })).rejects.toMatchObject({
    status: 476,
  })
})

it('to an address that has bounced warns of it; to none or two is refused', async () => {
  await network.db
    .insertInto('recipient')
    .values({ organisation_id: college.id, channel: 'email', address: 'gone@example.com', bounced_at: sql`now()` })
    .execute()
  const answer = await send('gone@example.com', 'two')
  expect([answer.status, answer.info.warning]).toEqual([202, 'E-mails to gone@example.com have bounced before.'])
  expect((await send('nobody', 'three')).status).toBe(466)
  expect((await send('a@example.com, b@example.com', 'four')).status).toBe(400)
})
