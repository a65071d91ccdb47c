import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { makeRandom } from '../../scripts/simulate/random.ts'
import { copyTemplate, type Network, startNetwork } from '../network.ts'
import { makeProcess, type ServerProcess } from '../process.ts'
import type { Organisation } from '../seeds/people.ts'
import { connectXero, credit, makeCollege, makeContact, makeInvoice, pushAll, TENANT, voidOne } from './books.ts'
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
    const faults: Fault[] = [undefined, 'lost', undefined, 'silent', undefined, undefined, 503]
    for (let round = 0; round < KILLS; round++) {
      const running = await startKilled()
      xero.state.faults = Array.from({ length: 12 }, () => faults[Math.floor(Math.random() * faults.length)])
      await sql`update provider_connection set expires_at = now()`.execute(first.db)
      await makeInvoices(`Kill ${round}`)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 4000))
      await running.end('SIGKILL')
      await endLeases()
    }
    xero.state.faults = []
    await startKilled()
    await expect.poll(openPushes, { timeout: 100_000 }).toBe(0)
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
      const running = await startKilled()
      await sql`update provider_connection set events_read_at = null`.execute(first.db)
      await sendWebhook(first.url, ids_there)
      const tasks = [first, second].map(({ server }) => readOnce(server).catch(() => {}))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
      await running.end('SIGKILL')
      await Promise.all(tasks)
      await endLeases()
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

it.runIf(several)(
  'whatever people do here and there, in any order, late, twice or never, with kills in between: both books are equal',
  async () => {
    const random = makeRandom(20_261_130)
    const below = (n: number) => Math.floor(random() * n)
    const { client } = college.administrator
    const people = xeroPeople(xero)
    const there = () => [...xero.books.get(TENANT.id)!.invoices.values()]
    const faults: Fault[] = [undefined, undefined, undefined, 'lost', 'silent', 'limit', 503]
    const make = async (name: string) => makeInvoice(first, college.id, await makeContact(first, college.id, name))
    const numberOf = async (id: number) => (await client.read('invoice', id)).data.document_number!
    const ids: number[] = []
    const own: number[] = []
    const theirs: Record<string, unknown>[] = []
    // Whole dollars here, cents there, and never more than is open: nothing that a person would have to decide.
    const steps = [
      async (id: number) => {
        const payment = { kind: 'payment', amount: 100 * (1 + below(4)), method: 'bank' } as const
        own.push(await first.db.transaction().execute((trx) => recordPayment(trx, id, payment)))
      },
      async (id: number) => {
        const number = await numberOf(id)
        if (people.invoiceOf(number)) theirs.push(people.pay(number, 1.37 + below(4)))
      },
      async () => {
        if (theirs.length > 0) people.remove(theirs.splice(below(theirs.length), 1)[0]!)
      },
      async () => {
        if (own.length === 0) return
        const [id] = own.splice(below(own.length), 1)
        await client.call('POST', 'transaction/reverse', { id: id!, reason: 'A mistake' })
      },
    ]
    for (let round = 0; round < KILLS + 2; round++) {
      for (let i = 0; i < 3; i++) ids.push(await make(`Money ${round} ${i}`))
      await credit(first, await make(`Credited ${round}`))
      await voidOne(first, await make(`Void ${round}`))
      const voided = await make(`Voided there ${round}`)
      xero.state.faults = Array.from({ length: 30 }, () => faults[below(faults.length)])
      await sql`update provider_connection set events_read_at = null`.execute(first.db)
      const running = await startKilled()
      const reads: Promise<unknown>[] = []
      const dies_at = 4 + below(12)
      for (let step = 0; step < 16; step++) {
        await steps[below(3) === 0 ? below(4) : below(2)]!(ids[below(ids.length)]!)
        const named = there().flatMap(({ InvoiceID }) => Array.from({ length: below(3) }, () => String(InvoiceID)))
        const shuffled = named.map((id) => ({ id, at: random() })).sort((a, b) => a.at - b.at)
        const events = shuffled.slice(0, 12).map(({ id }) => id)
        const url = [running.url, first.url][below(2)]!
        reads.push(sendWebhook(url, events).catch(() => {}))
        if (below(3) === 0) reads.push(readOnce(first.server).catch(() => {}))
        if (step === dies_at) await running.end('SIGKILL')
      }
      const number = await numberOf(voided)
      if (people.invoiceOf(number)) people.void(number)
      await running.end('SIGKILL')
      await Promise.all(reads)
      await endLeases()
    }
    xero.state.faults = []
    await startKilled()
    await expect.poll(openPushes, { timeout: 100_000 }).toBe(0)
    for (let i = 0; i < 3; i++) {
      await sql`update provider_connection set events_read_at = null, changes_read_to = null`.execute(first.db)
      await sql`update provider_reading set not_before = now()`.execute(first.db)
      await readOnce(first.server)
    }
    expect(await ours()).toEqual(xeros())
    const { rows } = await sql`select state, reason from provider_reading where state <> 'read'`.execute(first.db)
    expect(rows).toEqual([])
  },
  (KILLS + 2) * 60_000 + 120_000,
)

