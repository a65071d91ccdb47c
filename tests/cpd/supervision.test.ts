import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { cpdSpecials } from '../api/access/cpd.requests.ts'
import { things } from '../api/access/things.ts'
import type { Network } from '../network.ts'
import { type College, day, makeCollege, relate } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

/**
 * What people who are related to a trainee may do with the trainee's submitted records: current supervisors; ended,
 * declined, future and past ones, peers, and an impersonator of the current supervisor.
 */
let network: Network
let college: College
const people: Record<string, string> = {}

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  const { trainee } = college
  const related = async (name: string, more: object) => {
    const other = await makePerson(network, name, college.id, 'User')
    await relate(network, { organisation: college, trainee, other, ...more })
    people[name] = other.token
    return other
  }
  const current = await related('current', {})
  await related('alternate', { kind: 'alternate' })
  await related('educator', { kind: 'educator' })
  await related('peer', { kind: 'peer' })
  await related('ended', { state: 'ended' })
  await related('declined', { state: 'declined' })
  await related('requested', { state: 'requested' })
  await related('past', { begins: day(-10), ends: day(-1) })
  await related('future', { begins: day(1) })
  people.impersonator = await impersonate(current)
  people.trainee_impersonator = await impersonate(trainee)
})

async function impersonate({ id }: Person): Promise<string> {
  return (await network.admin.call('POST', 'user/impersonate', { id })).data.token
}

/** Y done or shown, N forbidden, x does not exist, in the order of these people. */
const order = ['current', 'alternate', 'educator', 'peer', 'ended', 'declined', 'requested', 'past', 'future'] as const
const columns = [...order, 'impersonator'] as const

const table: [route: string, row: string, letters: string][] = [
  ['GET devplan', 'submitted', 'YYYxxxxxx Y'],
  ['GET devplan', 'draft', 'xxxxxxxxx x'],
  ['POST devplan', 'submitted', 'NNNxxxxxx N'],
  ['POST devplan/agree', 'submitted', 'YYNxxxxxx N'],
  ['POST devplan/return', 'submitted', 'YYNxxxxxx N'],
  ['GET devgoal', 'submitted', 'YYYxxxxxx Y'],
  ['GET devactivity', 'recorded', 'YYYxxxxxx Y'],
  ['GET devactivity', 'draft', 'xxxxxxxxx x'],
  ['GET devactivity', 'private', 'xxxxxxxxx x'],
  ['POST devactivity', 'recorded', 'NNNxxxxxx N'],
  ['POST devactivity/verify', 'recorded', 'YYNxxxxxx N'],
  ['GET procedure', 'for_review', 'YYYxxxxxx Y'],
  ['GET procedure', 'draft', 'xxxxxxxxx x'],
  ['POST procedure/approve', 'for_review', 'YYNxxxxxx N'],
  // Not the supervisor of this case: `waivers and health numbers` below has that.
  ['POST procedure/nhi', 'for_review', 'NNNxxxxxx N'],
  ['GET devqualification', 'held', 'YYYxxxxxx Y'],
  ['DELETE devqualification', 'held', 'NNNxxxxxx N'],
  ['GET cpd/stats', 'of the trainee', 'YYYxxxxxx Y'],
  ['GET cpd/report', 'submitted', 'YYYxxxxxx Y'],
  ['GET cpd/report', 'draft', 'xxxxxxxxx x'],
  ['POST cpd/report/address', 'submitted', 'YYYxxxxxx Y'],
  ['POST cpd/sendreport', 'submitted', 'NNNxxxxxx N'],
  ['GET cpd/charts', 'of the trainee', 'YYYxxxxxx Y'],
]

describe('a trainee’s records', () => {
  it.each(table)('%s (%s): %s', async (route, row, letters) => {
    const found: string[] = []
    for (const name of columns) found.push(await letterOf(route, await makeRow(route, row), people[name]!))
    expect(`${found.slice(0, -1).join('')} ${found.at(-1)}`).toBe(letters)
  })
})

describe('an impersonator of the trainee', () => {
  it('reads neither private texts nor health numbers, and does not submit or sign', async () => {
    const of = { organisation_id: college.id, user_id: college.trainee.id }
    const { id } = await network.db
      .insertInto('devactivity')
      .values({ ...of, completed_on: day(-1), private: true, target: 'Afraid', hours: 200 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const token = people.trainee_impersonator!
    const get = async (url: string) =>
      (
        await network.server.api.app.inject({ url: `/api/v1/${url}`, headers: { authorization: `Bearer ${token}` } })
      ).json()
    expect((await get(`devactivity?id=${id}`)).data).toMatchObject({ hours: 2, target: null })
    const { data: made } = await college.trainee.client.create('procedure', { date: day(-1), nhi: 'ZAC5361' })
    expect((await get(`procedure?id=${made.id}`)).data.nhi).toBe('•••••••')
    expect(await letterOf('POST procedure/nhi', { id: made.id }, token)).toBe('N')
    expect(await letterOf('POST procedure', { id: made.id, region: 'Ankle' }, token)).toBe('N')
    expect(await letterOf('POST devactivity', { id, target: 'x' }, token)).toBe('N')
    const plan = await cpdSpecials['POST devplan/submit']!(whose(), network.db)
    expect(await letterOf('POST devplan/submit', plan.input, token)).toBe('N')
  })
})

const whose = () => ({ organisation_id: college.id, owner: college.trainee.id, other: college.trainee.id })

/** A row in a state, and the request for it. */
async function makeRow(route: string, row: string): Promise<object> {
  const { db } = network
  const name = route.split(' ')[1]!.split('/')[0]!
  if (/report/.test(route)) {
    const plan_id = await things.devplan!(db, whose())
    await db
      .updateTable('devplan')
      .set({ state: row as 'draft' })
      .where('id', '=', plan_id)
      .execute()
    return { plan_id, ...(route === 'POST cpd/sendreport' && { to: 'a@example.com' }) }
  }
  if (name === 'cpd') return { user_id: college.trainee.id, cycle_id: await things.devcycle!(db, whose()) }
  const id = await things[name]!(db, whose())
  const set = async (change: ReturnType<typeof sql>) => void (await change.execute(db))
  if (name === 'devplan') await set(sql`update devplan set state = ${row} where id = ${id}`)
  if (name === 'devgoal')
    await set(sql`update devplan set state = ${row} where id = (select devplan_id from devgoal where id = ${id})`)
  if (name === 'procedure') await set(sql`update procedure set state = ${row} where id = ${id}`)
  if (name === 'devactivity' && row === 'private')
    await set(sql`update devactivity set private = true where id = ${id}`)
  else if (name === 'devactivity') await set(sql`update devactivity set state = ${row} where id = ${id}`)
  const change = { 'POST devplan': { registered_from: null }, 'POST devactivity': { target: 'x' } }[route]
  return { id, ...change, ...(route === 'POST devplan/return' && { text: 'Why?' }) }
}

async function letterOf(route: string, input: object, token: string): Promise<string> {
  const [method, path] = route.split(' ') as ['GET', string]
  const query = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))
  const response = await network.server.api.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'GET' ? { query } : { payload: input }),
  })
  if (response.statusCode === 403) return 'N'
  if (response.statusCode === 404) return 'x'
  expect(response.statusCode, response.body).toBeLessThan(300)
  return 'Y'
}
