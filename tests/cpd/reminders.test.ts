import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiContext } from '#api/context.ts'
import { sendCpdReminders } from '#api/cpd/reminders.ts'
import { transact } from '#api/crud/transact.ts'
import { copyTemplate, type Network, startNetwork } from '../network.ts'
import { type College, day, makeCollege, switchFeatures } from '../seeds/college.ts'

let network: Network
let college: College

/** Several processes share a PostgreSQL; the embedded database has one. */
let database: Awaited<ReturnType<typeof copyTemplate>> | null = null

beforeAll(async () => {
  if (process.env.DATABASE === 'server') database = await copyTemplate()
  network = await startNetwork(database ? { DATABASE_URL: database.url } : {})
  college = await makeCollege(network, 'college')
})
afterAll(async () => {
  await network.stop()
  await database?.drop()
})

/** Runs the task as one of the server's processes does. */
const remind = async () => {
  const task = network.server.api.tasks.find(({ name }) => name.startsWith('reminders of professional'))!
  await task.run()
}

const subjects = async () => {
  const { data } = await college.trainee.client.list('message', { sort: 'id' })
  return data.map(({ subject }) => subject)
}
const expires = (id: number, offset: number) =>
  sql`update devqualification set expires_on = ${day(offset)}::date where id = ${id}`.execute(network.db)

it('of a qualification are sent 90, 60, 30 and 7 days before, once each, by any number of processes', async () => {
  const { client } = college.trainee
  const { data } = await client.create('devqualification', { type: 'CPR', name: 'CPR', expires_on: day(91) })
  await remind()
  expect(await subjects()).toEqual([])
  for (const [offset, count] of [
    [90, 1],
    [89, 2],
    [60, 3],
  ] as const) {
    // A changed date is another occasion; here it stands for the days that pass.
    await expires(data.id, offset)
    await Promise.all([remind(), remind(), remind()])
    expect(await subjects()).toHaveLength(count)
  }
  await remind()
  expect(await subjects()).toEqual(['CPR expires in 90 days', 'CPR expires in 89 days', 'CPR expires in 60 days'])
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from message_delivery d
    join message m on m.id = d.message_id where m.kind = 'reminder' and d.channel = 'email'`.execute(network.db)
  expect(rows[0]!.count).toBe(3)
})

it('are not sent for what has expired or was suspended, nor where CPD is off', async () => {
  const before = (await subjects()).length
  const { client } = college.trainee
  const { data } = await client.create('devqualification', { type: 'ALS', name: 'ALS', expires_on: day(20) })
  await expires(data.id, -1)
  await remind()
  await expires(data.id, 5)
  await switchFeatures(network, college.id, ['tracking', 'files'])
  await remind()
  await switchFeatures(network, college.id, ['tracking', 'files', 'cpd'])
  await college.administrator.client.update('devqualification', { id: data.id, suspended: true })
  await remind()
  expect(await subjects()).toHaveLength(before)
})

it('of the end of a cycle and of a plan that is not submitted are for those with a plan', async () => {
  const cycle = { name: 'This year', start: day(-40), end: day(20) }
  await college.administrator.client.create('devcycle', cycle)
  await remind()
  await college.trainee.client.call('GET', 'devplans/current')
  await remind()
  await remind()
  expect((await subjects()).slice(-2).sort()).toEqual([
    'This year ends in 20 days',
    'Your plan for This year is not submitted yet',
  ])
  const { data } = await college.customer.client.list('message')
  expect(data.filter(({ kind }) => kind === 'reminder')).toEqual([])
})

it('reach a person on each of the days once, over a restart and with two processes', async () => {
  const { client } = college.trainee
  await client.create('devqualification', { type: 'BLS', name: 'Life support', expires_on: day(400) })
  let other = await startOther()
  const sent: [number, string][] = []
  let seen = (await subjects()).length
  for (const days_left of [91, 90, 89, 61, 60, 59, 31, 30, 29, 8, 7, 6, 1, 0, -1]) {
    const now = new Date(Date.now() + (400 - days_left) * 24 * 3600_000)
    const processes = [network.server, network.server, ...(other ? [other.server, other.server] : [])]
    await Promise.all(processes.map((server) => sendOn(server, now)))
    const all = await subjects()
    for (const subject of all.slice(seen)) sent.push([days_left, subject])
    seen = all.length
    if (days_left !== 31 || !other) continue
    await other.server.stop()
    other = await startOther()
  }
  await other?.server.stop()
  expect(sent).toEqual([90, 60, 30, 7].map((days) => [days, `Life support expires in ${days} days`]))
})

/** Another process on the same database and folder. */
async function startOther(): Promise<Network | null> {
  if (!database) return null
  return startNetwork({ DATABASE_URL: database.url, DATA_DIR: network.data_dir }, { existing: true })
}

/** Runs the task of a process at a time of a person's clock. */
function sendOn({ database }: Network['server'], now: Date): Promise<number> {
  const context = { db: database.people, notifyDelivery() {}, publishLive() {} } as unknown as ApiContext
  return transact(context, (trx) => sendCpdReminders(trx, now))
}
