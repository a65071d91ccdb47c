import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditDraw } from '#api/cpd/audit/draw_order.ts'
import { renewResults } from '#api/cpd/matrix/renew.ts'
import type { Network } from '../../network.ts'
import { byJob, type College, day, makeCollege, relate } from '../../seeds/college.ts'
import { makePerson, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let college: College
let admin: Person
let others: Person[]
let cycle_id: number

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  admin = college.administrator
  const { data: standards } = await admin.client.list('cpdstandard', { code: 'au-mba-2023' })
  await admin.client.call('POST', 'cpdstandard/adopt', { id: standards[0]!.id })
  const { data: categories } = await admin.client.list('devcategory', {})
  others = [
    await makePerson(network, 'Aroha', college.id, 'User'),
    await makePerson(network, '=cmd()', college.id, 'User'),
  ]
  const people = [college.trainee, ...others]
  const audience = { user_ids: people.map(({ id }) => id) }
  const cycle = { name: 'This year', start: day(-300), end: day(30), cpd_standard_id: standards[0]!.id, audience }
  cycle_id = (await admin.client.create('devcycle', cycle)).data.id
  const category = (code: string) => categories.find((one) => one.code === code)!.id
  const record = (code: string, hours: number) => ({
    completed_on: day(-2),
    hours,
    target: code,
    credits: [{ devcategory_id: category(code), hours }],
  })
  for (const [code, hours] of [
    ['EA', 20],
    ['RP', 12.5],
    ['MO', 7],
  ] as const) {
    await college.trainee.client.create('devactivity', record(code, hours))
  }
  await college.trainee.client.call('GET', 'devplans/current')
})

const matrix = async (person: Person, query: object = {}) =>
  (await person.client.call('GET', 'cpd/matrix', { cycle_id, ...query })).data
const names = async (person: Person, query: object = {}) =>
  (await matrix(person, query)).people.map((row: { person: string }) => row.person)

