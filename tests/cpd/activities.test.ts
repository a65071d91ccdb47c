import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeFile } from '../api/access/things.ts'
import type { Network } from '../network.ts'
import { byJob, type College, day, makeCollege } from '../seeds/college.ts'
import type { Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let college: College
let admin: Person
let trainee: Person
const categories: Record<string, number> = {}
const refused = (status: number, field?: string) => ({ status, ...(field && { field }) })

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  admin = college.administrator
  trainee = college.trainee
  for (const [code, more] of Object.entries({ EA: {}, RP: {}, MO: { cap: 6, cap_per: 'year' } })) {
    const { data } = await admin.client.create('devcategory', { code, name: `Category ${code}`, ...more } as never)
    categories[code] = data.id
  }
})

const create = (body: object, who = trainee) =>
  who.client.create('devactivity', { target: 'Audit of ankle scans', completed_on: day(-3), ...body } as never)
const part = (code: string, hours: number) => ({ devcategory_id: categories[code]!, hours })

describe('categories', () => {
  it('have two levels and no loop', async () => {
    const { data: child } = await admin.client.create('devcategory', {
      code: 'EA1',
      name: 'Courses',
      parent_devcategory_id: categories.EA!,
    })
    const move = (id: number, parent_devcategory_id: number) =>
      admin.client.update('devcategory', { id, parent_devcategory_id })
    await expect(move(categories.EA!, categories.EA!)).rejects.toMatchObject(refused(476))
    await expect(move(categories.EA!, child.id)).rejects.toMatchObject(refused(476))
    await expect(move(categories.EA!, categories.RP!)).rejects.toMatchObject(refused(400, 'parent_devcategory_id'))
    const third = { code: 'EA11', name: 'x', parent_devcategory_id: child.id }
    await expect(admin.client.create('devcategory', third)).rejects.toMatchObject(refused(400))
    await expect(admin.client.create('devcategory', { code: 'ea', name: 'x' })).rejects.toMatchObject(
      refused(409, 'code'),
    )
  })

  it('have a cap with its period, and one kind of rate', async () => {
    const category = (more: object) => admin.client.create('devcategory', { code: 'X', name: 'x', ...more } as never)
    await expect(category({ cap: 5 })).rejects.toMatchObject(refused(400, 'cap_per'))
    await expect(category({ credit_per_hour: 1, credit_per_item: 2 })).rejects.toMatchObject(refused(400))
    await expect(category({ credit_per_hour: 0.005 })).rejects.toMatchObject(refused(400, 'credit_per_hour'))
    const { data } = await category({ credit_per_hour: 0.25 })
    expect(data.credit_per_hour).toBe(0.25)
  })
})

