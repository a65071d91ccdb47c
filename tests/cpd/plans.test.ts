import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let college: College
let admin: Person
let cycle_id: number
const refused = (status: number, field?: string) => ({ status, ...(field && { field }) })

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  admin = college.administrator
  const { data } = await admin.client.create('devcycle', { name: 'This year', start: day(-100), end: day(100) })
  cycle_id = data.id
})

const goal = (more = {}) => ({ description: 'Audit of ankle scans', ...more })

describe('cycles', () => {
  it('have a length in months and a state by their dates', async () => {
    const { data } = await admin.client.create('devcycle', {
      name: '2019',
      start: '2019-01-01',
      end: '2019-12-31',
      audience: { role: 'Customer' },
    })
    expect(data).toMatchObject({ length: 12, state: 'open', start: '2019-01-01', end: '2019-12-31' })
    const later = { name: 'Later', start: day(400), end: day(500) }
    expect((await admin.client.create('devcycle', later)).data.state).toBe('planned')
  })

  it('end after they begin, and do not overlap for one audience', async () => {
    const create = (body: object) => admin.client.create('devcycle', { name: 'x', ...body } as never)
    await expect(create({ start: '2018-02-01', end: '2018-01-01' })).rejects.toMatchObject(refused(400, 'end'))
    await expect(create({ start: day(100), end: day(300) })).rejects.toMatchObject(refused(409, 'start'))
    await expect(admin.client.update('devcycle', { id: cycle_id, end: day(-200) })).rejects.toMatchObject(refused(400))
    await expect(college.trainee.client.create('devcycle', { name: 'x', start: '2018-01-01', end: '2018-02-01' }))
      .rejects //
      .toMatchObject(refused(403))
  })

  it('of today are those that a person is in the audience of', async () => {
    const { data } = await college.trainee.client.call('GET', 'devcycles/current')
    expect(data.map(({ id }: { id: number }) => id)).toEqual([cycle_id])
    const { data: others } = await college.customer.client.call('GET', 'devcycles/current')
    expect(others.map(({ name }: { name: string }) => name)).toEqual(['This year', '2019'])
  })
})

describe('shared goals', () => {
  it('are copied to a plan when it is first needed, once', async () => {
    await admin.client.create('devgoal', goal({ devcycle_id: cycle_id, compulsory: true }))
    const plans = await Promise.all(
      Array.from({ length: 4 }, () => college.trainee.client.call('GET', 'devplans/current')),
    )
    expect(new Set(plans.map(({ data }) => data[0].id)).size).toBe(1)
    const { data } = await college.trainee.client.list('devgoal', { user_id: college.trainee.id })
    expect(data).toMatchObject([{ predefined: true, compulsory: true, description: 'Audit of ankle scans' }])
  })

  it('are not changed by a person, nor deleted once they were copied', async () => {
    const { data } = await college.trainee.client.list('devgoal', { user_id: college.trainee.id })
    const copy = data[0]!
    const { client } = college.trainee
    await expect(client.update('devgoal', { id: copy.id, description: 'Less' })).rejects.toMatchObject(
      refused(403, 'description'),
    )
    expect((await client.update('devgoal', { id: copy.id, state: 'achieved' })).data.state).toBe('achieved')
    await expect(client.remove('devgoal', copy.id)).rejects.toMatchObject(refused(476))
    await expect(admin.client.remove('devgoal', copy.source_devgoal_id!)).rejects.toMatchObject(refused(476))
    await expect(client.create('devgoal', goal({ devcycle_id: cycle_id }))).rejects.toMatchObject(refused(403))
  })

  it('of a cycle reach 5 000 people in one call; a second call copies nothing', { timeout: 120_000 }, async () => {
    await sql`with people as (
        insert into user_account (username, email, confirmed_at)
        select 'trainee-' || i, 'trainee-' || i || '@example.com', now() from generate_series(1, 5000) i returning id)
      insert into membership (organisation_id, user_id, role_name) select ${college.id}, id, 'Customer' from people`.execute(
      network.db,
    )
    const copy = () => admin.client.call('POST', 'devgoals/copy', { from_cycle: cycle_id, to_role: 'Customer' })
    expect((await copy()).data).toEqual({ created: 5001, existing: 0, refused: [] })
    expect((await copy()).data).toEqual({ created: 0, existing: 5001, refused: [] })
  })

  it('are refused for people who are no members, by name', async () => {
    const body = { from_cycle: cycle_id, to_user_ids: [college.trainee.id, 1] }
    const { data } = await admin.client.call('POST', 'devgoals/copy', body)
    expect(data).toEqual({ created: 0, existing: 1, refused: [{ user_id: 1, reason: 'no_member' }] })
    await expect(admin.client.call('POST', 'devgoals/copy', { from_cycle: cycle_id })).rejects.toMatchObject(
      refused(400),
    )
    await expect(college.trainee.client.call('POST', 'devgoals/copy', body)).rejects.toMatchObject(refused(403))
  })
})

