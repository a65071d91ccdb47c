import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { keepResults } from '#api/cpd/closing/close.ts'
import type { Hold } from '#db/embedded/session_queue.ts'
import { holdsOf, longOf } from '../holds.ts'
import type { Network } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'
import { sharedNetwork } from '../shared_network.ts'

const PEOPLE = 120

let network: Network
let college: College
let cycle_id: number
beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  const { data } = await college.administrator.client.create('devcycle', {
    name: 'This year',
    start: day(-100),
    end: day(100),
  })
  cycle_id = data.id
  await sql`with people as (
      insert into user_account (username, email, confirmed_at)
      select 'trainee-' || i, 'trainee-' || i || '@example.com', now() from generate_series(1, ${PEOPLE}::int) i
      returning id),
    members as (insert into membership (organisation_id, user_id, role_name)
      select ${college.id}, id, 'User' from people returning user_id)
    insert into devactivity (organisation_id, user_id, target, hours, completed_on, state)
      select ${college.id}, user_id, 'Audit ' || i, 250, current_date - i, 'recorded' from members, generate_series(1, 3) i`.execute(
    network.db,
  )
})

const kept = async () => {
  const { rows } = await sql<{ plans: number; results: number; reports: number }>`select count(*)::int as plans,
    count(p.result)::int as results, count(r.devplan_id)::int as reports
    from devplan p left join devplan_report r on r.devplan_id = p.id where p.devcycle_id = ${cycle_id}`.execute(
    network.db,
  )
  return rows[0]!
}
const client = () => college.administrator.client

const holdsDuring = async (work: () => Promise<unknown>) => (await holdsOf(network, work)).holds
const long = (holds: Hold[]) => longOf(holds, { statements: Infinity, rows: 700 })

it('goals reach many people in short transactions', async () => {
  for (const description of ['a', 'b', 'c']) await client().create('devgoal', { devcycle_id: cycle_id, description })
  const copy = () => client().call('POST', 'devgoals/copy', { from_cycle: cycle_id, to_role: 'User' })
  expect(long(await holdsDuring(copy))).toEqual([])
  const { data } = await copy()
  expect(data).toMatchObject({ created: 0, existing: expect.any(Number) })
  expect(data.existing).toBeGreaterThanOrEqual(3 * PEOPLE)
})

it('a cycle that still runs is closed by who types its name', async () => {
  for (const typed of [{}, { name: 'this year' }, { name: '' }]) {
    const call = client().call('POST', 'devcycle/expire', { id: cycle_id, ...typed })
    await expect(call).rejects.toMatchObject({ status: 400, field: 'name' })
  }
  expect((await client().read('devcycle', cycle_id)).data).toMatchObject({ state: 'open', over: false })
})

it('a cycle is closed and opened again in short transactions, for everybody', async () => {
  expect(
    long(await holdsDuring(() => client().call('POST', 'devcycle/expire', { id: cycle_id, name: 'This year' }))),
  ).toEqual([])
  const { plans, results, reports } = await kept()
  expect(plans).toBeGreaterThanOrEqual(PEOPLE)
  expect([results, reports]).toEqual([plans, plans])
  expect((await client().read('devcycle', cycle_id)).data).toMatchObject({ state: 'closed', closing: false })
  expect(
    long(
      await holdsDuring(() => client().call('POST', 'devcycle/reopen', { id: cycle_id, reason: 'A late certificate' })),
    ),
  ).toEqual([])
  expect(await kept()).toEqual({ plans, results: 0, reports: 0 })
})

it('a closing whose process was killed refuses changes, cannot be undone, and is finished', async () => {
  await client().call('POST', 'devcycle/expire', { id: cycle_id, name: 'This year' })
  const before = await sql`select id, result from devplan where devcycle_id = ${cycle_id} order by id`.execute(
    network.db,
  )
  // As it is left by a process that has kept the half.
  await sql`update devcycle set closing = true where id = ${cycle_id}`.execute(network.db)
  await sql`update devplan set result = null where devcycle_id = ${cycle_id} and id % 2 = 0`.execute(network.db)
  await expect(
    client().call('POST', 'devcycle/reopen', { id: cycle_id, reason: 'A late certificate' }),
  ).rejects.toMatchObject({ status: 476 })
  const { client: trainee } = college.trainee
  const activity = { target: 'Late', hours: 1, completed_on: day(-1) }
  await expect(trainee.create('devactivity', activity as never)).rejects.toMatchObject({ status: 473 })

  await keepResults(network.db, cycle_id)
  const after = await sql`select id, result from devplan where devcycle_id = ${cycle_id} order by id`.execute(
    network.db,
  )
  expect(after.rows).toEqual(before.rows)
  expect((await client().read('devcycle', cycle_id)).data.closing).toBe(false)
})
