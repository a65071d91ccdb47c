import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZip } from '../files/unzipped.ts'
import { upload } from '../files/uploads.ts'
import { type MailServer, startMailServer } from '../messaging/fakes.ts'
import { type Network, startNetwork } from '../network.ts'
import { readPdf } from '../pdf.ts'
import { byJob, type College, day, makeCollege } from '../seeds/college.ts'

let network: Network
let college: College
let smtp: MailServer
let plan_id: number
let cycle_id: number
let category_id: number
let audit_id: number
let private_id: number
let file_id: number
let private_file_id: number

beforeAll(async () => {
  smtp = await startMailServer()
  network = await startNetwork({ SMTP_URL: smtp.url, MAIL_FROM: 'Ringfence <no-reply@example.com>' })
  college = await makeCollege(network, 'college')
  const { administrator, trainee } = college
  category_id = (await administrator.client.create('devcategory', { code: 'EA', name: 'Education' })).data.id
  const cycle = { name: 'Tāmaki <2026>', start: day(-40), end: day(40) }
  cycle_id = (await administrator.client.create('devcycle', cycle)).data.id
  plan_id = (await trainee.client.call('GET', 'devplans/current')).data[0].id
  const activity = async (body: object) =>
    (await trainee.client.create('devactivity', { completed_on: day(-1), hours: 2, ...body } as never)).data.id
  file_id = (await upload(network, trainee.token, 'scans', { name: 'audit.txt' })).data.id
  private_file_id = (await upload(network, trainee.token, 'diary', { name: 'diary.txt' })).data.id
  const credits = [{ devcategory_id: category_id, hours: 2 }]
  audit_id = await activity({ target: 'Audit of ankle scans', credits, evidence: [file_id] })
  private_id = await activity({
    target: 'I was afraid',
    learnings: 'Secret',
    private: true,
    evidence: [private_file_id],
  })
  await trainee.client.create('procedure', { date: day(-1), type: 'Ultrasound', nhi: 'ZZZ0016' })
  await trainee.client.create('devqualification', { type: 'als', name: 'Life support', evidence: [file_id] })
})
afterAll(async () => {
  await network.stop()
  await smtp.stop()
})