describe('a plan', () => {
  const plan = async () => (await college.trainee.client.call('GET', 'devplans/current')).data[0]

  it('is submitted, returned with a text, and agreed as a signed snapshot', async () => {
    const { trainee, supervisor } = college
    const { id } = await plan()
    await trainee.client.create('devgoal', goal({ devplan_id: id, description: 'Learn Doppler' }))
    await expect(supervisor.client.read('devplan', id)).rejects.toMatchObject(refused(404))
    await expect(supervisor.client.call('POST', 'devplan/agree', { id })).rejects.toMatchObject(refused(404))
    await trainee.client.call('POST', 'devplan/submit', { id })
    await expect(trainee.client.call('POST', 'devplan/agree', { id })).rejects.toMatchObject(refused(403))
    await expect(admin.client.call('POST', 'devplan/agree', { id })).rejects.toMatchObject(refused(403))
    const back = (text: string) => supervisor.client.call('POST', 'devplan/return', { id, text })
    await expect(back(' ')).rejects.toMatchObject(refused(400, 'text'))
    await back('Please be specific.')
    expect(await plan()).toMatchObject({ state: 'draft', returned_text: 'Please be specific.' })
    await trainee.client.call('POST', 'devplan/submit', { id })
    const signature = { typed: 'Dr Rata', strokes: [], png: 'iVBORw0KGgo' }
    const { data } = await supervisor.client.call('POST', 'devplan/agree', { id, signature })
    const { data: notices } = await trainee.client.list('message', { kind: 'notice', sort: 'id' } as never)
    expect(notices.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Your plan was returned',
      'Your plan was agreed',
    ])
    expect(data).toMatchObject({ state: 'agreed', agreed_by_user_id: supervisor.id })
    expect(createHash('sha256').update(data.agreed_snapshot).digest('hex')).toBe(data.agreed_sha256)
    const shown = JSON.parse(data.agreed_snapshot)
    expect(shown.goals.map((one: { description: string }) => one.description)).toContain('Learn Doppler')
    expect(shown.signed.signature.typed).toBe('Dr Rata')
  })

  it('needs a new submission when it is changed; the old snapshot stays', async () => {
    const { trainee, supervisor } = college
    const { id, agreed_sha256 } = await plan()
    const { data: goals } = await trainee.client.list('devgoal', { devplan_id: id, predefined: false })
    await trainee.client.update('devgoal', { id: goals[0]!.id, measurable: '20 scans' })
    expect(await plan()).toMatchObject({ state: 'draft', agreed_sha256 })
    await trainee.client.call('POST', 'devplan/submit', { id })
    const { data } = await supervisor.client.call('POST', 'devplan/agree', { id })
    expect(data.agreed_sha256).not.toBe(agreed_sha256)
    const { data: snapshots } = await supervisor.client.call('GET', 'devplan/snapshots', { id })
    expect(snapshots.map(({ sha256 }: { sha256: string }) => sha256)).toEqual([agreed_sha256, data.agreed_sha256])
  })

  it('is reviewed after the self-evaluation', async () => {
    const { trainee, supervisor } = college
    const { id } = await plan()
    const review = () => supervisor.client.call('POST', 'devplan/review', { id })
    await expect(review()).rejects.toMatchObject(refused(476))
    await trainee.client.update('devplan', { id, self_evaluation: 'It went well.' })
    expect((await review()).data.state).toBe('reviewed')
    await expect(trainee.client.update('devplan', { id, text: 'More' })).rejects.toMatchObject(refused(476))
  })

  it('is not agreed by an ended supervisor, who reads nothing from then on', async () => {
    const { customer, supervisor } = college
    const { data: mine } = await customer.client.call('GET', 'devplans/current')
    const id = mine[0].id
    const asked = await customer.client.create('userrelationship', { other_user_id: supervisor.id, kind: 'supervisor' })
    await customer.client.call('POST', 'devplan/submit', { id })
    await expect(supervisor.client.read('devplan', id)).rejects.toMatchObject(refused(404))
    const step = (who: Person, state: string) =>
      who.client.update('userrelationship', { id: asked.data.id, state } as never)
    await expect(step(customer, 'accepted')).rejects.toMatchObject(refused(403))
    await step(supervisor, 'accepted')
    expect((await supervisor.client.read('devplan', id)).data.state).toBe('submitted')
    await step(customer, 'ended')
    await expect(supervisor.client.read('devplan', id)).rejects.toMatchObject(refused(404))
    await expect(supervisor.client.call('POST', 'devplan/agree', { id })).rejects.toMatchObject(refused(404))
    await expect(step(supervisor, 'accepted')).rejects.toMatchObject(refused(476))
  })
})

