import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chargeDue } from '#api/billing/cards/due.ts'
import { notifyExpiring } from '#api/billing/cards/notify.ts'
import { endLeftCards } from '#api/billing/cards/remove.ts'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { addDays } from '#api/billing/money/days.ts'
import { begin } from '#api/billing/subscriptions/begin.ts'
import { type Network, startNetwork } from '../network.ts'
import { guest } from '../people/accounts.people.ts'
import { day } from '../seeds/college.ts'
import { makePerson, type Organisation, type Person } from '../seeds/people.ts'
import { makeCollege, pushAll } from './books.ts'
import { type FakeStripe, STRIPE_KEY, startStripe } from './fake_stripe.ts'

let stripe: FakeStripe
let network: Network
let college: Organisation
let product_id: number
let hook: { url: string; secret: string }
beforeAll(async () => {
  stripe = await startStripe()
  network = await startNetwork({ ...stripe.settings, PROVIDER_RETRY_S: '1', PROVIDER_TIMEOUT_S: '1' })
  college = await makeCollege(network, 'cards')
  const body = { kind: 'stripe', secret_key: STRIPE_KEY, organisation_id: college.id }
  await college.administrator.client.call('POST', 'invoicing/connect', body as never)
  hook = [...stripe.endpoints.values()][0] as unknown as typeof hook
  const product = { code: 'year', name: 'Year', unit_amount: 11_500, period: 'year', grace_days: 30 }
  product_id = (await college.administrator.client.create('product', product as never)).data.id
})
afterAll(async () => {
  await network?.stop()
  await stripe?.stop()
})

type Event = Parameters<FakeStripe['deliver']>[1]
/** As Stripe posts it. */
const deliver = async (event: Event) => {
  const address = `${network.url}${new URL(hook.url).pathname}${new URL(hook.url).search}`
  return (await stripe.deliver(address, event, { secret: hook.secret })).status
}
const post = async (path: string, body: object, { client }: Person) =>
  (await client.call('POST', path as never, body as never)).data
const refused = async (path: string, body: object, token: string) =>
  (await guest(network, token).refused(path, body)).status
const cardOf = async ({ id, client }: Person) =>
  (await client.list('storedcard', { user_id: id, state: 'active' } as never)).data[0] as unknown as Card | undefined
const paymentOf = async (invoice_id: number, { client } = college.administrator) =>
  (await client.list('cardpayment', { invoice_id } as never)).data[0] as unknown as Payment
const ledger = async (invoice_id: number) => {
  const { rows } = await sql<{ line: string }>`select kind || ' ' || amount as line from transaction
    where invoice_id = ${invoice_id} order by id`.execute(network.db)
  return rows.map(({ line }) => line)
}
const messagesTo = async ({ id }: Person, words: string) => {
  const { rows } = await sql<{ text: string }>`select distinct m.id, m.text from message m
    join message_delivery d on d.message_id = m.id where d.user_id = ${id} and m.subject like ${`%${words}%`}
    order by m.id`.execute(network.db)
  return rows.map(({ text }) => text)
}
/** Attempts that are due, and their answers; with several processes at once. */
const round = async () => {
  await Promise.all([chargeDue(network.db), chargeDue(network.db)])
  await pushAll([network])
  await chargeDue(network.db)
}
const later = (invoice_id: number) =>
  sql`update card_payment set next_attempt_at = now() where invoice_id = ${invoice_id} and state = 'waiting'`.execute(
    network.db,
  )

let made = 0
/** A person whose membership renews in some days, with a card; `behaviour`: what the bank says to each attempt. */
async function makePayer(behaviour: string[] = [], card: Record<string, unknown> = {}) {
  const person = await makePerson(network, `payer${++made}`, college.id, 'User')
  await storeCard(person, behaviour, card)
  return { person, invoice_id: await renew(person) }
}

async function storeCard(person: Person, behaviour: string[] = [], card: Record<string, unknown> = {}) {
  const { data: mandate } = await person.client.call('GET', 'storedcard/mandate', { organisation_id: college.id })
  const body = { organisation_id: college.id, mandate_version: mandate.version }
  const { id } = await post('storedcard/setup', body, person)
  const event = stripe.store([...stripe.sessions.keys()].at(-1)!, behaviour, card)
  expect(await deliver(event)).toBe(200)
  return { id, event }
}