describe('an activity', () => {
  it.each([-1, 0.001, 1e9, 'many'])('is refused with %s hours', async (hours) => {
    await expect(create({ hours })).rejects.toMatchObject(refused(400, 'hours'))
  })

  it('is refused in the future, long ago, or beginning after its end', async () => {
    await expect(create({ completed_on: day(1) })).rejects.toMatchObject(refused(400, 'completed_on'))
    await expect(create({ completed_on: '1900-01-01' })).rejects.toMatchObject(refused(400, 'completed_on'))
    await expect(create({ began_on: day(-1) })).rejects.toMatchObject(refused(400, 'began_on'))
    await expect(create({ completed_on: null })).rejects.toMatchObject(refused(400, 'completed_on'))
    expect((await create({ completed_on: null, state: 'draft' })).data.state).toBe('draft')
  })

  it('counts in several categories; the split adds up exactly', async () => {
    const { data } = await create({ hours: 4, credits: [part('EA', 2), part('RP', 2)] })
    expect(data).toMatchObject({ hours: 4, time_credit: 4 })
    expect(data.credits).toMatchObject([
      { code: 'EA', hours: 2, credit: 2 },
      { code: 'RP', hours: 2, credit: 2 },
    ])
    await expect(create({ hours: 4, credits: [part('EA', 3), part('RP', 2)] })).rejects.toMatchObject(
      refused(400, 'credits'),
    )
    await expect(create({ hours: 4, credits: [part('EA', 2), part('EA', 2)] })).rejects.toMatchObject(
      refused(400, 'credits'),
    )
    await expect(trainee.client.update('devactivity', { id: data.id, hours: 5 })).rejects.toMatchObject(refused(400))
    const { data: quarter } = await create({ hours: 0.07, credits: [part('EA', 0.03), part('RP', 0.04)] })
    expect(quarter.hours).toBe(0.07)
  })

  it('of more hours than the day has is stored with a warning', async () => {
    const answer = (await create({ hours: 25 })) as unknown as { info: { warning: string } }
    expect(answer.info.warning).toBe('These are 25 hours in a day: please check.')
  })

  it('serves goals of the person only', async () => {
    const { data: theirs } = await admin.client.create('devcycle', { name: 'Now', start: day(-100), end: day(100) })
    await admin.client.create('devgoal', { devcycle_id: theirs.id, description: 'Shared' })
    const { data: plans } = await college.customer.client.call('GET', 'devplans/current')
    const { data: goals } = await college.customer.client.list('devgoal', { devplan_id: plans[0].id })
    await expect(create({ goals: [goals[0]!.id] })).rejects.toMatchObject(refused(404, 'goals'))
    const { data } = await create({ goals: [goals[0]!.id] }, college.customer)
    expect(data.goals).toEqual([goals[0]!.id])
  })

  it('sent five times with one key is one row', async () => {
    const client_key = crypto.randomUUID()
    const sent = await Promise.all(Array.from({ length: 5 }, () => create({ hours: 1, client_key })))
    expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1)
  })

  it('keeps its evidence, which is then not deleted', async () => {
    const file_id = await makeFile(network.db, { organisation_id: college.id, owner: trainee.id, other: trainee.id })
    const { data } = await create({ hours: 1, evidence: [file_id] })
    expect(data.evidence).toMatchObject([{ file_id }])
    await expect(trainee.client.call('DELETE', 'file', { id: file_id })).rejects.toMatchObject(refused(476))
    await expect(create({ evidence: [file_id] }, college.customer)).rejects.toMatchObject(refused(404, 'evidence'))
    await trainee.client.update('devactivity', { id: data.id, evidence: [] })
    await trainee.client.call('DELETE', 'file', { id: file_id })
  })

  it('is verified by a current supervisor, and returned with a note', async () => {
    const { supervisor } = college
    const { data } = await create({ hours: 2 })
    const verify = (who: Person, more = {}) => who.client.call('POST', 'devactivity/verify', { id: data.id, ...more })
    await expect(verify(trainee)).rejects.toMatchObject(refused(403))
    await expect(verify(college.staff)).rejects.toMatchObject(refused(404))
    await expect(verify(supervisor, { verified: false })).rejects.toMatchObject(refused(400, 'note'))
    expect((await verify(supervisor)).data).toMatchObject({ state: 'verified', verified_by: supervisor.id })
    await expect(trainee.client.update('devactivity', { id: data.id, hours: 3 })).rejects.toMatchObject(refused(476))
    expect((await verify(supervisor, { verified: false, note: 'No evidence' })).data.state).toBe('returned')
    expect((await trainee.client.update('devactivity', { id: data.id, hours: 3 })).data.state).toBe('recorded')
  })
})

describe('a private activity', () => {
  it('is read by its owner, and by a supervisor whom the trainee lets; administrators see its numbers', async () => {
    const { supervisor } = college
    const { data } = await create({ hours: 2, private: true, learnings: 'I was afraid.' })
    await expect(supervisor.client.read('devactivity', data.id)).rejects.toMatchObject(refused(404))
    const seen = (await admin.client.read('devactivity', data.id)).data
    expect(seen).toMatchObject({ hours: 2, private: true, target: null, learnings: null, state: 'recorded' })
    expect((await admin.client.list('devactivity', { search: 'afraid' })).data).toEqual([])
    const { data: token } = await network.admin
      .call('POST', 'user/impersonate', { user_id: trainee.id })
      .catch(async () => network.admin.call('POST', 'user/impersonate', { id: trainee.id }))
    const response = await fetch(`${network.url}/api/v1/devactivity?id=${data.id}`, {
      headers: { authorization: `Bearer ${token.token}` },
    })
    expect((await response.json()).data).toMatchObject({ hours: 2, learnings: null })
    await trainee.client.update('userrelationship', { id: college.relationship_id, may_read_private: true })
    expect((await supervisor.client.read('devactivity', data.id)).data.learnings).toBe('I was afraid.')
    await expect(network.admin.read('devactivity', data.id)).rejects.toMatchObject(refused(404))
  })
})