describe('waivers', () => {
  it('are clipped to the cycle, and decided by an administrator', async () => {
    const { customer } = college
    const { data: mine } = await customer.client.call('GET', 'devplans/current')
    const create = (from: string, to: string) =>
      customer.client.create('devwaiver', { devplan_id: mine[0].id, from, to, kind: 'leave' })
    const { data } = await create(day(-400), day(400))
    expect(data).toMatchObject({ from: day(-100), to: day(100), state: 'requested' })
    await expect(create(day(2), day(1))).rejects.toMatchObject(refused(400, 'to'))
    await expect(create(day(300), day(400))).rejects.toMatchObject(refused(400, 'from'))
    const decide = (who: Person) =>
      who.client.update('devwaiver', { id: data.id, state: 'granted', decision: 'Because' })
    const unreasoned = admin.client.update('devwaiver', { id: data.id, state: 'granted' })
    await expect(unreasoned).rejects.toMatchObject(refused(400, 'decision'))
    await expect(decide(customer)).rejects.toMatchObject(refused(403, 'state'))
    expect((await decide(admin)).data).toMatchObject({ state: 'granted', decided_by: admin.id })
  })
})

describe('relationships', () => {
  it('are between two people, once, and open private reflections by the trainee only', async () => {
    const { trainee, supervisor } = college
    const create = (who: Person, body: object) =>
      who.client.create('userrelationship', { kind: 'supervisor', ...body } as never)
    await expect(create(trainee, { other_user_id: trainee.id })).rejects.toMatchObject(refused(400, 'other_user_id'))
    await expect(create(trainee, { other_user_id: supervisor.id })).rejects.toMatchObject(refused(409))
    const stranger = await makePerson(network, 'stranger', 1, 'User')
    await expect(create(trainee, { other_user_id: stranger.id })).rejects.toMatchObject(refused(404))
    const open = (who: Person) =>
      who.client.update('userrelationship', { id: college.relationship_id, may_read_private: true })
    await expect(open(supervisor)).rejects.toMatchObject(refused(403, 'may_read_private'))
    expect((await open(trainee)).data.may_read_private).toBe(true)
    const { data } = await trainee.client.call('GET', 'cpd/contacts')
    expect(data.supervisors).toMatchObject([{ user_id: supervisor.id, kind: 'supervisor' }])
    expect((await supervisor.client.call('GET', 'cpd/contacts')).data.trainees).toMatchObject([{ user_id: trainee.id }])
  })

  it('are asked for of who accompanies others, by name, and of everybody else by their whole address', async () => {
    const { trainee, customer, supervisor } = college
    const found = async (who: Person, search?: string) => {
      const { data } = await who.client.call('GET', 'cpd/people', { organisation_id: college.id, search })
      return data.map(({ user_id }: { user_id: number }) => user_id)
    }
    const { data: about } = await admin.client.read('user', trainee.id)
    expect(await found(customer)).toContain(supervisor.id)
    expect(await found(customer)).not.toContain(trainee.id)
    for (const part of [about.username, about.email.slice(0, -1), '%']) {
      expect(await found(customer, part)).not.toContain(trainee.id)
    }
    expect(await found(customer, about.email.toUpperCase())).toEqual([trainee.id])
    expect(await found(admin, about.username.slice(1))).toContain(trainee.id)
    const stranger = await makePerson(network, 'stranger-of-college', 1, 'User')
    await expect(found(stranger)).rejects.toThrow('switched off')
  })
})

it('count a plan from its first submission, however often it is submitted', async () => {
  const person = await makePerson(network, 'first-plan', college.id, 'Administrator')
  const { data: plan } = await person.client.create('devplan', { devcycle_id: cycle_id, organisation_id: college.id })
  await person.client.create('devgoal', goal({ devplan_id: plan.id }))
  const { data: first } = await person.client.call('POST', 'devplan/submit', { id: plan.id })
  await sql`update devplan set submitted_at = submitted_at - interval '9 days',
    first_submitted_at = first_submitted_at - interval '9 days', state = 'draft' where id = ${plan.id}`.execute(
    network.db,
  )
  const { data: again } = await person.client.call('POST', 'devplan/submit', { id: plan.id })
  expect(first.first_submitted_at).toBe(first.submitted_at)
  expect(Date.parse(again.submitted_at) - Date.parse(again.first_submitted_at)).toBeGreaterThan(8 * 24 * 3600_000)
})

it('warn of a cycle that does not fit its standard, and create it', async () => {
  const { data: standards } = await admin.client.list('cpdstandard', { code: 'au-mba-2023' })
  const cycle = { cpd_standard_id: standards[0]!.id, audience: { user_ids: [admin.id] } }
  const create = (start: string, end: string) => admin.client.create('devcycle', { name: 'x', start, end, ...cycle })
  const warningOf = async (answer: ReturnType<typeof create>) =>
    ((await answer) as { info?: { warning?: string } }).info?.warning
  expect(await warningOf(create('2024-01-01', '2024-11-30'))).toMatch('has cycles of 12 months')
  expect(await warningOf(create('2025-02-01', '2026-01-31'))).toMatch('years that begin on 1 January')
  expect(await warningOf(create('2027-01-01', '2027-12-31'))).toBeUndefined()
})
