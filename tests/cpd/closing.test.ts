import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { keepResults } from '#api/cpd/closing/close.ts'
import { makeClosingOfCycles } from '#api/cpd/closing/job.ts'
import type { Hold } from '#db/embedded/session_queue.ts'
import { holdsOf, longOf } from '../holds.ts'
import type { Network } from '../network.ts'
import { byJob, type College, day, makeCollege } from '../seeds/college.ts'
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

const step = (name: string, more: object = {}) =>
  byJob(network, college.administrator, `devcycle/${name}`, { id: cycle_id, ...more })
const close = () => step('expire', { name: 'This year' })
const cycle = async () => (await client().read('devcycle', cycle_id)).data

const waiting = async () => (await college.supervisor.client.list('devactivity', { waiting: true })).info.total

it('a cycle is closed and opened again by jobs, in short transactions, for everybody', async () => {
  await college.trainee.client.create('devactivity', { target: 'Ward round', hours: 1, completed_on: day(-1) })
  expect(await waiting()).toBe(1)
  expect(long(await holdsDuring(close))).toEqual([])
  const { plans, results, reports } = await kept()
  expect(plans).toBeGreaterThanOrEqual(PEOPLE)
  expect([results, reports]).toEqual([plans, plans])
  expect(await cycle()).toMatchObject({ state: 'closed', closing: false, progress: null })
  // Nothing is decided on it any more, so nothing waits for the supervisor.
  expect(await waiting()).toBe(0)
  const { data: jobs } = await client().list('job', { kind: 'closing' })
  expect(jobs[0]).toMatchObject({ state: 'done', source: 'This year', total_entries: plans, done_entries: plans })
  expect(long(await holdsDuring(() => step('reopen', { reason: 'A late certificate' })))).toEqual([])
  // Plans that closing had made are gone with it; those that have goals are not.
  const after = await kept()
  expect(after).toEqual({ plans: expect.any(Number), results: 0, reports: 0 })
  expect(after.plans).toBeLessThan(plans)
  expect(await cycle()).toMatchObject({ state: 'open', opening: false, expired_at: null })
})

it('a closing is undone as a whole within a day, without a reason, and not later', async () => {
  const before = await kept()
  await close()
  expect((await cycle()).undo_until).not.toBeNull()
  await step('undo_expire')
  expect(await kept()).toEqual(before)
  expect(await cycle()).toMatchObject({ state: 'open', undo_until: null })
  const undo = () => client().call('POST', 'devcycle/undo_expire', { id: cycle_id })
  await expect(undo()).rejects.toMatchObject({ status: 476 })
  await close()
  await sql`update devcycle set expired_at = expired_at - interval '25 hours' where id = ${cycle_id}`.execute(
    network.db,
  )
  await expect(undo()).rejects.toMatchObject({ status: 476 })
  await step('reopen', { reason: 'A late certificate' })
})

it('a closing that is cancelled is undone as a whole, and one whose job has failed is finished', async () => {
  const task = makeClosingOfCycles(network.server.api.context)
  const before = await kept()
  const left = async (state: 'cancelled' | 'failed') => {
    await close()
    await sql`update devcycle set closing = true where id = ${cycle_id}`.execute(network.db)
    await sql`update devplan set result = null where devcycle_id = ${cycle_id} and id % 2 = 0`.execute(network.db)
    await sql`update job set state = ${state} where kind = 'closing'`.execute(network.db)
    await task.run()
    await network.server.api.workers.drain()
  }
  await left('cancelled')
  expect(await kept()).toEqual(before)
  expect(await cycle()).toMatchObject({ state: 'open', closing: false, opening: false })
  await left('failed')
  expect(await cycle()).toMatchObject({ state: 'closed', closing: false })
  const { plans, results } = await kept()
  expect(results).toBe(plans)
  await step('undo_expire')
})

it('a closing whose process was killed refuses changes, cannot be undone, and is finished', async () => {
  await close()
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
