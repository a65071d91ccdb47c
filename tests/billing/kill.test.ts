import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { copyTemplate, type Network, startNetwork } from '../network.ts'
import { makeProcess, type ServerProcess } from '../process.ts'
import type { Organisation } from '../seeds/people.ts'
import { connectXero, makeCollege, makeContact, makeInvoice, pushAll, TENANT } from './books.ts'
import { type FakeXero, type Fault, startXero } from './fake_xero.ts'

/** Several processes on one database; the embedded one has one process. */
const several = process.env.DATABASE === 'server'
const KILLS = Number(process.env.KILL_ROUNDS ?? 2)
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