async function renew({ id: user_id }: Person) {
  const today = addDays(day(0), -364)
  const { id } = await network.db
    .transaction()
    .execute((trx) => begin(trx, { organisation_id: college.id, user_id, product_id, today }))
  const { invoice_id } = await network.db
    .selectFrom('subscription')
    .select('invoice_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await network.db
    .transaction()
    .execute((trx) => recordPayment(trx, invoice_id!, { kind: 'payment', amount: 11_500 }))
  const task = network.server.api.tasks.find(({ name }) => name.startsWith('memberships'))!
  await (task.run as (day: string) => Promise<void>)(day(0))
  const { renewal_invoice_id } = await network.db
    .selectFrom('subscription')
    .select('renewal_invoice_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return renewal_invoice_id!
}

it('a person agrees to the mandate, stores a card at Stripe, and removes it at once', async () => {
  const person = await makePerson(network, 'storing', college.id, 'User')
  const foreign = await makeCollege(network, 'foreign')
  const body = { organisation_id: college.id, mandate_version: 1 }
  expect(await refused('storedcard/setup', { ...body, mandate_version: 2 }, person.token)).toBe(474)
  expect(await refused('storedcard/setup', body, foreign.administrator.token)).toBe(404)
  const { data: acting } = await college.administrator.client.call('POST', 'user/impersonate', { id: person.id })
  expect(await refused('storedcard/setup', body, acting.token)).toBe(403)
  const { id, event } = await storeCard(person)
  expect([await deliver(event), await deliver(event)]).toEqual([200, 200])
  const card = await cardOf(person)
  expect(card).toMatchObject({ id, brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040, mandate_version: 1 })
  expect(card!.mandate_text).toContain('I allow')
  expect(JSON.stringify(card)).not.toMatch(/pm_|cus_|cs_/)
  for (const { token } of [college.administrator, acting]) {
    expect(await refused('storedcard/remove', { id }, token)).toBe(403)
  }
  for (const { token } of [foreign.administrator, college.user]) {
    expect(await refused('storedcard/remove', { id }, token)).toBe(404)
  }
  const invoice_id = await renew(person)
  await chargeDue(network.db)
  await post('storedcard/remove', { id }, person)
  await pushAll([network])
  expect(await cardOf(person)).toBeUndefined()
  expect([stripe.intents.size, stripe.detached.length]).toEqual([0, 1])
  expect((await paymentOf(invoice_id)).state).toBe('cancelled')
  // A page that is finished after the removal stores nothing.
  const other = await post('storedcard/setup', body, person)
  await post('storedcard/remove', { id: other.id }, person)
  await deliver(stripe.store([...stripe.sessions.keys()].at(-1)!))
  await pushAll([network])
  expect([await cardOf(person), stripe.detached.length]).toEqual([undefined, 2])
})

it('who comes back before the notification has the card, too; another card takes its place', async () => {
  const person = await makePerson(network, 'returning', college.id, 'User')
  const { id } = await post('storedcard/setup', { organisation_id: college.id, mandate_version: 1 }, person)
  expect((await post('storedcard/confirm', { id }, person)).state).toBe('pending')
  const event = stripe.store([...stripe.sessions.keys()].at(-1)!)
  expect((await post('storedcard/confirm', { id }, person)).state).toBe('active')
  expect(await deliver(event)).toBe(200)
  const second = await storeCard(person, [], { last4: '1881' })
  expect(await cardOf(person)).toMatchObject({ id: second.id, last4: '1881' })
})

it('a renewal is charged once: by two processes, with answers lost, late, twice and out of order', async () => {
  const { person, invoice_id } = await makePayer()
  const before = stripe.intents.size
  stripe.faults = ['lost', 500, 'silent']
  await round()
  expect(stripe.intents.size - before).toBe(1)
  expect(await ledger(invoice_id)).toEqual(['charge 11500', 'payment -11500'])
  expect(await paymentOf(invoice_id, person)).toMatchObject({ state: 'paid', attempts: 1 })
  const event = stripe.events.findLast(({ type }) => type === 'payment_intent.succeeded')!
  for (const each of [event, event]) expect(await deliver(each)).toBe(200)
  await round()
  expect(await ledger(invoice_id)).toEqual(['charge 11500', 'payment -11500'])
  const task = network.server.api.tasks.find(({ name }) => name.startsWith('memberships'))!
  await (task.run as (day: string) => Promise<void>)(addDays(day(0), 2))
  const { rows } = await sql<{ state: string; renewed_count: number }>`select state, renewed_count from subscription
    where user_id = ${person.id}`.execute(network.db)
  expect(rows[0]).toEqual({ state: 'active', renewed_count: 1 })
})

it('the event may come before the answer, and instead of it', async () => {
  const { invoice_id } = await makePayer(['processing'])
  await round()
  expect(await paymentOf(invoice_id)).toMatchObject({ state: 'running', attempts: 1 })
  const intent = [...stripe.intents.values()].at(-1)!
  expect(await deliver(stripe.settle(String(intent.id)))).toBe(200)
  expect(await paymentOf(invoice_id)).toMatchObject({ state: 'paid', attempts: 1 })
  expect(await ledger(invoice_id)).toEqual(['charge 11500', 'payment -11500'])
})

it('what is declined is tried again after 1, 3, 5 and 7 days, then left to the reminders', async () => {
  const { person, invoice_id } = await makePayer(Array(5).fill('declined'))
  const days: (number | null)[] = []
  for (let attempt = 1; attempt <= 5; attempt++) {
    await round()
    const { state, attempts, next_attempt_at } = await paymentOf(invoice_id)
    expect([state, attempts]).toEqual([attempt < 5 ? 'waiting' : 'given_up', attempt])
    days.push(next_attempt_at === null ? null : Math.round((Date.parse(next_attempt_at) - Date.now()) / 86_400_000))
    // Nothing before its day.
    await round()
    expect((await paymentOf(invoice_id)).attempts).toBe(attempt)
    await later(invoice_id)
  }
  expect(days).toEqual([1, 3, 5, 7, null])
  const texts = await messagesTo(person, 'Your card was not charged')
  expect(texts).toHaveLength(5)
  expect(texts[0]).toMatch(/NZD 115\.00 .*visa ending in 4242: Your card was declined\. It is tried again on .*\/app\/invoice\?id=/)
  // What comes late says nothing of a later attempt.
  const failed = stripe.events.filter(({ type }) => type === 'payment_intent.payment_failed')
  for (const event of failed.slice(-5).reverse()) expect([200, 202]).toContain(await deliver(event))
  expect(await paymentOf(invoice_id)).toMatchObject({ state: 'given_up', attempts: 5 })
  expect(await ledger(invoice_id)).toEqual(['charge 11500'])
})

it('the person is asked to confirm, and pays by the page of the mail', async () => {
  const { person, invoice_id } = await makePayer(['action'])
  await round()
  expect(await paymentOf(invoice_id)).toMatchObject({ state: 'action_required', attempts: 1 })
  const [text] = await messagesTo(person, 'Please confirm the payment')
  expect(text).toMatch(/To pay by .*\/app\/invoice\?id=\d+$/)
  await post('invoice/checkout', { id: invoice_id }, person)
  await deliver(stripe.pay([...stripe.sessions.keys()].at(-1)!))
  await round()
  expect((await paymentOf(invoice_id)).state).toBe('paid')
  expect(await ledger(invoice_id)).toEqual(['charge 11500', 'payment -11500'])
})

it('what was paid otherwise is not charged, and a page at Stripe holds the card back', async () => {
  const { person, invoice_id } = await makePayer()
  await post('invoice/checkout', { id: invoice_id }, person)
  const before = stripe.intents.size
  await round()
  expect(stripe.intents.size).toBe(before)
  await network.db
    .transaction()
    .execute((trx) => recordPayment(trx, invoice_id, { kind: 'payment', amount: 11_500, method: 'bank' }))
  await round()
  expect([stripe.intents.size, (await paymentOf(invoice_id)).state]).toEqual([before, 'paid'])
})

it('an attempt whose outcome is unknown is not made again by hand', async () => {
  const { invoice_id } = await makePayer()
  await chargeDue(network.db)
  await sql`update provider_outbox set state = 'failed', error = 'Stripe does not answer.' where kind = 'charge'
    and entity_id = ${invoice_id}`.execute(network.db)
  await chargeDue(network.db)
  expect((await paymentOf(invoice_id)).state).toBe('given_up')
  const { rows } = await sql<{ id: number }>`select id from provider_outbox where kind = 'charge'
    and entity_id = ${invoice_id}`.execute(network.db)
  const before = stripe.intents.size
  await post('providerpush/retry', { id: rows[0]!.id }, college.administrator)
  await pushAll([network])
  expect(stripe.intents.size).toBe(before)
})

it('a card that expires is reminded of once; that of a person who leaves is removed', async () => {
  const now = new Date()
  const card = { exp_month: now.getUTCMonth() + 1, exp_year: now.getUTCFullYear() }
  const { person } = await makePayer([], card)
  for (let i = 0; i < 2; i++) await notifyExpiring(network.server.api.context)
  expect(await messagesTo(person, 'Your card expires')).toHaveLength(1)
  await sql`delete from membership where user_id = ${person.id}`.execute(network.db)
  await endLeftCards(network.db)
  const { rows } = await sql<{ state: string }>`select state from stored_card where user_id = ${person.id}`.execute(network.db)
  expect(rows).toEqual([{ state: 'removed' }])
})

type Card = { id: number; mandate_text: string }
type Payment = { state: string; attempts: number; next_attempt_at: string | null }
