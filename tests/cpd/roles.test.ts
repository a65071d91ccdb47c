import { beforeAll, describe, expect, it } from 'vitest'
import type { CpdRole } from '#db/tables/people/membership.ts'
import type { Network } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let college: College
let cycle_id: number
let shown: number
let hidden: number
let of_another: number
const by: Record<CpdRole, Person> = {} as never

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'officers')
  const { administrator, trainee, customer, id } = college
  for (const cpd_role of ['officer', 'auditor', 'committee'] as const) {
    by[cpd_role] = await makePerson(network, `cpd-${cpd_role}`, id, 'User')
    const { data } = await administrator.client.list('membership', { user_id: by[cpd_role].id })
    await administrator.client.update('membership', { id: data[0]!.id, role_name: 'User', cpd_role })
  }
  const audience = { user_ids: [trainee.id, customer.id] }
  const cycle = { name: 'This year', start: day(-300), end: day(30), audience }
  cycle_id = (await administrator.client.create('devcycle', cycle)).data.id
  const record = async (who: Person, body: object = {}) =>
    (await who.client.create('devactivity', { target: 'Audit', completed_on: day(-9), hours: 2, ...body } as never))
      .data.id
  shown = await record(trainee)
  hidden = await record(trainee, { private: true })
  of_another = await record(customer)
})

const refused = (status: number, field?: string) => ({ status, ...(field && { field }) })

describe('a CPD officer', () => {
  it('manages professional development, and neither accounts nor the organisation', async () => {
    const { client } = by.officer
    const { data: category } = await client.create('devcategory', { code: 'EA', name: 'Education' })
    expect(category.organisation_id).toBe(college.id)
    expect((await client.call('GET', 'cpd/matrix', { cycle_id })).data.people).toHaveLength(2)
    const draw = { devcycle_id: cycle_id, percent: 50, seed: 'a' }
    await client.create('cpdauditdraw', draw)
    const people = { organisation_id: college.id, kind: 'people', preview: true, csv: 'email\na@example.com\n' }
    await expect(client.call('POST', 'cpd/import', people as never)).rejects.toMatchObject(refused(403))
    const { data } = await college.administrator.client.list('membership', { user_id: by.officer.id })
    const promote = client.update('membership', { id: data[0]!.id, role_name: 'Administrator' })
    await expect(promote).rejects.toMatchObject({
      status: expect.toSatisfy((status) => status === 403 || status === 404),
    })
  })
})

describe('an auditor', () => {
  it('reads what was submitted of people whose audit is under way, and changes nothing', async () => {
    const { client } = by.auditor
    expect((await client.list('devactivity', {})).data).toEqual([])
    const { data: draws } = await by.officer.client.list('cpdauditdraw', {})
    const [draw] = draws
    // The one of two who was drawn is the trainee, or the customer: both are tried.
    const drawn_id = (draw!.drawn as { user_id: number }[])[0]!.user_id
    await by.officer.client.call('POST', 'cpdauditdraw/notify', { id: draw!.id, due_on: day(20) })
    const { data: rows } = await client.list('devactivity', {})
    expect(rows.map(({ id }) => id)).toEqual(drawn_id === college.trainee.id ? [shown] : [of_another])
    await expect(client.read('devactivity', hidden)).rejects.toMatchObject(refused(404))
    const { data: audits } = await client.list('cpdaudit', {})
    expect(audits.map(({ user_id }) => user_id)).toEqual([drawn_id])
    const { id } = audits[0]!
    const decide = client.call('POST', 'cpdaudit/decide', { id, verdict: 'met', reason: 'All is there' })
    await expect(decide).rejects.toMatchObject(refused(403))
    expect((await client.call('GET', 'cpd/matrix', { cycle_id })).data.people).toMatchObject([{ user_id: drawn_id }])
    await network.db
      .updateTable('cpd_audit')
      .set({ state: 'decided', verdict: 'met', decided_at: `${day(-70)}T00:00Z` })
      .where('id', '=', id)
      .execute()
    expect((await client.list('devactivity', {})).data).toEqual([])
    expect((await client.list('cpdaudit', {})).data).toEqual([])
  })
})

describe('a committee', () => {
  it('reads numbers, and nobody’s records', async () => {
    const { client } = by.committee
    const all = { cohort: null, is_rest: false, people: 2, met: 0, unmet: 0, at_risk: 0, empty: 2, no_plan: 2 }
    expect((await client.call('GET', 'cpd/progress', { cycle_id })).data).toEqual([all])
    expect((await client.call('GET', 'cpd/progress', { cycle_id, by: 'year' })).data).toEqual([])
    expect((await by.officer.client.call('GET', 'cpd/progress', { cycle_id, by: 'year' })).data).toEqual([all])
    expect((await client.call('GET', 'cpd/matrix', { cycle_id })).data.people).toEqual([])
    expect((await client.list('devactivity', {})).data).toEqual([])
    await expect(college.supervisor.client.call('GET', 'cpd/progress', { cycle_id })).rejects.toMatchObject(
      refused(403),
    )
  })
})
