import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chargeDue } from '#api/billing/providers/stripe/cards/due.ts'
import { copyTemplate, type Network, startNetwork } from '../network.ts'
import { makeProcess, type ServerProcess } from '../process.ts'
import { type FakeStripe, startStripe } from './fake_stripe.ts'
import { makePayers, type Payers } from './payers.ts'

/** A process that is killed has its database on a server. */
const several = process.env.DATABASE === 'server'
const KILLS = Number(process.env.KILL_ROUNDS ?? 1)

let stripe: FakeStripe
let database: Awaited<ReturnType<typeof copyTemplate>>
let network: Network
let killed: ServerProcess | null = null
let payers: Payers
beforeAll(async () => {
  if (!several) return
  stripe = await startStripe()
  database = await copyTemplate()
  const env = { DATABASE_URL: database.url, ...stripe.settings, PROVIDER_RETRY_S: '1', PROVIDER_TIMEOUT_S: '5' }
  network = await startNetwork(env)
  payers = await makePayers(network, stripe, 'killed')
  await network.server.api.workers.stop()
  killed = await makeProcess({ ...env, FILE_KEYS: '', DATA_DIR: network.data_dir })
})
afterAll(async () => {
  if (!several) return
  await killed?.end('SIGKILL')
  await network?.stop()
  await database?.drop()
  await stripe?.stop()
})

/** The leases of the killed process end. */
async function endLeases(): Promise<void> {
  await sql`update provider_outbox set leased_until = now(), not_before = now() where state = 'running'`.execute(
    network.db,
  )
  await sql`update provider_rate set running = '{}', blocked_until = null, recent = '{}'`.execute(network.db)
}

const isOpen = async () => {
  await sql`update provider_outbox set not_before = now() where state = 'queued'`.execute(network.db)
  const { rows } = await sql`select from provider_outbox where state in ('queued', 'running')`.execute(network.db)
  return rows.length > 0
}

/** Charged once, and recorded once. */
async function expectOnce(invoice_id: number): Promise<void> {
  expect(payers.chargesOf(invoice_id)).toHaveLength(1)
  expect(await payers.ledger(invoice_id)).toEqual(['charge 11500', 'payment -11500'])
  expect(await payers.paymentOf(invoice_id)).toMatchObject({ state: 'paid', attempts: 1 })
}

it.runIf(several)(
  'after kill -9 between the charge and its record, it was charged once and is recorded once',
  async () => {
    const { invoice_id } = await payers.makePayer()
    const { person, invoice_id: removed } = await payers.makePayer()
    // Charged, and no answer ever comes: the process is killed while it waits. Stripe has forgotten the keys since.
    stripe.faults = ['silent', 'silent']
    await chargeDue(network.db)
    await killed!.start()
    await expect
      .poll(() => payers.chargesOf(invoice_id).length + payers.chargesOf(removed).length, { timeout: 60_000 })
      .toBe(2)
    await killed!.end('SIGKILL')
    expect(await payers.ledger(invoice_id)).toEqual(['charge 11500'])
    stripe.answers.clear()
    stripe.faults = []
    // In the meantime one of the members removes their card.
    await payers.post('storedcard/remove', { id: (await payers.cardOf(person))!.id }, person)
    await endLeases()
    await killed!.start()
    await expect.poll(isOpen, { timeout: 60_000 }).toBe(false)
    await expectOnce(invoice_id)
    await expectOnce(removed)
    await killed!.end('SIGKILL')
  },
  240_000,
)

it.runIf(several)(
  'after kill -9 at random moments, with answers lost, each is charged and recorded once',
  async () => {
    const ids: number[] = []
    for (let round = 0; round < KILLS; round++) {
      stripe.faults = []
      for (let i = 0; i < 4; i++) ids.push((await payers.makePayer()).invoice_id)
      const faults = [undefined, 'lost', undefined, 'silent', 500] as const
      stripe.faults = Array.from({ length: 10 }, () => faults[Math.floor(Math.random() * faults.length)])
      await killed!.start()
      await chargeDue(network.db)
      await sql`select pg_notify('provider_outbox', '')`.execute(network.db)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 4000))
      await killed!.end('SIGKILL')
      await endLeases()
    }
    stripe.faults = []
    await killed!.start()
    await expect.poll(isOpen, { timeout: 100_000 }).toBe(false)
    for (const id of ids) await expectOnce(id)
  },
  KILLS * 60_000 + 120_000,
)
