import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
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
  const speak = (locale: string) =>
    network.db.updateTable('user_account').set({ locale }).where('id', '=', college.trainee.id).execute()
  await speak('de')
  await expires(data.id, 30)
  await remind()
  await speak('en')
  expect((await subjects()).at(-1)).toBe('CPR läuft in 30 Tagen ab')
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

it('of a cycle are one message for each of its audience, with a plan or without', async () => {
  const before = (await subjects()).length
  const audience = { user_ids: [college.trainee.id, college.staff.id] }
  const cycle = { name: 'This year', start: day(-40), end: day(20), audience }
  await college.administrator.client.create('devcycle', cycle)
  await remind()
  await college.trainee.client.call('GET', 'devplans/current')
  await Promise.all([remind(), remind()])
  const { data } = await college.trainee.client.list('message', { sort: 'id' })
  expect(data.slice(before)).toMatchObject([
    {
      subject: 'This year ends in 20 days, and one more',
      text: expect.stringContaining('Your plan for This year is not submitted yet'),
    },
  ])
  const reminded = async ({ client }: { client: Client }) =>
    (await client.list('message')).data.filter(({ kind }) => kind === 'reminder').length
  expect([await reminded(college.staff), await reminded(college.customer)]).toEqual([1, 0])
})

it('of years and of the last day for submitting follow the standard, and are in the calendar', async () => {
  const { client } = college.administrator
  const { data: standard } = await client.create('cpdstandard', {
    code: 'years',
    name: 'Years',
    publish: true,
    cycle_months: 36,
    options: { submit_by: day(15).slice(5) },
    rules: [{ code: 'plan', kind: 'presence', tags: ['plan'], amount: 1, per: 'year' }],
  } as never)
  const of = { cpd_standard_id: standard.id, audience: { user_ids: [college.customer.id] } }
  await client.create('devcycle', { ...of, name: 'Running', start: day(-360), end: day(735) })
  await client.create('devcycle', {
    ...of,
    name: 'Over',
    start: day(-1098),
    end: day(-3),
    audience: { user_ids: [college.customer.id, college.supervisor.id] },
  })
  const own = college.customer.client
  const { data: dates } = await own.call('GET', 'cpd/calendar')
  expect(dates.map(({ kind, name }: { kind: string; name: string }) => `${kind} of ${name}`)).toEqual(
    expect.arrayContaining(['year of Running', 'cycle of Running', 'submit of Over']),
  )
  await remind()
  const { data } = await own.list('message')
  const text = data.map((message) => `${message.subject} ${message.text}`).join()
  expect(text).toMatch(/A year of Running ends in [345] days/)
  expect(text).toMatch(/The last day for submitting Over is in 15 days/)
  const file = await fetch(`${network.url}/api/v1/cpd/calendar?format=ics`, {
    headers: { authorization: `Bearer ${college.customer.token}` },
  })
  expect([file.headers.get('content-type'), await file.text()]).toEqual([
    'text/calendar; charset=utf-8',
    expect.stringContaining('SUMMARY:Last day for submitting Over'),
  ])
})

it('reach a person who has never opened the account that was made for them, by a new link', async () => {
  const { client } = college.administrator
  const csv = 'email,qualification\nnew.person@college.test,Radiation safety'
  await client.call('POST', 'cpd/import', { kind: 'people', csv })
  const mails = () =>
    network.db
      .selectFrom('message_delivery as d')
      .innerJoin('message as m', 'm.id', 'd.message_id')
      .select(['m.subject', 'm.text'])
      .where('d.address', '=', 'new.person@college.test')
      .orderBy('m.id')
      .execute()
  const { data: held } = await client.list('devqualification', { search: 'Radiation safety' })
  await expires(held[0]!.id, 6)
  await Promise.all([remind(), remind()])
  await remind()
  const [, waits, ...more] = await mails()
  expect(waits).toMatchObject({ subject: 'Your account waits for you', text: expect.stringContaining(day(6)) })
  // The address was never proved, so the mail does not say what it is about.
  expect(waits!.text).not.toContain('Radiation')
  expect(more).toEqual([])
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
