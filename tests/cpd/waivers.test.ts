import { beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../files/uploads.ts'
import type { Network } from '../network.ts'
import { readPdf } from '../pdf.ts'
import { byJob, type College, day, makeCollege } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

const REASON = 'Chemotherapy at the eye hospital'
const year = Number(day(0).slice(0, 4)) + 1
const cycle = { start: `${year}-01-01`, end: `${year}-12-31` }

let network: Network
let college: College
let officer: Person
let second: Person
let auditor: Person
let cycle_id: number
let plan_id: number
let waiver_id: number
let file_id: number

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'cases')
  const { administrator, trainee } = college
  officer = await makePerson(network, 'waiver-officer', college.id, 'User')
  auditor = await makePerson(network, 'waiver-auditor', college.id, 'User')
  second = await makePerson(network, 'waiver-second', college.id, 'Administrator')
  for (const [{ id }, cpd_role] of [
    [officer, 'officer'],
    [auditor, 'auditor'],
  ] as const) {
    await network.db.updateTable('membership').set({ cpd_role }).where('user_id', '=', id).execute()
  }
  const { data: standard } = await administrator.client.create('cpdstandard', {
    code: 'waived',
    name: 'Waived',
    publish: true,
    rules: [{ code: 'any', kind: 'sum_min', amount: 12, per: 'cycle' }],
  })
  const made = await administrator.client.create('devcycle', { name: 'Next', ...cycle, cpd_standard_id: standard.id })
  cycle_id = made.data.id
  plan_id = (await trainee.client.create('devplan', { devcycle_id: cycle_id })).data.id
  file_id = (await upload(network, trainee.token, 'A certificate', { name: 'eye.txt' })).data.id
})

const step = (who: Person, verb: string, body: object = {}) =>
  who.client.call('POST', `devwaiver/${verb}`, { id: waiver_id, ...body } as never)
