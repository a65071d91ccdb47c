import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { copyTemplate, type Network, startNetwork } from '../network.ts'
import { makeProcess, type ServerProcess } from '../process.ts'
import type { Organisation } from '../seeds/people.ts'
import { connectXero, makeCollege, makeContact, makeInvoice, pushAll, TENANT } from './books.ts'
import { type FakeXero, type Fault, startXero } from './fake_xero.ts'
import { sendWebhook, xeroPeople } from './xero_people.ts'

/** Several processes on one database; the embedded one has one process. */
const several = process.env.DATABASE === 'server'
const KILLS = Number(process.env.KILL_ROUNDS ?? 1)
const INVOICES = 5

let xero: FakeXero
let database: Awaited<ReturnType<typeof copyTemplate>>
let first: Network
let second: Network
let killed: ServerProcess | null = null
let college: Organisation
const env = () => ({ DATABASE_URL: database.url, ...xero.settings, PROVIDER_RETRY_S: '1', PROVIDER_TIMEOUT_S: '1' })
beforeAll(async () => {
  if (!several) return
  xero = await startXero()
  xero.state.minute_limit = 1_000_000
  database = await copyTemplate()
  first = await startNetwork(env())
  second = await startNetwork({ ...env(), DATA_DIR: first.data_dir }, { existing: true })
  college = await makeCollege(first, 'college')
  await connectXero(college, xero)
})
afterAll(async () => {
  if (!several) return
  await killed?.end('SIGKILL')
  await second?.stop()
  await first?.stop()
  await database?.drop()
  await xero?.stop()
})

/** Paid invoices, each of another person, so that many are pushed at once. */
async function makeInvoices(name: string): Promise<void> {
  for (let i = 0; i < INVOICES; i++) {
    const contact = await makeContact(first, college.id, `${name} ${i}`)
    const id = await makeInvoice(first, college.id, contact)
    const payment = { kind: 'payment', amount: 11500, method: 'bank' } as const
    await first.db.transaction().execute((trx) => recordPayment(trx, id, payment))
  }
}

function expectOneOfEach(count: number): void {
  const { contacts, invoices, payments } = xero.books.get(TENANT.id)!
  const numbers = [...invoices.values()].map(({ InvoiceNumber }) => InvoiceNumber)
  expect([contacts.size, numbers.length, new Set(numbers).size, payments.size]).toEqual([count, count, count, count])
  expect(new Set([...invoices.values()].map(({ Status }) => Status))).toEqual(new Set(['PAID']))
}

it.runIf(several)('two processes push each once, renew the token once, and keep to five calls', async () => {
  await sql`update provider_connection set expires_at = now()`.execute(first.db)
  const before = xero.state.rotations
  await makeInvoices('Two')
  for (const { server } of [first, second]) server.api.workers.notify()
  await pushAll([first, second])
  expectOneOfEach(INVOICES)
  expect(xero.state.rotations - before).toBe(1)
  expect(xero.state.most_at_once).toBeLessThanOrEqual(5)
})

it.runIf(several)(
  'after kill -9 at random moments, with answers lost, there is one of each and the connection is alive',
  async () => {
    for (const { server } of [first, second]) await server.api.workers.stop()
    killed = await makeProcess({ ...env(), FILE_KEYS: '', DATA_DIR: first.data_dir })
    const faults: Fault[] = [undefined, 'lost', undefined, 'silent', undefined, undefined, 503]
    for (let round = 0; round < KILLS; round++) {
      await killed.start()
      xero.state.faults = Array.from({ length: 12 }, () => faults[Math.floor(Math.random() * faults.length)])
      await sql`update provider_connection set expires_at = now()`.execute(first.db)
      await makeInvoices(`Kill ${round}`)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 4000))
      await killed.end('SIGKILL')
      // The leases of the killed process end.
      await sql`update provider_outbox set leased_until = now(), not_before = now() where state = 'running'`.execute(
        first.db,
      )
      await sql`update provider_connection set refresh_leased_until = null`.execute(first.db)
      await sql`update provider_rate set running = '{}', blocked_until = null, recent = '{}'`.execute(first.db)
    }
    xero.state.faults = []
    await killed.start()
    const open = async () => {
      await sql`update provider_outbox set not_before = now() where state = 'queued'`.execute(first.db)
      await sql`update provider_rate set recent = '{}'`.execute(first.db)
      const { rows } = await sql<{ state: string }>`select state from provider_outbox where state <> 'done'`.execute(
        first.db,
      )
      return rows.length
    }
    await expect.poll(open, { timeout: 100_000 }).toBe(0)
    expectOneOfEach(INVOICES * (KILLS + 1))
    const { rows } = await sql<{ state: string }>`select state from provider_connection`.execute(first.db)
    expect(rows).toEqual([{ state: 'connected' }])
  },
  KILLS * 60_000 + 120_000,
)

it.runIf(several)(
  'after kill -9 while it reads, what was paid at Xero is here once',
  async () => {
    const { invoices } = xero.books.get(TENANT.id)!
    const before = invoices.size
    const ids: number[] = []
    for (let i = 0; i < INVOICES; i++) {
      ids.push(await makeInvoice(first, college.id, await makeContact(first, college.id, `Reads ${i}`)))
    }
    await expect.poll(() => pushed(before + INVOICES), { timeout: 60_000 }).toBe(true)
    const people = xeroPeople(xero)
    for (let round = 0; round < KILLS; round++) {
      for (const one of [...invoices.values()].slice(before)) people.pay(String(one.InvoiceNumber), 10)
      const ids_there = [...invoices.keys()].slice(before)
      if (round > 0) await killed!.start()
      await sql`update provider_connection set events_read_at = null`.execute(first.db)
      await sendWebhook(first.url, ids_there)
      const tasks = [first, second].map(({ server }) => readOnce(server).catch(() => {}))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
      await killed!.end('SIGKILL')
      await Promise.all(tasks)
      await sql`update provider_rate set running = '{}', blocked_until = null, recent = '{}'`.execute(first.db)
    }
    await sql`update provider_connection set events_read_at = null, changes_read_to = null`.execute(first.db)
    await sql`update provider_reading set not_before = now()`.execute(first.db)
    await Promise.all([readOnce(first.server), readOnce(second.server)])
    const { rows } = await sql<{
      amount: number
      count: number
    }>`select -sum(amount)::int as amount, count(*)::int as count
      from transaction where invoice_id = any(${ids}::bigint[]) and provider = 'xero' group by invoice_id`.execute(
      first.db,
    )
    expect(rows).toEqual(Array(INVOICES).fill({ amount: 1000 * KILLS, count: KILLS }))
  },
  KILLS * 60_000 + 120_000,
)

const pushed = async (count: number) => {
  await sql`update provider_outbox set not_before = now() where state = 'queued'`.execute(first.db)
  return xero.books.get(TENANT.id)!.invoices.size >= count
}
const readOnce = async (server: Network['server']) =>
  server.tasks.api.find(({ name }) => name === 'upkeep of providers')!.run()
