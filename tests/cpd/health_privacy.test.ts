import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { type College, day, makeCollege, relate } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

/** What is about a person's health, as others read it: why a waiver was asked for, and patients' health numbers. */
const REASON = 'Chemotherapy at the eye hospital'
const NHI = 'ZAC5361'

let network: Network
let college: College
let admin: Person
let trainee: Person
let cycle_id: number
let plan_id: number
let waiver_id: number
const others: Record<string, Person> = {}

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  admin = college.administrator
  trainee = college.trainee
  others.supervisor = college.supervisor
  for (const kind of ['alternate', 'educator', 'provider', 'supervisor'] as const) {
    const other = await makePerson(network, `other-${kind}`, college.id, 'User')
    await relate(network, { organisation: college, trainee, other, kind })
    others[other.username] = other
  }
  const { data: standard } = await admin.client.create('cpdstandard', {
    code: 'own',
    name: 'Our own',
    publish: true,
    rules: [{ code: 'any', kind: 'sum_min', amount: 12, per: 'cycle' }],
  })
  const year = { start: `${day(0).slice(0, 4)}-01-01`, end: `${day(0).slice(0, 4)}-12-31` }
  cycle_id = (await admin.client.create('devcycle', { name: 'Year', ...year, cpd_standard_id: standard.id })).data.id
  plan_id = (await trainee.client.call('GET', 'devplans/current')).data[0].id
  const waiver = { devplan_id: plan_id, from: year.start, to: `${year.start.slice(0, 4)}-03-31`, reason: REASON }
  waiver_id = (await trainee.client.create('devwaiver', { ...waiver, kind: 'illness' })).data.id
  await admin.client.update('devwaiver', { id: waiver_id, state: 'granted', decision: 'Because' })
  await trainee.client.create('devgoal', { devplan_id: plan_id, description: 'Learn' })
  await trainee.client.call('POST', 'devplan/submit', { id: plan_id })
})

const textOf = async (token: string, path: string) => {
  const response = await fetch(`${network.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status, path).toBeOneOf([200, 260])
  return response.text()
}
const actAs = async ({ id }: Person) => (await network.admin.call('POST', 'user/impersonate', { id })).data.token

describe('the kind and the reason of a waiver', () => {
  it('are read by no supervisor, educator or provider, who see its dates and what it reduces', async () => {
    for (const [name, { client, token }] of Object.entries(others)) {
      const { data } = await client.read('devwaiver', waiver_id)
      expect(data, name).toMatchObject({ kind: null, reason: null, state: 'granted', from: expect.any(String) })
      expect((await client.list('devwaiver', { devplan_id: plan_id })).data).toMatchObject([{ reason: null }])
      expect((await client.list('devwaiver', { search: 'Chemo' })).data).toEqual([])
      const stats = (await client.call('GET', 'cpd/stats', { cycle_id, user_id: trainee.id })).data
      expect(stats).toMatchObject({ waived_months: 3, lines: [{ required: 9 }] })
      for (const path of [
        'devwaivers?format=csv',
        `devplan?id=${plan_id}`,
        'devplans',
        'messages',
        'files',
        'cpd/contacts',
        `cpd/report?plan_id=${plan_id}`,
        `cpd/matrix?cycle_id=${cycle_id}`,
        `cpd/matrix?cycle_id=${cycle_id}&format=csv`,
        `devplan/snapshots?id=${plan_id}`,
        `cpd/stats?cycle_id=${cycle_id}&user_id=${trainee.id}`,
      ]) {
        const text = await textOf(token, path)
        expect(text, `${path} of ${name}`).not.toMatch(/Chemotherapy|illness/)
      }
    }
  })

  it('are read by the person and by administrators, and by none who acts as them', async () => {
    for (const { client } of [trainee, admin]) {
      expect((await client.read('devwaiver', waiver_id)).data).toMatchObject({ kind: 'illness', reason: REASON })
      expect((await client.list('devwaiver', { search: 'chemo' })).data).toHaveLength(1)
    }
    for (const person of [trainee, admin]) {
      const token = await actAs(person)
      expect(JSON.parse(await textOf(token, `devwaiver?id=${waiver_id}`)).data).toMatchObject({
        kind: null,
        reason: null,
      })
      expect(await textOf(token, 'devwaivers?format=csv')).not.toMatch(/Chemotherapy|illness/)
    }
    const { data: log } = await admin.client.list('auditlog', { search: 'devwaiver' })
    expect(JSON.stringify(log)).not.toMatch(/Chemotherapy|illness/)
    expect(log.length).toBeGreaterThan(0)
  })
})

describe('the health number of a case', () => {
  it('is read by the person and the supervisor of that case only, each time in the audit log', async () => {
    const { data: made } = await trainee.client.create('procedure', {
      date: day(-1),
      nhi: NHI,
      supervisor_user_id: college.supervisor.id,
    })
    await trainee.client.call('POST', 'procedure/submit', { id: made.id })
    const { data: alone } = await trainee.client.create('procedure', { date: day(-1), nhi: NHI })
    await trainee.client.call('POST', 'procedure/submit', { id: alone.id })
    const read = ({ client }: Person, id = made.id) => client.call('POST', 'procedure/nhi', { id })
    for (const [name, other] of Object.entries(others)) {
      const is_its = name === 'supervisor'
      const { data } = await other.client.read('procedure', made.id)
      expect(data, name).toMatchObject({ nhi: is_its ? 'ZAC••••' : '•••••••', may_read_nhi: is_its })
      if (is_its) expect((await read(other)).data.nhi).toBe(NHI)
      else await expect(read(other), name).rejects.toMatchObject({ status: 403 })
      await expect(read(other, alone.id), name).rejects.toMatchObject({ status: 403 })
    }
    await expect(read(admin)).rejects.toMatchObject({ status: 403 })
    expect((await admin.client.read('procedure', made.id)).data.nhi).toBe('•••••••')
    expect((await read(trainee)).data.nhi).toBe(NHI)
    const { data: log } = await admin.client.list('auditlog', { search: 'procedure.nhi' })
    expect(log.map(({ user_id, entity_id }) => [user_id, entity_id])).toEqual([
      [trainee.id, made.id],
      [college.supervisor.id, made.id],
    ])
  })

  it('is closed to its supervisor once another one is named, or the relationship has ended', async () => {
    const of = { date: day(-1), nhi: NHI, supervisor_user_id: college.supervisor.id }
    const { data: made } = await trainee.client.create('procedure', of)
    await trainee.client.call('POST', 'procedure/submit', { id: made.id })
    const read = () => college.supervisor.client.call('POST', 'procedure/nhi', { id: made.id })
    expect((await read()).data.nhi).toBe(NHI)
    await trainee.client.update('procedure', { id: made.id, supervisor_user_id: others['other-supervisor']!.id })
    await trainee.client.call('POST', 'procedure/submit', { id: made.id })
    await expect(read()).rejects.toMatchObject({ status: 403 })
    await trainee.client.update('procedure', { id: made.id, supervisor_user_id: college.supervisor.id })
    await trainee.client.call('POST', 'procedure/submit', { id: made.id })
    await trainee.client.update('userrelationship', { id: college.relationship_id, state: 'ended' })
    await expect(read()).rejects.toMatchObject({ status: 404 })
  })
})
