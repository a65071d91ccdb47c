import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import type { Network } from '../network.ts'
import { byJob, type College, day, makeCollege } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

/** Who may change what is asked of a person, and what a result is in which nothing is asked. */
let network: Network
let college: College
let admin: Person
let trainee: Person
let cycle_id: number
let standard_id: number
let plan_id: number

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  admin = college.administrator
  trainee = college.trainee
  await admin.client.create('devcategory', { code: 'EA', name: 'Education' })
  const options = { amount_for: { practises_elsewhere: 0 } }
  const { data: standard } = await admin.client.create('cpdstandard', {
    code: 'own',
    name: 'Our own',
    publish: true,
    rules: [{ code: 'ea', kind: 'sum_min', category_codes: ['EA'], amount: 10, per: 'cycle', options }],
  })
  standard_id = standard.id
  cycle_id = await makeCycle('This year', day(-300), day(30), { role: 'User' })
  await makeCycle('Fellows', day(-300), day(30), { qualification: 'fellow' })
  plan_id = (await trainee.client.call('GET', 'devplans/current')).data[0].id
})

async function makeCycle(name: string, start: string, end: string, audience: object): Promise<number> {
  const cycle = { name, start, end, audience, cpd_standard_id: standard_id }
  return (await admin.client.create('devcycle', cycle)).data.id
}

const rowOf = async (of: Person, id = cycle_id) => {
  const { data } = await admin.client.call('GET', 'cpd/matrix', { cycle_id: id, limit: 200 })
  return data.people.find(({ user_id }: { user_id: number }) => user_id === of.id)
}
const unmet = { verdict: 'unmet', met: false, nothing: null, cells: [{ required: 10, met: false }] }