describe('a personal year', () => {
  it('counts what is done after the cycle in which it began', async () => {
    const { data: standard } = await admin.client.create('cpdstandard', {
      code: 'personal',
      name: 'Personal years',
      year_starts: 'personal',
      publish: true,
      rules: [{ code: 'ea', kind: 'sum_min', category_codes: ['EA'], amount: 5, per: 'year' }],
    })
    const { data: cycle } = await admin.client.create('devcycle', {
      name: '2024',
      start: '2024-01-01',
      end: '2024-12-31',
      cpd_standard_id: standard.id,
    })
    await network.db
      .insertInto('devplan')
      .values({
        organisation_id: college.id,
        user_id: trainee.id,
        devcycle_id: cycle.id,
        registered_from: '2024-06-01',
      })
      .execute()
    await create({ completed_on: '2024-05-31', hours: 1, credits: [part('EA', 1)] })
    await create({ completed_on: '2025-05-31', hours: 5, credits: [part('EA', 5)] })
    const { data } = await trainee.client.call('GET', 'cpd/stats', { user_id: trainee.id, cycle_id: cycle.id })
    expect(data).toMatchObject({ met: true, hours: 5, activities: 1, lines: [{ counted: 5, met: true }] })
  })
})

describe('closing a cycle', () => {
  it('keeps what counted when the category changes, and freezes what is dated in it, until it is reopened', async () => {
    const { customer } = college
    const { data: cycles } = await admin.client.list('devcycle')
    const { data: standard } = await admin.client.create('cpdstandard', {
      code: 'own',
      name: 'Our own',
      publish: true,
      rules: [{ code: 'mo', kind: 'sum_min', category_codes: ['MO'], amount: 5, per: 'cycle' }],
    })
    await admin.client.update('devcycle', { id: cycles[0]!.id, cpd_standard_id: standard.id })
    const id = cycles[0]!.id
    await create({ hours: 8, credits: [part('MO', 8)] }, customer)
    const stats = async (who = customer) =>
      (await who.client.call('GET', 'cpd/stats', { user_id: customer.id, cycle_id: id })).data
    const before = await stats()
    expect(before).toMatchObject({ met: true, lines: [{ required: 5, counted: 6, met: true }], frozen: false })
    expect(before.lines[0].activities[0]).toMatchObject({ hours: 8, credit: 6 })
    await expect(customer.client.call('POST', 'devcycle/expire', { id })).rejects.toMatchObject(refused(403))
    await byJob(network, admin, 'devcycle/expire', { id, name: cycles[0]!.name })
    await admin.client.update('devcategory', {
      id: categories.MO!,
      credit_per_hour: 3,
      cap: null,
      cap_per: null,
    } as never)
    expect(await stats()).toMatchObject({ met: true, lines: [{ counted: 6 }], frozen: true })
    const frozen = refused(473)
    await expect(create({ hours: 1 }, customer)).rejects.toMatchObject(frozen)
    await expect(customer.client.create('procedure', { date: day(-1) })).rejects.toMatchObject(frozen)
    await expect(admin.client.update('devcycle', { id, name: 'x' })).rejects.toMatchObject(frozen)
    const { data: goals } = await customer.client.list('devgoal', { user_id: customer.id })
    await expect(customer.client.update('devgoal', { id: goals[0]!.id, state: 'achieved' })).rejects.toMatchObject(
      frozen,
    )
    const reopen = (reason: string) => admin.client.call('POST', 'devcycle/reopen', { id, reason })
    await expect(reopen('')).rejects.toMatchObject(refused(400, 'reason'))
    await byJob(network, admin, 'devcycle/reopen', { id, reason: 'A late certificate' })
    const { data: entries } = await admin.client.list('auditlog', { search: 'devcycle.reopen' } as never)
    expect(JSON.stringify(entries)).toContain('A late certificate')
    await create({ hours: 1 }, customer)
  })

  it('shows results to the person, supervisors and administrators; platform administrators numbers', async () => {
    const { customer, staff, supervisor } = college
    const stats = (who: { client: Person['client'] }) => who.client.call('GET', 'cpd/stats', { user_id: customer.id })
    await expect(stats(staff)).rejects.toMatchObject(refused(404))
    await expect(stats(supervisor)).rejects.toMatchObject(refused(404))
    await expect(stats(trainee)).rejects.toMatchObject(refused(404))
    expect((await stats(admin)).data.lines[0].activities).toHaveLength(1)
    const { data } = await stats({ client: network.admin })
    expect([data.lines[0].counted, data.lines[0].activities]).toEqual([6, []])
    expect(JSON.stringify(data)).not.toContain('ankle')
  })

  it('sums the hours of a result by month, and counts procedures by role and supervision', async () => {
    const { customer } = college
    await customer.client.create('procedure', { date: day(-1), role: 'surgeon', supervision: 'present' })
    await customer.client.create('procedure', { date: day(-1), role: 'surgeon', supervision: 'present' })
    await customer.client.create('procedure', { date: day(-1) })
    const ask = (call: string) => customer.client.call('GET', call, { organisation_id: college.id })
    const [{ data: stats }, { data: charts }] = [await ask('cpd/stats'), await ask('cpd/charts')]
    expect(charts).toMatchObject({ user_id: customer.id, cycle_id: stats.cycle_id })
    const sum = charts.months.reduce((hours: number, month: { hours: number }) => hours + 100 * month.hours, 0)
    expect(Math.round(sum) / 100).toBe(stats.hours)
    expect(charts.procedures).toEqual([
      { role: 'surgeon', supervision: 'present', count: 2 },
      { role: null, supervision: null, count: 1 },
    ])
  })

  it.each([
    ['names a category that is not there', { category_codes: ['none'] }, 'Rule a: there is no category none.'],
    ['is a share of nothing', { kind: 'share_max' }, 'Rule a: share_of_rule_id must name the rule'],
    ['is rolling without a window', { per: 'rolling' }, 'Rule a: a rolling rule needs window_months.'],
  ] as const)('refuses a standard with a rule that %s', async (_what, rule, message) => {
    const rules = [{ code: 'a', kind: 'sum_min', amount: 5, per: 'cycle', ...rule }]
    const body = { code: 'faulty', name: 'Faulty' }
    await expect(admin.client.create('cpdstandard', { ...body, rules } as never)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
      field: 'rules',
    })
    const { data } = await admin.client.create('cpdstandard', body)
    await expect(
      admin.client.update('cpdstandard', { id: data.id, rules, publish: true } as never),
    ).rejects.toMatchObject({ status: 400 })
    const { data: kept } = await admin.client.call('GET', 'cpdstandard', { id: data.id })
    expect(kept).toMatchObject({ rules: [], published_at: null })
    await admin.client.call('DELETE', 'cpdstandard', { id: data.id })
  })

  it('never changes a published or built-in standard', async () => {
    const { data } = await admin.client.list('cpdstandard', { code: 'own' })
    await expect(admin.client.update('cpdstandard', { id: data[0]!.id, name: 'x' })).rejects.toMatchObject(refused(476))
    const { id } = await network.db
      .selectFrom('cpd_standard')
      .select('id')
      .where('organisation_id', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await expect(admin.client.update('cpdstandard', { id, name: 'x' })).rejects.toMatchObject(refused(476))
    await expect(trainee.client.update('cpdstandard', { id, name: 'x' })).rejects.toMatchObject(refused(403))
    expect((await sql`select 1 from cpd_standard where name = 'x'`.execute(network.db)).rows).toEqual([])
  })
})