const refused = (status: number, field?: string) => ({ status, ...(field && { field }) })
const get = (token: string, path: string) =>
  fetch(`${network.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
const requiredOf = async (who: Person) => {
  const { data } = await who.client.call('GET', 'cpd/stats', { cycle_id, user_id: college.trainee.id })
  return data.lines[0]!.required
}
const messagesOf = async (who: Person) =>
  await network.db.selectFrom('message').selectAll().where('recipients', '=', who.username).orderBy('id').execute()

describe('a waiver as a case', () => {
  it('is asked for with private evidence, and never decided by its person', async () => {
    const { trainee } = college
    const asked = { devplan_id: plan_id, from: `${year}-02-01`, to: `${year}-05-31`, reason: REASON }
    const { data } = await trainee.client.create('devwaiver', { ...asked, kind: 'exemption', evidence: [file_id] })
    waiver_id = data.id
    expect(data).toMatchObject({ state: 'requested', outcome: null, evidence: [{ file_id }] })
    const decision = { outcome: 'whole', reason: 'Because' }
    await expect(step(trainee, 'decide', decision)).rejects.toMatchObject(refused(403))
    await expect(step(trainee, 'ask', { text: 'More' })).rejects.toMatchObject(refused(403))
    await expect(step(trainee, 'appeal', { text: 'No' })).rejects.toMatchObject(refused(476))
    await expect(trainee.client.update('devwaiver', { id: waiver_id, state: 'granted' })).rejects.toMatchObject(
      refused(403, 'state'),
    )
    const granted = { ...asked, kind: 'leave' as const, state: 'granted' as const }
    await expect(trainee.client.create('devwaiver', granted)).rejects.toMatchObject(refused(403, 'state'))
    await expect(step(college.supervisor, 'decide', decision)).rejects.toMatchObject(refused(403))
  })

  it('is answered by its person when more is asked for, and granted in part by an officer', async () => {
    const { trainee, administrator } = college
    expect((await step(officer, 'ask', { text: 'Until when does it last?' })).data.state).toBe('more_asked')
    await expect(step(administrator, 'answer', { text: 'Long' })).rejects.toMatchObject(refused(403))
    await expect(step(trainee, 'answer', { text: ' ' })).rejects.toMatchObject(refused(400, 'text'))
    expect((await step(trainee, 'answer', { text: 'Until May' })).data.state).toBe('requested')
    const part = { outcome: 'part', from: `${year}-02-01`, to: `${year}-03-31` }
    await expect(step(officer, 'decide', { ...part, reason: ' ' })).rejects.toMatchObject(refused(400, 'reason'))
    await expect(step(officer, 'decide', { ...part, to: `${year}-06-30`, reason: 'x' })).rejects.toMatchObject(
      refused(400, 'to'),
    )
    expect(await requiredOf(trainee)).toBe(12)
    const { data } = await step(officer, 'decide', { ...part, reason: 'Two months are proved.' })
    expect(data).toMatchObject({ state: 'granted', to: `${year}-03-31`, asked_to: `${year}-05-31` })
    expect(await requiredOf(trainee)).toBe(10)
    for (const who of [trainee, administrator]) {
      const change = who.client.update('devwaiver', { id: waiver_id, to: `${year}-12-31` })
      await expect(change).rejects.toMatchObject(refused(476))
      await expect(who.client.remove('devwaiver', waiver_id)).rejects.toMatchObject(refused(476))
    }
  })

  it('shows why, its letter and its evidence to the person and to who decides only', async () => {
    const { trainee, supervisor, administrator, customer, staff } = college
    for (const who of [trainee, administrator, officer]) {
      const { data } = await who.client.read('devwaiver', waiver_id)
      expect(data).toMatchObject({ reason: REASON, decision: 'Two months are proved.', evidence: [{ file_id }] })
      const letter = await get(who.token, `devwaiver/letter?id=${waiver_id}`)
      const { text } = await readPdf(Buffer.from(await letter.arrayBuffer()))
      expect(text.replaceAll(/\s+/g, ' ')).toMatch(/granted in part.*Two months are proved.*28 days/)
    }
    const speak = (locale: string) =>
      network.db.updateTable('user_account').set({ locale }).where('id', '=', trainee.id).execute()
    await speak('fr')
    const letter = await get(officer.token, `devwaiver/letter?id=${waiver_id}`)
    await speak('en')
    const french = await readPdf(Buffer.from(await letter.arrayBuffer()))
    expect(french).toMatchObject({ language: 'fr', title: expect.stringMatching(/^Décision sur une dispense : /) })
    expect(french.text.replaceAll(/\s+/g, ' ')).toMatch(/accordée en partie.*28 jours/)
    const { data } = await supervisor.client.read('devwaiver', waiver_id)
    const hidden = { kind: null, reason: null, asked: null, reply: null, decision: null, outcome: null }
    expect(data).toMatchObject({ ...hidden, asked_to: null, evidence: [], from: `${year}-02-01` })
    expect((await get(supervisor.token, `devwaiver/letter?id=${waiver_id}`)).status).toBe(403)
    const open = (who: Person) => who.client.call('POST', `cpd/evidence/devwaiver/${waiver_id}/${file_id}/view`)
    await open(officer)
    for (const who of [supervisor, auditor, customer, staff]) {
      await expect(open(who)).rejects.toMatchObject(refused(404))
    }
    for (const who of [auditor, customer, staff]) {
      await expect(who.client.read('devwaiver', waiver_id)).rejects.toMatchObject(refused(404))
      expect((await get(who.token, `devwaiver/letter?id=${waiver_id}`)).status).toBe(404)
    }
    const { token } = (await network.admin.call('POST', 'user/impersonate', { id: trainee.id })).data
    expect(await (await get(token, `devwaiver?id=${waiver_id}`)).text()).not.toMatch(/Chemo|proved|eye\.txt/)
    expect((await get(token, `devwaiver/letter?id=${waiver_id}`)).status).toBe(403)
    expect(await (await get(token, 'files')).text()).not.toMatch(/eye\.txt/)
    const letters = await messagesOf(trainee)
    expect(letters.map(({ subject }) => subject)).toEqual([
      'More is asked for: your waiver in Next',
      'Your waiver is decided: Next',
    ])
    expect(JSON.stringify(letters)).not.toMatch(/Chemo|Until when|proved/)
    const { data: log } = await administrator.client.list('auditlog', { search: 'devwaiver' })
    expect(JSON.stringify(log)).not.toMatch(/Chemo|Until when|proved/)
  })

  it('is appealed against once, which an administrator decides, and counts what is granted then', async () => {
    const { trainee, administrator } = college
    await expect(step(officer, 'appeal', { text: 'No' })).rejects.toMatchObject(refused(403))
    const appeals = async () =>
      (await trainee.client.act('GET cpd/calendar', {})).data.filter(({ kind }) => kind === 'waiver_appeal')
    expect(await appeals()).toMatchObject([{ id: waiver_id, day: day(28) }])
    const { data } = await step(trainee, 'appeal', { text: 'It lasted until May.' })
    expect(await appeals()).toEqual([])
    expect(data).toMatchObject({ appealed: true, appeal_until: null, state: 'granted' })
    expect((await administrator.client.list('devwaiver', { appealed: true })).data).toHaveLength(1)
    expect((await college.supervisor.client.list('devwaiver', { appealed: true })).data).toEqual([])
    await expect(step(trainee, 'appeal', { text: 'Again' })).rejects.toMatchObject(refused(476))
    const whole = { outcome: 'whole', reason: 'So it did.' }
    await expect(step(officer, 'decide', whole)).rejects.toMatchObject(refused(403))
    expect(await requiredOf(trainee)).toBe(10)
    const { data: final } = await step(second, 'decide', whole)
    expect(final).toMatchObject({ first_outcome: 'part', outcome: 'whole', to: `${year}-05-31`, asked_to: null })
    expect(await requiredOf(trainee)).toBe(8)
    await expect(step(administrator, 'decide', whole)).rejects.toMatchObject(refused(476))
    await expect(step(trainee, 'appeal', { text: 'More' })).rejects.toMatchObject(refused(476))
  })

  it('is of a share of one requirement, which a part lessens, and report, letter and sentence say so', async () => {
    const { trainee } = college
    const asked = { devplan_id: plan_id, from: `${year}-07-01`, to: `${year}-12-31`, kind: 'part_time' as const }
    const bad = { ...asked, requirements: ['none'] }
    await expect(trainee.client.create('devwaiver', bad)).rejects.toMatchObject(refused(400, 'requirements'))
    for (const percent of [0, 101, 12.5]) {
      const wrong = { ...asked, percent }
      await expect(trainee.client.create('devwaiver', wrong)).rejects.toMatchObject(refused(400, 'percent'))
    }
    const offered = await trainee.client.act('GET devplan/requirements', { id: plan_id })
    expect(offered.data).toEqual([{ code: 'any', title: 'At least 12 h of activities', short: 'All' }])
    const { data } = await trainee.client.create('devwaiver', { ...asked, percent: 80, requirements: ['any'] })
    waiver_id = data.id
    const part = { outcome: 'part', percent: 50, reason: 'Half-time.' }
    await expect(step(officer, 'decide', { ...part, percent: 81 })).rejects.toMatchObject(refused(400, 'percent'))
    const { data: granted } = await step(officer, 'decide', part)
    expect(granted).toMatchObject({ percent: 50, asked_percent: 80, requirements: ['any'], to: asked.to })
    // Four months are waived, and half of six.
    expect(await requiredOf(trainee)).toBe(5)
    const { text } = await readPdf(
      Buffer.from(await (await get(trainee.token, `devwaiver/letter?id=${waiver_id}`)).arrayBuffer()),
    )
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /80 % waived of: At least 12 h of activities.*50 % waived of: At least 12 h/,
    )
    const report = await (await get(trainee.token, `cpd/report?plan_id=${plan_id}`)).text()
    expect(report).toContain('"percent":50,"requirements":1')
    expect(report).toContain('reduced from 12 h: 5 of 12 months count (months waived in part: 6 by 50 %)')
  })

  it('changes nothing once its cycle is closed', async () => {
    const { trainee, administrator } = college
    const asked = { devplan_id: plan_id, from: `${year}-08-01`, to: `${year}-09-30`, kind: 'leave' as const }
    waiver_id = (await trainee.client.create('devwaiver', asked)).data.id
    await byJob(network, administrator, 'devcycle/expire', { id: cycle_id, name: 'Next' })
    const decided = step(administrator, 'decide', { outcome: 'whole', reason: 'Yes' })
    await expect(decided).rejects.toMatchObject({ code: 'archived' })
  })
})
