import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSince } from '#api/billing/providers/stripe/events.ts'
import { makeRandom, type Random } from '../../../scripts/simulate/random.ts'
import { copyTemplate, type Network, startNetwork } from '../../network.ts'
import { makeProcess, type ServerProcess } from '../../process.ts'
import type { Organisation } from '../../seeds/people.ts'
import { makeCollege, makeContact, makeInvoice } from '../books.ts'
import { type FakeStripe, STRIPE_KEY, startStripe } from '../fake_stripe.ts'

/** A process that is killed has its database on a server. */
const several = process.env.DATABASE === 'server'
const PAYMENTS = 24

let stripe: FakeStripe
let database: Awaited<ReturnType<typeof copyTemplate>>
let network: Network
let killed: ServerProcess
let college: Organisation
beforeAll(async () => {
  if (!several) return
  stripe = await startStripe()
  database = await copyTemplate()
  const env = { DATABASE_URL: database.url, ...stripe.settings, PROVIDER_RETRY_S: '1', PROVIDER_TIMEOUT_S: '5' }
  network = await startNetwork(env)
  college = await makeCollege(network, 'orders')
  await college.administrator.client.call('POST', 'invoicing/connect', { kind: 'stripe', secret_key: STRIPE_KEY })
  killed = await makeProcess({ ...env, FILE_KEYS: '', DATA_DIR: network.data_dir })
})
afterAll(async () => {
  if (!several) return
  await killed?.end('SIGKILL')
  await network?.stop()
  await database?.drop()
  await stripe?.stop()
})

type Event = Parameters<FakeStripe['deliver']>[1]
type Case = { id: number; amount: number; events: Event[] }

/** A payment, and what became of it at Stripe: refunds, one of which fails, and chargebacks, some of which are won. */
async function makeCase(i: number, random: Random): Promise<Case> {
  const contact = await makeContact(network, college.id, `Payer ${i}`)
  const id = await makeInvoice(network, college.id, contact)
  await college.administrator.client.call('POST', 'invoice/checkout', { id })
  const payment_intent = `pi_${i}`
  const events = [stripe.pay([...stripe.sessions.keys()].at(-1)!, payment_intent)]
  let amount = 11_500
  const refund = (name: string, of: number, status = 'succeeded') => {
    const about = { id: `re_${i}_${name}`, object: 'refund', amount: of, payment_intent, status, metadata: {} }
    return stripe.event(status === 'failed' ? 'refund.failed' : 'refund.created', about)
  }
  if (random() < 0.5) {
    events.push(refund('a', 1000))
    amount -= 1000
  }
  if (random() < 0.3) events.push(refund('b', 2000), refund('b', 2000, 'failed'))
  if (random() < 0.6) {
    const dispute = (step: string, status: string) =>
      stripe.event(`charge.dispute.${step}`, {
        id: `dp_${i}`,
        object: 'dispute',
        amount: 5000,
        currency: 'nzd',
        payment_intent,
        reason: 'fraudulent',
        status,
      })
    const is_won = random() < 0.5
    const steps = is_won ? ['created', 'funds_withdrawn', 'funds_reinstated', 'closed'] : ['funds_withdrawn', 'closed']
    events.push(...steps.map((step) => dispute(step, step === 'closed' ? (is_won ? 'won' : 'lost') : 'under_review')))
    if (!is_won) amount -= 5000
  }
  return { id, amount, events }
}

/** In an order of their own: never, once, twice or three times each. */
function shuffle(events: Event[], random: Random): Event[] {
  const often = events.flatMap((event) => Array.from({ length: Math.floor(random() * 4) }, () => event))
  return often
    .map((event) => ({ event, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event)
}

async function readAll(): Promise<void> {
  const { rows } = await sql<{ id: number; organisation_id: number; tenant_id: string }>`
    select id, organisation_id, tenant_id from provider_connection where kind = 'stripe'`.execute(network.db)
  await readSince(network.server.api.context, { ...rows[0]!, since: Math.floor(Date.now() / 1000) - 3600 })
}

it.runIf(several)(
  'events in any order, late, twice and never, and kill -9 in between: the books are what Stripe has',
  async () => {
    const random = makeRandom(11)
    const cases: Case[] = []
    for (let i = 0; i < PAYMENTS; i++) cases.push(await makeCase(i, random))
    const hook = [...stripe.endpoints.values()][0] as unknown as { url: string; secret: string }
    const { pathname, search } = new URL(hook.url)
    const queue = shuffle(
      cases.flatMap(({ events }) => events),
      random,
    )
    const send = (event: Event) =>
      stripe.deliver(`${killed.url}${pathname}${search}`, event, { secret: hook.secret }).then(
        ({ status }) => status,
        () => 0,
      )
    const statuses = new Set<number>()
    for (const part of [0, 1]) {
      await killed.start()
      const half = queue.filter((_, i) => i % 2 === part)
      const sent = Promise.all(
        [0, 1, 2, 3].map(async (lane) => {
          for (const [i, event] of half.entries()) if (i % 4 === lane) statuses.add(await send(event))
        }),
      )
      await new Promise((resolve) => setTimeout(resolve, 150))
      await killed.end('SIGKILL')
      await sent
    }
    await killed.start()
    // Those that were refused or lost are sent again, in another order; those that never come are read.
    for (const event of shuffle(queue, random)) statuses.add(await send(event))
    for (let round = 0; round < 3; round++) await readAll()
    expect([...statuses].filter((status) => ![0, 200, 202, 503].includes(status))).toEqual([])
    const { rows } = await sql<{ id: number; paid: number }>`select invoice_id as id, -sum(amount)::float8 as paid
      from transaction where kind in ('payment', 'refund') group by invoice_id`.execute(network.db)
    const paid = new Map(rows.map((row) => [row.id, row.paid]))
    expect(cases.map(({ id }) => paid.get(id))).toEqual(cases.map(({ amount }) => amount))
    const { rows: states } = await sql<{ state: string }>`select distinct state from provider_event
      where state in ('failed', 'received')`.execute(network.db)
    expect(states).toEqual([])
    await readAll()
    const { rows: after } = await sql<{ count: number }>`select count(*)::int as count from transaction
      where kind in ('payment', 'refund')`.execute(network.db)
    const { rows: twice } = await sql`select provider_id from transaction where provider_id is not null
      group by provider_id having count(*) > 1`.execute(network.db)
    expect([after[0]!.count > 0, twice]).toEqual([true, []])
  },
  300_000,
)