/** The status of a call, by its token. */
async function statusOf(token: string, method: string, path: string, body: object): Promise<number> {
  const response = await fetch(`${network.url}/api/v1/${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  return response.status
}

const actAs = async ({ id }: Person) => (await network.admin.call('POST', 'user/impersonate', { id })).data.token

describe('a trainee', () => {
  it('tries every door, and stays unmet in the matrix of the administrator', async () => {
    const { token } = trainee
    const later = { registered_from: day(31) }
    const fact = { type: 'practises_elsewhere', name: 'practises_elsewhere' }
    const { data: own } = await trainee.client.create('devqualification', fact)
    expect(own).toMatchObject({ state: 'unconfirmed', confirmed_at: null })
    const waiver = { devplan_id: plan_id, from: day(-300), to: day(30), kind: 'leave' }
    const { data: asked } = await trainee.client.create('devwaiver', waiver as never)
    const { data: other } = await admin.client.call('GET', 'devcycles', { search: 'Fellows' })
    const doors: [status: number, method: string, path: string, body: object][] = [
      [403, 'POST', 'devplan', { id: plan_id, ...later }],
      [403, 'POST', 'devplan', { id: plan_id, registered_from: null, text: 'x' }],
      [400, 'POST', 'devplan', { id: plan_id, result: { lines: [] } }],
      [400, 'POST', 'devplan', { id: plan_id, devcycle_id: other[0].id }],
      [400, 'PUT', 'devplan', { id: plan_id, devcycle_id: cycle_id, ...later }],
      [403, 'PUT', 'devplan', { devcycle_id: cycle_id, ...later }],
      [409, 'PUT', 'devplan', { devcycle_id: cycle_id }],
      [400, 'POST', 'devplan/submit', { id: plan_id, ...later }],
      [400, 'PUT', 'devqualification', { ...fact, confirmed: true }],
      [400, 'PUT', 'devqualification', { ...fact, confirmed_at: '2020-01-01T00:00:00Z' }],
      [400, 'PUT', 'devqualification', { id: own.id, ...fact, confirmed_by_user_id: admin.id }],
      [403, 'POST', 'devqualification', { id: own.id, confirmed: true }],
      [400, 'POST', 'devqualification', { id: own.id, confirmed: false }],
      [403, 'POST', 'devqualification', { id: own.id, extended_until: day(90) }],
      [403, 'PUT', 'devwaiver', { ...waiver, state: 'granted' }],
      [403, 'POST', 'devwaiver', { id: asked.id, state: 'granted' }],
      [400, 'POST', 'devwaiver', { id: asked.id, decided_by: admin.id }],
      [476, 'PUT', 'devplan', { devcycle_id: other[0].id }],
      [400, 'POST', 'cpd/import', { kind: 'qualifications', csv: 'type,name\npractises_elsewhere,x' }],
      [400, 'POST', 'cpd/import', { kind: 'activities', csv: `target,registered_from\nx,${day(31)}` }],
      [400, 'PUT', 'devactivity', { completed_on: day(-1), hours: 10, client_key: crypto.randomUUID(), ...later }],
      [403, 'POST', 'devgoals/copy', { from_cycle: cycle_id, to_user_ids: [trainee.id] }],
      [400, 'PUT', 'userrelationship', { other_user_id: trainee.id, kind: 'supervisor' }],
      [403, 'POST', 'devplan/agree', { id: plan_id }],
      [403, 'POST', 'devcycle', { id: cycle_id, cpd_standard_id: null }],
      [403, 'POST', 'devcycle', { id: cycle_id, end: day(-10) }],
      [403, 'POST', 'devcycle/expire', { id: cycle_id }],
    ]
    for (const [status, method, path, body] of doors) {
      expect(await statusOf(token, method, path, body), `${method} ${path} ${JSON.stringify(body)}`).toBe(status)
      expect(await rowOf(trainee), `after ${method} ${path}`).toMatchObject(unmet)
    }
    await trainee.client.update('devqualification', { id: own.id, issued_on: day(-400), level: 'all' })
    await trainee.client.remove('devplan', plan_id)
    expect(await rowOf(trainee)).toMatchObject(unmet)
    plan_id = (await trainee.client.call('GET', 'devplans/current')).data[0].id
    expect(await rowOf(trainee)).toMatchObject(unmet)
  })

  it('cannot say with a tag of an activity that others have agreed to the plan', async () => {
    const { data: standard } = await admin.client.create('cpdstandard', {
      code: 'agreed',
      name: 'Agreed',
      publish: true,
      rules: [{ code: 'agreed', kind: 'presence', tags: ['plan_agreed'], amount: 1, per: 'cycle' }],
    })
    const { data: cycle } = await admin.client.create('devcycle', {
      name: 'Agreed',
      start: day(-300),
      end: day(30),
      audience: { user_ids: [trainee.id] },
      cpd_standard_id: standard.id,
    })
    const { data: activity } = await trainee.client.create('devactivity', {
      target: 'My plan, signed',
      completed_on: day(-1),
      tags: ['plan_agreed'],
    })
    expect(await rowOf(trainee, cycle.id)).toMatchObject({ verdict: 'unmet', cells: [{ counted: 0, met: false }] })
    await college.supervisor.client.call('POST', 'devactivity/verify', { id: activity.id })
    expect(await rowOf(trainee, cycle.id)).toMatchObject({ verdict: 'met', cells: [{ counted: 1, met: true }] })
  })

  it('is helped by none who acts as an administrator, nor is an administrator by themself', async () => {
    const { data: waiver } = await trainee.client.create('devwaiver', {
      devplan_id: plan_id,
      from: day(-300),
      to: day(-290),
      kind: 'leave',
    })
    await admin.client.update('devwaiver', { id: waiver.id, state: 'granted', decision: 'Because' })
    const fact = { type: 'practises_elsewhere', name: 'practises_elsewhere' }
    const { data: own } = await trainee.client.create('devqualification', fact)
    const token = await actAs(admin)
    expect(await statusOf(token, 'POST', 'devplan', { id: plan_id, registered_from: day(31) })).toBe(403)
    expect(await statusOf(token, 'POST', 'devwaiver', { id: waiver.id, to: day(30) })).toBe(403)
    expect(await statusOf(token, 'DELETE', 'devwaiver', { id: waiver.id })).toBe(403)
    expect(await statusOf(token, 'POST', 'devqualification', { id: own.id, confirmed: true })).toBe(403)
    expect(await statusOf(token, 'PUT', 'devqualification', { ...fact, user_id: trainee.id })).toBe(201)
    expect(await statusOf(await actAs(trainee), 'POST', 'devplan', { id: plan_id, registered_from: day(31) })).toBe(403)
    expect(await rowOf(trainee)).toMatchObject(unmet)

    const mine = await makeCycle('Administrators', day(-10), day(10), { user_ids: [admin.id] })
    const plan = { devcycle_id: mine, registered_from: day(11) }
    await expect(admin.client.create('devplan', plan)).rejects.toMatchObject({ status: 403, field: 'registered_from' })
    const { data: held } = await admin.client.create('devqualification', fact)
    expect(held.state).toBe('unconfirmed')
    await expect(admin.client.update('devqualification', { id: held.id, confirmed: true })).rejects.toMatchObject({
      status: 403,
      field: 'confirmed',
    })
    await expect(trainee.client.update('devwaiver', { id: waiver.id, state: 'requested' })).rejects.toMatchObject({
      status: 476,
    })
    await admin.client.act('POST devwaiver/decide', { id: waiver.id, outcome: 'refused', reason: 'Not on leave' })
  })
})

describe('a date of registration', () => {
  it('after the cycle empties the result, which is met nowhere and says the date, with the field in the log', async () => {
    await admin.client.update('devplan', { id: plan_id, registered_from: day(31) })
    const row = await rowOf(trainee)
    expect(row).toMatchObject({ verdict: 'empty', met: null, at_risk: false, cells: [null] })
    expect(row.nothing).toContain(String(Number(day(31).slice(8))))
    const names = async (state: string) =>
      (await admin.client.call('GET', 'cpd/matrix', { cycle_id, state })).data.people.map(
        ({ user_id }: { user_id: number }) => user_id,
      )
    expect(await names('met')).not.toContain(trainee.id)
    expect(await names('unmet')).not.toContain(trainee.id)
    expect(await names('empty')).toContain(trainee.id)
    const headers = { authorization: `Bearer ${admin.token}` }
    const csv = await (
      await fetch(`${network.url}/api/v1/cpd/matrix?cycle_id=${cycle_id}&format=csv`, { headers })
    ).text()
    const [head, ...lines] = csv.trim().split('\n')
    expect(head).toMatch(/,verdict,nothing$/)
    const line = lines.find((each) => each.startsWith(`${trainee.id},`))
    expect(line).toMatch(/,empty,.*registered from/)
    expect(line).not.toContain('true')
    const asked = { cycle_id, user_id: trainee.id }
    expect((await trainee.client.call('GET', 'cpd/stats', asked)).data).toMatchObject({
      verdict: 'empty',
      met: false,
      nothing: { reason: 'registration', day: day(31) },
    })
    expect((await trainee.client.call('GET', 'cpd/report', asked)).data).toMatchObject({
      verdict: 'empty',
      met: null,
      nothing: row.nothing,
    })
    const { data: log } = await admin.client.list('auditlog', { search: 'devplan.update' })
    expect(log).toMatchObject([{ user_id: admin.id, entity_id: plan_id, details: { fields: ['registered_from'] } }])
    await expect(trainee.client.remove('devplan', plan_id)).rejects.toMatchObject({ status: 476 })
    await admin.client.update('devplan', { id: plan_id, registered_from: null })
    expect(await rowOf(trainee)).toMatchObject(unmet)
  })
})

describe('a qualification', () => {
  const fact = { type: 'practises_elsewhere', name: 'Practises elsewhere' }

  it('waits for an administrator, counts from then on, and is changed by administrators only', async () => {
    const { client } = await makePerson(network, 'elsewhere', college.id, 'User')
    const { data } = await client.create('devqualification', fact)
    const waiting = async () =>
      (await admin.client.call('GET', 'admin/overview', { from: '2020-01-01T00:00:00Z' })).data.figures.find(
        ({ name }: { name: string }) => name === 'unconfirmed_qualifications',
      ).count
    const before = await waiting()
    const { data: found } = await admin.client.list('devqualification', { state: 'unconfirmed', user_id: data.user_id })
    expect(found).toMatchObject([{ id: data.id }])
    await expect(college.supervisor.client.update('devqualification', { id: data.id, confirmed: true }))
      .rejects //
      .toMatchObject({ status: 404 })
    const { data: confirmed } = await admin.client.update('devqualification', { id: data.id, confirmed: true })
    expect(confirmed).toMatchObject({ state: 'held', confirmed_by_user_id: admin.id, confirmed_by: admin.username })
    expect(await waiting()).toBe(before - 1)
    expect(await rowOf({ id: data.user_id } as Person)).toMatchObject({ verdict: 'empty', met: null })
    const change = (body: object) => client.update('devqualification', { id: data.id, ...body })
    for (const body of [{ type: 'x' }, { name: 'x' }, { issued_on: day(-9) }, { expires_on: day(-9) }]) {
      await expect(change(body)).rejects.toMatchObject({ status: 476, field: Object.keys(body)[0] })
    }
    expect((await change({ ...fact, issuer: 'The board' })).data).toMatchObject({ state: 'held', issuer: 'The board' })
    await expect(client.remove('devqualification', data.id)).rejects.toMatchObject({ status: 476 })
    const { data: log } = await admin.client.list('auditlog', { search: 'devqualification.update' })
    expect(log).toMatchObject([{ user_id: admin.id, entity_id: data.id, details: { fields: ['confirmed'] } }])
  })

  it('makes no one part of an audience before it is confirmed', async () => {
    const cyclesOf = async (client: Client) =>
      (await client.call('GET', 'devcycles/current')).data.map(({ name }: { name: string }) => name)
    const { client } = await makePerson(network, 'fellow', college.id, 'User')
    const { data } = await client.create('devqualification', { type: 'fellow', name: 'Fellow' })
    expect(await cyclesOf(client)).toEqual(['This year'])
    await admin.client.update('devqualification', { id: data.id, confirmed: true })
    expect((await cyclesOf(client)).sort()).toEqual(['Fellows', 'This year'])
  })
})

describe('after the last day of a cycle', () => {
  it('no date or fact that changes its rules is written, by administrators neither, and closing keeps all people', async () => {
    const person = await makePerson(network, 'late', college.id, 'User')
    const idle = await makePerson(network, 'idle', college.id, 'User')
    const audience = { user_ids: [person.id, idle.id] }
    const id = await makeCycle('Ending', day(-60), day(2), audience)
    const { data: plan } = await person.client.create('devplan', { devcycle_id: id })
    const waiver = { devplan_id: plan.id, from: day(-60), to: day(-20), kind: 'leave' as const }
    const { data: asked } = await person.client.create('devwaiver', waiver)
    const fact = { type: 'practises_elsewhere', name: 'x', expires_on: day(300) }
    const { data: early } = await admin.client.create('devqualification', { ...fact, user_id: idle.id })
    expect(await rowOf(idle, id)).toMatchObject({ verdict: 'empty' })
    await sql`update devcycle set "end" = ${day(-1)} where id = ${id}`.execute(network.db)
    await sql`update devqualification set confirmed_at = now() - interval '9 days' where id = ${early.id}`.execute(
      network.db,
    )

    const archived = { status: 473 }
    const { client } = admin
    await expect(client.update('devplan', { id: plan.id, registered_from: day(0) })).rejects.toMatchObject(archived)
    await expect(
      client.update('devwaiver', { id: asked.id, state: 'granted', decision: 'Because' }),
    ).rejects.toMatchObject(archived)
    await expect(person.client.create('devwaiver', waiver)).rejects.toMatchObject(archived)
    await expect(person.client.remove('devplan', plan.id)).rejects.toMatchObject(archived)
    // Confirmed after the end, it counts for later cycles only.
    await client.create('devqualification', { ...fact, user_id: person.id })
    expect(await rowOf(person, id)).toMatchObject(unmet)
    expect(await rowOf(person)).toMatchObject({ verdict: 'empty' })
    const suspend = { id: early.id, suspended: true as const }
    await expect(client.update('devqualification', suspend)).rejects.toMatchObject(archived)
    await expect(client.remove('devqualification', early.id)).rejects.toMatchObject(archived)
    expect((await client.update('devqualification', { id: early.id, expires_on: day(400) })).data.state).toBe('held')

    await byJob(network, admin, 'devcycle/expire', { id })
    expect((await client.update('devqualification', suspend)).data.state).toBe('suspended')
    const { data } = await client.call('GET', 'cpd/matrix', { cycle_id: id })
    expect(data.people.map(({ person, verdict }: Record<string, string>) => [person, verdict])).toEqual([
      ['idle', 'empty'],
      ['late', 'unmet'],
    ])
  })

  it('shows a result that was kept as met without lines as empty', async () => {
    const person = await makePerson(network, 'kept', college.id, 'User')
    const id = await makeCycle('Kept', day(-900), day(-800), { user_ids: [person.id] })
    await byJob(network, admin, 'devcycle/expire', { id })
    const without = { met: true, lines: [] }
    await sql`update devplan set result = jsonb_set(result, '{result}', result->'result' || ${JSON.stringify(without)}::jsonb)
      where devcycle_id = ${id}`.execute(network.db)
    await sql`update devplan_report r set content = (content || ${JSON.stringify(without)}::jsonb) - 'verdict' - 'nothing'
      from devplan p where p.id = r.devplan_id and p.devcycle_id = ${id}`.execute(network.db)
    expect(await rowOf(person, id)).toMatchObject({ verdict: 'empty', met: null })
    const asked = { cycle_id: id, user_id: person.id }
    expect((await person.client.call('GET', 'cpd/stats', asked)).data).toMatchObject({ verdict: 'empty', met: false })
    expect((await person.client.call('GET', 'cpd/report', asked)).data).toMatchObject({ verdict: 'empty', met: null })
  })
})

describe('hours in a category of another standard', () => {
  it('count nowhere, which the answer, the result and the list say, unless another cycle of the person counts them', async () => {
    const { client, id: user_id } = await makePerson(network, 'mixed', college.id, 'User')
    const { data: cme } = await admin.client.create('devcategory', { code: 'CME', name: 'Medical education' })
    const { data: ea } = await client.call('GET', 'devcategories', { search: 'EA' })
    const credits = [
      { devcategory_id: cme.id, hours: 2 },
      { devcategory_id: ea[0].id, hours: 1 },
    ]
    const work = { target: 'Course', completed_on: day(-10), hours: 3, credits }
    const { info, data: activity } = await client.create('devactivity', work)
    const sentence = '2 h are in a category that does not count in the cycle: Medical education.'
    expect(info).toMatchObject({ warning: sentence })
    const notCounted = async () => (await client.call('GET', 'cpd/stats', { cycle_id })).data.not_counted
    expect(await notCounted()).toEqual({ hours: 2, activities: 1, sentence })
    const { data: list } = await client.list('devactivity', { not_counted: true })
    expect(list.map(({ id }) => id)).toEqual([activity.id])
    const rule = { code: 'cme', kind: 'sum_min' as const, category_codes: ['CME'], amount: 1, per: 'cycle' as const }
    const { data: other } = await admin.client.create('cpdstandard', {
      code: 'other',
      name: 'Another',
      publish: true,
      rules: [rule],
    })
    expect([other.counted_codes, other.counted_units]).toEqual([['CME'], []])
    const cycle = { name: 'Another', start: day(-20), end: day(20), audience: { user_ids: [user_id] } }
    await admin.client.create('devcycle', { ...cycle, cpd_standard_id: other.id })
    expect(await notCounted()).toBeNull()
    expect((await client.list('devactivity', { not_counted: true })).data).toEqual([])
  })
})