/** Of each document: its state, what is open in cents, and how many payments it has. */
async function ours(): Promise<[string, string, number, number][]> {
  const { rows } = await sql<{ number: string; state: string; open: number; payments: number }>`
    select i.document_number as number, i.state, case when i.state = 'void' then 0 else i.gross - i.paid end::float8 as open,
      (select count(*)::int from transaction t where t.invoice_id = i.id and t.kind = 'payment'
        and t.reverses_transaction_id is null
        and not exists (select from transaction r where r.reverses_transaction_id = t.id)) as payments
    from invoice i where i.organisation_id = ${college.id} and i.document_number is not null
    order by i.document_number`.execute(first.db)
  return rows.map(({ number, state, open, payments }) => [number, state, open, payments])
}

function xeros(): [string, string, number, number][] {
  const { invoices, credit_notes, payments } = xero.books.get(TENANT.id)!
  const countOf = (id: unknown) =>
    [...payments.values()].filter((one) => {
      return one.Status !== 'DELETED' && (one.Invoice as Record<string, unknown>)?.InvoiceID === id
    }).length
  const cents = (amount: unknown) => Math.round(Number(amount) * 100)
  const states: Record<string, string> = { AUTHORISED: 'authorised', PAID: 'paid', VOIDED: 'void' }
  const documents = [...invoices.values()].map((one): [string, string, number, number] => [
    String(one.InvoiceNumber),
    states[String(one.Status)] ?? '',
    cents(one.AmountDue),
    countOf(one.InvoiceID),
  ])
  const notes = [...credit_notes.values()].map((one): [string, string, number, number] => {
    const open = cents(one.RemainingCredit)
    return [String(one.CreditNoteNumber), open === 0 ? 'paid' : 'authorised', open, 0]
  })
  return [...documents, ...notes].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The process that is killed: it pushes alone, and runs again after a kill. */
async function startKilled(): Promise<ServerProcess> {
  if (!killed) {
    for (const { server } of [first, second]) await server.api.workers.stop()
    killed = await makeProcess({ ...env(), FILE_KEYS: '', DATA_DIR: first.data_dir })
  }
  if (!killed.running) await killed.start()
  return killed
}

/** Of the killed process. */
async function endLeases(): Promise<void> {
  await sql`update provider_outbox set leased_until = now(), not_before = now() where state = 'running'`.execute(
    first.db,
  )
  await sql`update provider_connection set refresh_leased_until = null`.execute(first.db)
  await sql`update provider_rate set running = '{}', blocked_until = null, recent = '{}'`.execute(first.db)
}

/** How many pushes are not done; those that wait are due. */
async function openPushes(): Promise<number> {
  await sql`update provider_outbox set not_before = now() where state = 'queued'`.execute(first.db)
  await sql`update provider_rate set recent = '{}'`.execute(first.db)
  const { rows } = await sql`select 1 from provider_outbox where state not in ('done', 'cancelled')`.execute(first.db)
  return rows.length
}

const pushed = async (count: number) => {
  await sql`update provider_outbox set not_before = now() where state = 'queued'`.execute(first.db)
  return xero.books.get(TENANT.id)!.invoices.size >= count
}
const readOnce = async (server: Network['server']) =>
  server.tasks.api.find(({ name }) => name === 'upkeep of providers')!.run()
