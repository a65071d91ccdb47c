import { sql } from 'kysely'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { addDays } from '#api/billing/money/days.ts'
import { chargeDue } from '#api/billing/providers/stripe/cards/due.ts'
import { advance } from '#api/billing/subscriptions/advance.ts'
import { begin } from '#api/billing/subscriptions/begin.ts'
import type { Network } from '../network.ts'
import { day } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { makeCollege, pushAll } from './books.ts'
import { type FakeStripe, STRIPE_KEY } from './fake_stripe.ts'

/** A college that takes cards at the fake Stripe, and members whose yearly membership of NZD 115 renews tomorrow. */
export async function makePayers(network: Network, stripe: FakeStripe, name: string) {
  const college = await makeCollege(network, name)
  const { client } = college.administrator
  const connect = { kind: 'stripe', secret_key: STRIPE_KEY, organisation_id: college.id }
  await client.call('POST', 'invoicing/connect', connect as never)
  const hook = [...stripe.endpoints.values()].at(-1) as unknown as { url: string; secret: string }
  const newProduct = async (code: string, unit_amount = 11_500) => {
    const body = { code, name: 'Year', unit_amount, period: 'year', grace_days: 30 }
    return (await client.create('product', { amounts_are: 'inclusive', ...body } as never)).data.id
  }
  const product_id = await newProduct('year')
  // The tests say when cards are charged.
  const upkeep = network.server.api.tasks.find((task) => task.name === 'upkeep of providers')!
  upkeep.run = async () => {}
  let made = 0

  const post = async (path: string, body: object, { client }: Person) =>
    (await client.call('POST', path as never, body as never)).data
  /** As Stripe posts it. */
  const deliver = async (event: Parameters<FakeStripe['deliver']>[1]) => {
    const { pathname, search } = new URL(hook.url)
    return (await stripe.deliver(`${network.url}${pathname}${search}`, event, { secret: hook.secret })).status
  }
  const storeCard = async (person: Person, behaviour: string[] = [], card: Record<string, unknown> = {}) => {
    const { data: mandate } = await person.client.call('GET', 'storedcard/mandate', { organisation_id: college.id })
    const body = { organisation_id: college.id, mandate_version: mandate.version }
    const { id } = await post('storedcard/setup', body, person)
    const event = stripe.store([...stripe.sessions.keys()].at(-1)!, behaviour, card)
    const status = await deliver(event)
    if (status !== 200) throw new Error(`the card was not stored: ${status}`)
    return { id, event }
  }
  const runDay = async (today: string) => {
    const task = network.server.api.tasks.find(({ name }) => name.startsWith('memberships'))!
    await (task.run as (day: string) => Promise<void>)(today)
  }
  const subscriptionOf = (user_id: number) =>
    network.db.selectFrom('subscription').selectAll().where('user_id', '=', user_id).executeTakeFirstOrThrow()
  const pay = async (user_id: number) => {
    const { invoice_id, renewal_invoice_id, unit_amount: amount } = await subscriptionOf(user_id)
    await network.db
      .transaction()
      .execute((trx) => recordPayment(trx, (renewal_invoice_id ?? invoice_id)!, { kind: 'payment', amount }))
  }
  /** A membership whose years until today are paid by hand. */
  const join = async ({ id: user_id }: Person, product = product_id, years = 1) => {
    const today = addDays(day(0), 1 - 365 * years)
    const wish = { organisation_id: college.id, user_id, product_id: product, today }
    const { id } = await network.db.transaction().execute((trx) => begin(trx, wish))
    await pay(user_id)
    for (let year = 1; year < years; year++) {
      await network.db.transaction().execute((trx) => advance(trx, id, addDays(today, 365 * year - 5)))
      await pay(user_id)
      await network.db.transaction().execute((trx) => advance(trx, id, addDays(today, 365 * year + 5)))
    }
    return id
  }
  /** @returns the invoice of the next year */
  const renew = async (person: Person) => {
    await join(person)
    await runDay(day(0))
    return (await subscriptionOf(person.id)).renewal_invoice_id!
  }
  /** `behaviour`: what the bank says to each attempt. */
  const makePayer = async (behaviour: string[] = [], card: Record<string, unknown> = {}) => {
    const person = await makePerson(network, `${name}${++made}`, college.id, 'User')
    await storeCard(person, behaviour, card)
    return { person, invoice_id: await renew(person) }
  }
  const paymentOf = async (invoice_id: number, { client }: Person = college.administrator) =>
    (await client.list('cardpayment', { invoice_id } as never)).data[0] as unknown as CardPayment
  return {
    college,
    product_id,
    newProduct,
    post,
    deliver,
    storeCard,
    runDay,
    subscriptionOf,
    join,
    renew,
    newPerson: () => makePerson(network, `${name}${++made}`, college.id, 'User'),
    makePayer,
    cardOf: async ({ id, client }: Person) =>
      (await client.list('storedcard', { user_id: id, state: 'active' } as never)).data[0] as unknown as
        | Card
        | undefined,
    paymentOf,
    async ledger(invoice_id: number) {
      const { rows } = await sql<{ line: string }>`select kind || ' ' || amount as line from transaction
        where invoice_id = ${invoice_id} order by id`.execute(network.db)
      return rows.map(({ line }) => line)
    },
    async messagesTo({ id }: Person, words: string) {
      const { rows } = await sql<{ text: string }>`select distinct m.id, m.text from message m
        join message_delivery d on d.message_id = m.id where d.user_id = ${id} and m.subject like ${`%${words}%`}
        order by m.id`.execute(network.db)
      return rows.map(({ text }) => text)
    },
    /** Attempts that are due, and their answers; with several processes at once. */
    async round() {
      await Promise.all([chargeDue(network.db), chargeDue(network.db)])
      await pushAll([network])
      await chargeDue(network.db)
    },
    /** What was made at Stripe for an invoice. */
    chargesOf: (invoice_id: number) =>
      [...stripe.intents.values()].filter(
        ({ metadata }) => Number((metadata as { invoice_id?: string }).invoice_id) === invoice_id,
      ),
    /** A payer whose attempt Stripe answers so until it is tried once more. */
    async makeFailing(fault: 'lost' | number) {
      const payer = await makePayer()
      stripe.faults = Array(10).fill(fault)
      await chargeDue(network.db)
      await network.server.api.workers.drain()
      await sql`update provider_outbox set not_before = now() + interval '1 hour' where kind = 'charge'
        and entity_id = ${payer.invoice_id}`.execute(network.db)
      stripe.faults = []
      return payer
    },
    later: (invoice_id: number) =>
      sql`update card_payment set next_attempt_at = now() where invoice_id = ${invoice_id} and state = 'waiting'`.execute(
        network.db,
      ),
  }
}

export type Payers = Awaited<ReturnType<typeof makePayers>>
type Card = { id: number; mandate_text: string }
type CardPayment = { state: string; attempts: number; next_attempt_at: string | null }