describe('the matrix of a cycle', () => {
  it('has a row for each person and a cell for each requirement', async () => {
    const { columns, people, total, closed } = await matrix(admin)
    expect({ total, closed }).toEqual({ total: 3, closed: false })
    expect(people.map(({ person }: { person: string }) => person)).toEqual(['=cmd()', 'Aroha', 'college-user'])
    const trainee = people.at(-1)
    expect(trainee).toMatchObject({ hours: 39.5, activities: 3, met: false, at_risk: true, plan_state: 'draft' })
    const { data: stats } = await admin.client.call('GET', 'cpd/stats', { cycle_id, user_id: college.trainee.id })
    expect(trainee.cells).toHaveLength(columns.length)
    const sums = stats.lines.map(({ counted, required, met }: Record<string, unknown>) => ({ counted, required, met }))
    expect(trainee.cells.map(({ missing: _, ...cell }: { missing: number }) => cell)).toEqual(sums)
    expect(columns.map(({ title }: { title: string }) => title).join('\n')).toMatch(/25 h of reviewing performance/i)
  })

  it('is paged, searched and filtered by state', async () => {
    expect(await names(admin, { limit: 1, offset: 1 })).toEqual(['Aroha'])
    expect(await names(admin, { search: 'aro' })).toEqual(['Aroha'])
    expect(await names(admin, { search: '%' })).toEqual([])
    expect(await names(admin, { state: 'met' })).toEqual([])
    expect(await matrix(admin, { state: 'unmet', limit: 2 })).toMatchObject({ total: 3, people: { length: 2 } })
    expect(await names(admin, { state: 'at_risk' })).toHaveLength(3)
    expect(await names(admin, { state: 'no_plan' })).toHaveLength(3)
  })

  it('has short headings besides the sentences', async () => {
    const { columns } = await matrix(admin)
    expect(columns.map(({ short }: { short: string }) => short)).toEqual([
      'Educational activities',
      'Reviewing performance',
      'Measuring outcomes',
      'RP + MO',
      'EA + RP + MO',
      'Professional development plan',
      'Self-evaluation',
      'CPD home',
    ])
  })

  it('is what the person’s own result is after each change', async () => {
    const [aroha] = others
    const { client } = aroha!
    const counted = async () => {
      const { people } = await matrix(admin, { search: 'Aroha', state: 'unmet' })
      const { data: stats } = await admin.client.call('GET', 'cpd/stats', { cycle_id, user_id: aroha!.id })
      const [row] = people
      expect(row.cells.map((cell: { counted: number; required: number }) => [cell.counted, cell.required])).toEqual(
        stats.lines.map((line: { counted: number; required: number }) => [line.counted, line.required]),
      )
      return [row.hours, row.cells[4].counted, row.cells[4].required]
    }
    expect(await counted()).toEqual([0, 0, 50])
    const { data: categories } = await admin.client.list('devcategory', {})
    const of = (code: string, hours: number) => [
      { devcategory_id: categories.find((one) => one.code === code)!.id, hours },
    ]
    const work = { completed_on: day(-3), hours: 4, target: 'x', credits: of('EA', 4) }
    const { data: activity } = await client.create('devactivity', work)
    expect(await counted()).toEqual([4, 4, 50])
    await client.update('devactivity', { id: activity.id, hours: 3, credits: of('EA', 3) } as never)
    expect(await counted()).toEqual([3, 3, 50])
    const { data: plans } = await client.call('GET', 'devplans/current')
    const waiver = { devplan_id: plans[0].id, from: day(-300), to: day(-100), kind: 'leave' as const }
    const { data: asked } = await client.create('devwaiver', waiver)
    expect(await counted()).toEqual([3, 3, 50])
    await admin.client.update('devwaiver', { id: asked.id, state: 'granted', decision: 'Because' })
    expect((await counted())[2]).toBeLessThan(50)
    await admin.client.act('POST devwaiver/decide', { id: asked.id, outcome: 'refused', reason: 'Not on leave' })
    await client.remove('devactivity', activity.id)
    expect(await counted()).toEqual([0, 0, 50])
  })

  it('is written to: the people whom a filter shows, each a message of their own', async () => {
    const write = (who: Person, body: object = {}) =>
      who.client.call('POST', 'cpd/matrix/message', {
        cycle_id,
        subject: 'Your plan',
        text: 'Please.',
        ...body,
      } as never)
    await expect(write(college.supervisor)).rejects.toMatchObject({ status: 403 })
    await expect(write(admin, { state: 'met' })).rejects.toMatchObject({ status: 476 })
    expect((await write(admin, { state: 'no_plan', search: 'aro' })).data).toEqual({ people: 1 })
    expect((await write(admin, { state: 'unmet' })).data).toEqual({ people: 3 })
    const received = (await others[0]!.client.list('message', {})).data.filter(({ subject }) => subject === 'Your plan')
    expect(received.map(({ subject, recipients, bcc }) => ({ subject, recipients, bcc }))).toEqual(
      Array(2).fill({ subject: 'Your plan', recipients: '', bcc: 'Aroha' }),
    )
    expect((await college.trainee.client.list('message', {})).data).toHaveLength(1)
  })

  it('is a CSV file with three columns for each requirement, without formulas', async () => {
    const response = await fetch(`${network.url}/api/v1/cpd/matrix?cycle_id=${cycle_id}&format=csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const [head, first] = (await response.text()).split('\n')
    expect(head).toMatch(/^user_id,person,plan_state,met,at_risk,hours,activities,days_left,/)
    expect(head).toMatch(/: required,.*: met/)
    expect(first).toMatch(/^\d+,'=cmd\(\),,false,true,0,0,30,0,/)
    const { data } = await admin.client.list('auditlog', { search: 'cpd.matrix' })
    expect(data).toHaveLength(1)
  })

  it('shows supervisors those whom they supervise at present, and nothing to others', async () => {
    const { supervisor, trainee, relationship_id } = college
    expect(await names(supervisor)).toEqual(['college-user'])
    const set = (state: 'ended' | 'declined' | 'accepted') =>
      network.db.updateTable('userrelationship').set({ state }).where('id', '=', relationship_id).execute()
    for (const state of ['ended', 'declined'] as const) {
      await set(state)
      expect(await names(supervisor)).toEqual([])
    }
    await set('accepted')
    for (const person of [trainee, college.staff, college.customer]) expect(await names(person)).toEqual([])
    const stranger = await makeCollege(network, 'stranger')
    await expect(matrix(stranger.administrator)).rejects.toMatchObject({ status: 404 })
  })

  it('is a file for the regulator with who has met it, for administrators alone', async () => {
    const { data } = await admin.client.call('GET', 'cpd/register', { cycle_id })
    const entry = { start: day(-300), end: day(30), as_of: day(0), final: 'no', compliant: 'no' }
    expect(data).toMatchObject([entry, entry, { ...entry, name: 'college-user' }])
    const answer = await fetch(`${network.url}/api/v1/cpd/register?cycle_id=${cycle_id}&format=csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const [head, first] = (await answer.text()).split('\n')
    expect(head).toMatch(/^registration_number,family_name,given_names,name,cycle,start,end,registered_from,compliant,/)
    expect(first).toContain("'=cmd()")
    for (const person of [college.trainee, college.supervisor, college.staff, college.customer]) {
      const call = person.client.call('GET', 'cpd/register', { cycle_id })
      await expect(call).rejects.toMatchObject({ status: 403 })
    }
  })

  it('keeps the numbers of a closed cycle', async () => {
    const start = { name: 'Closed', start: day(-700), end: day(-400), audience: { user_ids: [college.trainee.id] } }
    const { data } = await admin.client.create('devcycle', start)
    const activity = { completed_on: day(-500), hours: 3, target: 'Old' }
    await college.trainee.client.create('devactivity', activity)
    await byJob(network, admin, 'devcycle/expire', { id: data.id })
    await network.db.updateTable('devactivity').set({ hours: 100 }).where('target', '=', 'Old').execute()
    expect(await matrix(admin, { cycle_id: data.id })).toMatchObject({
      closed: true,
      people: [{ hours: 3, met: null }],
    })
  })
})

describe('what counts', () => {
  const kept = async () => {
    const { rows } = await sql<{ user_id: number; on_day: string; numbers: { hours: number }; stamp: string }>`
      select user_id, on_day::text, numbers, stamp from cpd_result where devcycle_id = ${cycle_id} order by user_id`.execute(
      network.db,
    )
    return rows
  }

  it('is kept for all who were read, and replaced when a record changes', async () => {
    await matrix(admin)
    const before = await kept()
    expect(before).toHaveLength(3)
    const { client, id } = others[0]!
    const { data: activity } = await client.create('devactivity', { completed_on: day(0), hours: 1, target: 'Late' })
    await matrix(admin)
    const after = await kept()
    const [old, now] = [before, after].map((rows) => rows.find(({ user_id }) => user_id === id)!)
    expect(now!.numbers.hours).toBe(old!.numbers.hours + 1)
    expect(after.filter(({ user_id }) => user_id !== id)).toEqual(before.filter(({ user_id }) => user_id !== id))
    await client.remove('devactivity', activity.id)
    expect((await matrix(admin)).people.find((one: { user_id: number }) => one.user_id === id).hours).toBe(
      old!.numbers.hours,
    )
  })

  it('is computed again on the next day, before an administrator asks', async () => {
    await sql`update cpd_result set on_day = on_day - 1, stamp = 'yesterday', numbers = '{}'
      where devcycle_id = ${cycle_id}`.execute(network.db)
    // The server's own task may compute some of them at the same time.
    await expect
      .poll(async () => {
        await renewResults(network.db)
        return kept()
      })
      .toMatchObject([{ on_day: day(0) }, { on_day: day(0) }, { on_day: day(0) }])
    expect(await renewResults(network.db)).toBe(0)
  })

  it('is computed again after a change, where the matrix was read lately, and of who was never shown', async () => {
    const { client, id } = others[0]!
    const before = await kept()
    const { data: activity } = await client.create('devactivity', { completed_on: day(0), hours: 1, target: 'Late' })
    await sql`delete from cpd_result where devcycle_id = ${cycle_id} and user_id = ${college.trainee.id}`.execute(
      network.db,
    )
    const hours = (rows: typeof before) => rows.find(({ user_id }) => user_id === id)!.numbers.hours
    const renewed = async () => {
      await renewResults(network.db)
      const rows = await kept()
      return [rows.length, hours(rows) - was]
    }
    const was = hours(before)
    await expect.poll(renewed).toEqual([3, 1])
    const { people } = await matrix(admin, { state: 'unmet' })
    expect(people.find((one: { user_id: number }) => one.user_id === id).hours).toBe(was + 1)
    await client.remove('devactivity', activity.id)
    await expect.poll(renewed).toEqual([3, 0])
  })
})

describe('an audit draw', () => {
  it('is recorded with all that repeats it', async () => {
    const { data } = await admin.client.create('cpdauditdraw', { devcycle_id: cycle_id, percent: 34, seed: 'Rangi' })
    const ids = [college.trainee, ...others].map(({ id }) => id)
    const drawn = auditDraw(ids, 34, 'Rangi')
    expect(data).toMatchObject({ people: 3, percent: 34, seed: 'Rangi', cycle: 'This year', devcycle_id: cycle_id })
    expect(data.drawn.map(({ user_id }) => user_id)).toEqual(drawn)
    expect((await matrix(admin, { draw_id: data.id })).people).toHaveLength(drawn.length)
    const { data: random } = await admin.client.create('cpdauditdraw', { devcycle_id: cycle_id })
    expect(random.seed).toMatch(/^[0-9a-f]{16}$/)
    expect(random.drawn).toHaveLength(1)
  })

  it('is for administrators, who act as nobody else', async () => {
    const body = { devcycle_id: cycle_id }
    for (const person of [college.trainee, college.supervisor, college.staff]) {
      await expect(person.client.create('cpdauditdraw', body)).rejects.toMatchObject({ status: 403 })
      expect((await person.client.list('cpdauditdraw', {})).data).toEqual([])
    }
    const { data } = await network.admin.call('POST', 'user/impersonate', { id: admin.id })
    const response = await fetch(`${network.url}/api/v1/cpdauditdraw`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(403)
  })

  it('refuses shares that are none, and cycles of others', async () => {
    for (const percent of [0, 101, 0.001, 1.234]) {
      await expect(admin.client.create('cpdauditdraw', { devcycle_id: cycle_id, percent })).rejects.toMatchObject({
        status: 400,
        field: 'percent',
      })
    }
    const stranger = await makeCollege(network, 'other')
    await expect(stranger.administrator.client.create('cpdauditdraw', { devcycle_id: cycle_id })).rejects.toMatchObject(
      { status: 404 },
    )
    await relate(network, { organisation: college, trainee: others[0]!, other: college.supervisor })
    expect(await names(college.supervisor)).toEqual(['Aroha', 'college-user'])
  })
})