const get = (path: string, token = college.trainee.token) =>
  fetch(`${network.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
const pdfOf = async (token?: string) =>
  Buffer.from(await (await get(`cpd/report/pdf?plan_id=${plan_id}`, token)).arrayBuffer())
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function send(to: string, key: string) {
  const response = await fetch(`${network.url}/api/v1/cpd/sendreport`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${college.trainee.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ plan_id, to }),
  })
  return { status: response.status, ...(await response.json()) }
}

describe('the report', () => {
  it('is a tagged PDF with headings and tables, without private texts and health numbers', async () => {
    const { text, roles, tagged, title } = await readPdf(await pdfOf())
    expect({ tagged, title }).toEqual({
      tagged: true,
      title: 'Professional development of college-user, Tāmaki <2026>',
    })
    expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TR', 'TH', 'TD']))
    for (const part of ['Audit of ankle scans', 'audit.txt', 'E1', 'A1', 'Life support']) expect(text).toContain(part)
    for (const secret of ['afraid', 'Secret', 'diary', 'ZZZ']) expect(text).not.toContain(secret)
  })

  it('is the same for everybody who may read the plan, and does not exist for others', async () => {
    const { administrator, staff, supervisor } = college
    const report = await pdfOf()
    expect((await pdfOf(administrator.token)).equals(report)).toBe(true)
    expect((await get(`cpd/report?plan_id=${plan_id}`, staff.token)).status).toBe(404)
    // A draft is the person's own.
    expect((await get(`cpd/report?plan_id=${plan_id}`, supervisor.token)).status).toBe(404)
  })

  it('is data for its page, named by person and cycle', async () => {
    const of = `user_id=${college.trainee.id}&cycle_id=${cycle_id}`
    const { data } = await (await get(`cpd/report?${of}`)).json()
    expect(data).toMatchObject({ id: plan_id, hours: 4, met: null, organisation: 'college', closed_at: null })
    expect(data.evidence).toMatchObject([{ number: 'E1', file_id, name: 'audit.txt', size: 5 }])
    expect(data.activities).toMatchObject([
      { number: 'A1', title: 'Audit of ankle scans', credits: [{ code: 'EA', credit: 2 }], evidence: ['E1'] },
      { number: 'A2', title: 'a private activity', learnings: '', evidence: [] },
    ])
    expect(data.qualifications).toMatchObject([{ name: 'Life support', evidence: ['E1'] }])
    // Drafts are the person's own.
    expect(data.procedures).toEqual([])
    expect((await get('cpd/report')).status).toBe(400)
    expect((await get(`cpd/report?user_id=${college.staff.id}&cycle_id=${cycle_id}`)).status).toBe(404)
  })

  it('has a zip with each piece of evidence under its number', async () => {
    const { data } = await college.trainee.client.call('POST', 'cpd/report/address', { plan_id })
    const response = await fetch(`${network.url}${data.url}`)
    expect(response.headers.get('content-type')).toBe('application/zip')
    const entries = await readZip(Buffer.from(await response.arrayBuffer()))
    expect(entries.map(({ path }) => path)).toEqual(['Report.pdf', 'README.txt', 'E1 audit.txt'])
    expect(entries[2]!.text).toBe('scans')
    await expect(college.staff.client.call('POST', 'cpd/report/address', { plan_id })).rejects.toMatchObject({
      status: 404,
    })
    const forged = data.url.replace(`report/${plan_id}`, `report/${plan_id + 1}`)
    expect((await fetch(`${network.url}${forged}`)).status).toBe(469)
  })

  it('keeps its SHA-256 when the category, a name or a qualification of a closed cycle changes', async () => {
    const { administrator, trainee } = college
    await byJob(network, administrator, 'devcycle/expire', { id: cycle_id, name: 'Tāmaki <2026>' })
    const stats = async () => (await trainee.client.call('GET', 'cpd/stats', { cycle_id })).data
    const [before, numbers] = [sha256(await pdfOf()), await stats()]
    await administrator.client.update('devcategory', { id: category_id, name: 'Courses', credit_per_hour: 5 })
    const { data } = await trainee.client.list('devqualification', {})
    await trainee.client.update('devqualification', { id: data[0]!.id, name: 'Other' })
    await administrator.client.update('organisation', { id: college.id, name: 'Renamed' })
    expect(sha256(await pdfOf())).toBe(before)
    expect(await stats()).toEqual(numbers)
    // Opened again, it says what is true today.
    await byJob(network, administrator, 'devcycle/reopen', { id: cycle_id, reason: 'A late certificate' })
    expect((await readPdf(await pdfOf())).text).toContain('Renamed')
    await administrator.client.update('organisation', { id: college.id, name: 'college' })
    await byJob(network, administrator, 'devcycle/expire', { id: cycle_id, name: 'Tāmaki <2026>' })
  })
})

describe('evidence', () => {
  const open = (client: College['trainee']['client'], entity_id: number, file: number) =>
    client.call('POST', `cpd/evidence/devactivity/${entity_id}/${file}/view`)

  it('is opened by those who read its activity, an ended supervisor not from that second on', async () => {
    const { supervisor, administrator, staff, relationship_id } = college
    const { data } = await open(supervisor.client, audit_id, file_id)
    expect(await (await fetch(`${network.url}${data.url}`)).text()).toBe('scans')
    await open(administrator.client, audit_id, file_id)
    const refused = { status: 404 }
    await expect(open(staff.client, audit_id, file_id)).rejects.toMatchObject(refused)
    // Neither private evidence, nor another file of the person by this activity.
    await expect(open(supervisor.client, private_id, private_file_id)).rejects.toMatchObject(refused)
    await expect(open(administrator.client, private_id, private_file_id)).rejects.toMatchObject(refused)
    await expect(open(supervisor.client, audit_id, private_file_id)).rejects.toMatchObject(refused)
    await open(college.trainee.client, private_id, private_file_id)

    const set = (state: 'ended' | 'declined' | 'accepted') =>
      network.db.updateTable('userrelationship').set({ state }).where('id', '=', relationship_id).execute()
    for (const state of ['ended', 'declined'] as const) {
      await set(state)
      await expect(open(supervisor.client, audit_id, file_id)).rejects.toMatchObject(refused)
      expect((await fetch(`${network.url}${data.url}`)).status).toBe(404)
    }
    await set('accepted')
  })

  it('is also a file that was given as an answer of a form, which must be the own one', async () => {
    const { administrator, trainee, supervisor, staff } = college
    const { data: template } = await administrator.client.create('devformtemplate', {
      organisation_id: college.id,
      name: 'Case',
      filled_by: 'self',
      fields: [{ name: 'scan', label: 'Scan', kind: 'file' }],
    })
    await administrator.client.update('devformtemplate', { id: template.id, state: 'published' })
    const devformtemplate_id = template.id
    const answer = (who: College['trainee']) =>
      who.client.create('devform', { devformtemplate_id, answers: { scan: file_id } })
    await expect(answer(staff)).rejects.toMatchObject({ status: 404, field: 'answers' })
    const { id } = (await answer(trainee)).data
    const view = (client: College['trainee']['client']) =>
      client.call('POST', `cpd/evidence/devform/${id}/${file_id}/view`)
    await expect(view(supervisor.client)).rejects.toMatchObject({ status: 404 })
    await trainee.client.call('POST', 'devform/submit', { id })
    const { data } = await view(supervisor.client)
    expect(await (await fetch(`${network.url}${data.url}`)).text()).toBe('scans')
    await expect(view(staff.client)).rejects.toMatchObject({ status: 404 })
  })

  it('of a private activity is not for an impersonator', async () => {
    const { data } = await network.admin.call('POST', 'user/impersonate', { id: college.trainee.id })
    const response = await fetch(
      `${network.url}/api/v1/cpd/evidence/devactivity/${private_id}/${private_file_id}/view`,
      { method: 'POST', headers: { authorization: `Bearer ${data.token}` } },
    )
    expect(response.status).toBe(404)
  })
})

describe('sending a report', () => {
  it('sends the PDF once for a key, and asking what was sent sends nothing', async () => {
    const to = 'college-supervisor@example.com'
    const [first, again] = [await send(to, 'one'), await send(to, 'one')]
    expect([first.status, again.status]).toEqual([202, 202])
    expect(again.data.id).toBe(first.data.id)
    await network.server.delivery.drain()
    const list = async () => (await college.trainee.client.call('GET', 'cpd/sendreport', { plan_id })).data
    await list()
    const sent = { id: first.data.id, sent_to: to, sha256: sha256(await pdfOf()), state: 'sent' }
    expect(await list()).toMatchObject([sent])
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from cpd_report`.execute(network.db)
    expect(rows[0]!.count).toBe(1)
    const { data: files } = await college.trainee.client.list('file', { search: 'Report' })
    expect(files[0]).toMatchObject({ sha256: first.data.sha256, mimetype: 'application/pdf' })
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
})
