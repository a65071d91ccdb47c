import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { addDays } from '#api/billing/money/days.ts'
import { chargeDue } from '#api/billing/providers/stripe/cards/due.ts'
import { notifyExpiring } from '#api/billing/providers/stripe/cards/notify.ts'
import { endLeftCards } from '#api/billing/providers/stripe/cards/remove.ts'
import { type Network, startNetwork } from '../network.ts'
import { guest } from '../people/accounts.people.ts'
import { day } from '../seeds/college.ts'
import { makePerson, type Organisation } from '../seeds/people.ts'
import { makeCollege, pushAll } from './books.ts'
import { type FakeStripe, startStripe } from './fake_stripe.ts'
import { makePayers, type Payers } from './payers.ts'

let stripe: FakeStripe
let network: Network
let college: Organisation
let payers: Payers
beforeAll(async () => {
  stripe = await startStripe()
  network = await startNetwork({ ...stripe.settings, PROVIDER_RETRY_S: '1', PROVIDER_TIMEOUT_S: '1' })
  payers = await makePayers(network, stripe, 'cards')
  college = payers.college
})
afterAll(async () => {
  await network?.stop()
  await stripe?.stop()
})

const refused = async (path: string, body: object, token: string) =>
  (await guest(network, token).refused(path, body)).status

it('a person agrees to the mandate, stores a card at Stripe, and removes it at once', async () => {
  const person = await makePerson(network, 'storing', college.id, 'User')
  const foreign = await makeCollege(network, 'foreign')
  const body = { organisation_id: college.id, mandate_version: 2 }
  expect(await refused('storedcard/setup', { ...body, mandate_version: 1 }, person.token)).toBe(474)
  expect(await refused('storedcard/setup', body, foreign.administrator.token)).toBe(404)
  const { data: acting } = await college.administrator.client.call('POST', 'user/impersonate', { id: person.id })
  expect(await refused('storedcard/setup', body, acting.token)).toBe(403)
  const { id, event } = await payers.storeCard(person)
  expect([await payers.deliver(event), await payers.deliver(event)]).toEqual([200, 200])
  const card = await payers.cardOf(person)
  expect(card).toMatchObject({ id, brand: 'Visa', last4: '4242', exp_month: 12, exp_year: 2040, mandate_version: 2 })
  expect(card!.mandate_text).toContain('I allow')
  expect(JSON.stringify(card)).not.toMatch(/pm_|cus_|cs_/)
  for (const { token } of [college.administrator, acting]) {
    expect(await refused('storedcard/remove', { id }, token)).toBe(403)
  }
  for (const { token } of [foreign.administrator, college.user]) {
    expect(await refused('storedcard/remove', { id }, token)).toBe(404)
  }
  const invoice_id = await payers.renew(person)
  const waitUntil = (moment: string, db: Parameters<typeof chargeDue>[0] = network.db) =>
    sql`update provider_outbox set not_before = ${moment}::timestamptz where kind = 'charge'
      and entity_id = ${invoice_id}`.execute(db)
  // The worker must not make the payment before the card is removed.
  await network.db.transaction().execute(async (trx) => {
    await chargeDue(trx)
    await waitUntil('tomorrow', trx)
  })
  await payers.post('storedcard/remove', { id }, person)
  await waitUntil('now')
  await pushAll([network])
  await chargeDue(network.db)
  expect(await payers.cardOf(person)).toBeUndefined()
  expect([stripe.intents.size, stripe.detached.length]).toEqual([0, 1])
  expect((await payers.paymentOf(invoice_id)).state).toBe('cancelled')
  // A page that is finished after the removal stores nothing.
  const other = await payers.post('storedcard/setup', body, person)
  await payers.post('storedcard/remove', { id: other.id }, person)
  await payers.deliver(stripe.store([...stripe.sessions.keys()].at(-1)!))
  await pushAll([network])
  expect([await payers.cardOf(person), stripe.detached.length]).toEqual([undefined, 2])
})

it('who comes back before the notification has the card, too; another card takes its place', async () => {
  const person = await makePerson(network, 'returning', college.id, 'User')
  const { id } = await payers.post('storedcard/setup', { organisation_id: college.id, mandate_version: 2 }, person)
  expect((await payers.post('storedcard/confirm', { id }, person)).state).toBe('pending')
  const event = stripe.store([...stripe.sessions.keys()].at(-1)!)
  expect((await payers.post('storedcard/confirm', { id }, person)).state).toBe('active')
  expect(await payers.deliver(event)).toBe(200)
  const second = await payers.storeCard(person, [], { last4: '1881' })
  expect(await payers.cardOf(person)).toMatchObject({ id: second.id, last4: '1881' })
})

it('a renewal is charged once: by two processes, with answers lost, late, twice and out of order', async () => {
  const { person, invoice_id } = await payers.makePayer()
  const before = stripe.intents.size
  stripe.faults = ['lost', 500, 'silent']
  await payers.round()
  expect(stripe.intents.size - before).toBe(1)
  expect(await payers.ledger(invoice_id)).toEqual(['charge 11500', 'payment -11500'])
  expect(await payers.paymentOf(invoice_id, person)).toMatchObject({ state: 'paid', attempts: 1 })
  const event = stripe.events.findLast(({ type }) => type === 'payment_intent.succeeded')!
  for (const each of [event, event]) expect(await payers.deliver(each)).toBe(200)
  await payers.round()
  expect(await payers.ledger(invoice_id)).toEqual(['charge 11500', 'payment -11500'])
  await payers.runDay(addDays(day(0), 2))
  const { rows } = await sql<{ state: string; renewed_count: number }>`select state, renewed_count from subscription
    where user_id = ${person.id}`.execute(network.db)
  expect(rows[0]).toEqual({ state: 'active', renewed_count: 1 })
})

it('the event may come before the answer, and instead of it', async () => {
  const { invoice_id } = await payers.makePayer(['processing'])
  await payers.round()
  expect(await payers.paymentOf(invoice_id)).toMatchObject({ state: 'running', attempts: 1 })
  const intent = [...stripe.intents.values()].at(-1)!
  expect(await payers.deliver(stripe.settle(String(intent.id)))).toBe(200)
  expect(await payers.paymentOf(invoice_id)).toMatchObject({ state: 'paid', attempts: 1 })
  expect(await payers.ledger(invoice_id)).toEqual(['charge 11500', 'payment -11500'])
})

it('what is declined is tried again after 1, 3, 5 and 7 days, then left to the reminders', async () => {
  const { person, invoice_id } = await payers.makePayer(Array(5).fill('declined'))
  const days: (number | null)[] = []
  for (let attempt = 1; attempt <= 5; attempt++) {
    await payers.round()
    const { state, attempts, next_attempt_at } = await payers.paymentOf(invoice_id)
    expect([state, attempts]).toEqual([attempt < 5 ? 'waiting' : 'given_up', attempt])
    days.push(next_attempt_at === null ? null : Math.round((Date.parse(next_attempt_at) - Date.now()) / 86_400_000))
    // Nothing before its day.
    await payers.round()
    expect((await payers.paymentOf(invoice_id)).attempts).toBe(attempt)
    await payers.later(invoice_id)
  }
  expect(days).toEqual([1, 3, 5, 7, null])
  const texts = await payers.messagesTo(person, 'Your card was not charged')
  expect(texts).toHaveLength(5)
  expect(texts[0]).toMatch(
    /NZD 115\.00 .*Visa ending in 4242: Your card was declined\. It is tried again on .*\/app\/invoice\?id=/,
  )
  // What comes late says nothing of a later attempt.
  const failed = stripe.events.filter(({ type }) => type === 'payment_intent.payment_failed')
  for (const event of failed.slice(-5).reverse()) expect([200, 202]).toContain(await payers.deliver(event))
  expect(await payers.paymentOf(invoice_id)).toMatchObject({ state: 'given_up', attempts: 5 })
  expect(await payers.ledger(invoice_id)).toEqual(['charge 11500'])
})

it('the person is asked to confirm, and pays by the page of the mail', async () => {
  const { person, invoice_id } = await payers.makePayer(['action'])
  await payers.round()
  expect(await payers.paymentOf(invoice_id)).toMatchObject({ state: 'action_required', attempts: 1 })
  const [text] = await payers.messagesTo(person, 'Please confirm the payment')
  expect(text).toMatch(/To pay by .*\/app\/invoice\?id=\d+$/)
  await payers.post('invoice/checkout', { id: invoice_id }, person)
  await payers.deliver(stripe.pay([...stripe.sessions.keys()].at(-1)!))
  await payers.round()
  expect((await payers.paymentOf(invoice_id)).state).toBe('paid')
  expect(await payers.ledger(invoice_id)).toEqual(['charge 11500', 'payment -11500'])
})

it('what was paid otherwise is not charged, and a page at Stripe holds the card back', async () => {
  const person = await payers.newPerson()
  const invoice_id = await payers.renew(person)
  await payers.post('invoice/checkout', { id: invoice_id }, person)
  // The server charges cards as well: from here on, the page holds it back.
  await payers.storeCard(person)
  const before = stripe.intents.size
  await payers.round()
  expect(stripe.intents.size).toBe(before)
  await network.db
    .transaction()
    .execute((trx) => recordPayment(trx, invoice_id, { kind: 'payment', amount: 11_500, method: 'bank' }))
  await payers.round()
  expect([stripe.intents.size, (await payers.paymentOf(invoice_id)).state]).toEqual([before, 'paid'])
})

it('an attempt whose outcome is unknown is not made again by hand', async () => {
  const { invoice_id } = await payers.makePayer()
  await chargeDue(network.db)
  await sql`update provider_outbox set state = 'failed', error = 'Stripe does not answer.' where kind = 'charge'
    and entity_id = ${invoice_id}`.execute(network.db)
  await chargeDue(network.db)
  expect((await payers.paymentOf(invoice_id)).state).toBe('given_up')
  const { rows } = await sql<{ id: number }>`select id from provider_outbox where kind = 'charge'
    and entity_id = ${invoice_id}`.execute(network.db)
  const before = stripe.intents.size
  await payers.post('providerpush/retry', { id: rows[0]!.id }, college.administrator)
  await pushAll([network])
  expect(stripe.intents.size).toBe(before)
})

it('a card that expires is reminded of once; that of a person who leaves is removed', async () => {
  const now = new Date()
  const card = { exp_month: now.getUTCMonth() + 1, exp_year: now.getUTCFullYear() }
  const { person } = await payers.makePayer([], card)
  for (let i = 0; i < 2; i++) await notifyExpiring(network.server.api.context)
  expect(await payers.messagesTo(person, 'Your card expires')).toHaveLength(1)
  await sql`delete from membership where user_id = ${person.id}`.execute(network.db)
  await endLeftCards(network.db)
  const { rows } = await sql<{ state: string }>`select state from stored_card where user_id = ${person.id}`.execute(
    network.db,
  )
  expect(rows).toEqual([{ state: 'removed' }])
})

it('a program with an API key neither stores nor removes a card', async () => {
  const { person } = await payers.makePayer()
  const { id } = (await payers.cardOf(person))!
  for (const { client, scopes } of [
    { client: person.client, scopes: ['read', 'write'] },
    { client: college.administrator.client, scopes: ['read', 'write', 'admin'] },
  ]) {
    const { data } = await client.create('apikey', { organisation_id: college.id, name: 'Program', scopes } as never)
    const key = (data as unknown as { key: string }).key
    const body = { organisation_id: college.id, mandate_version: 2 }
    expect(await refused('storedcard/setup', body, key)).toBe(403)
    for (const path of ['storedcard/confirm', 'storedcard/remove']) expect(await refused(path, { id }, key)).toBe(403)
  }
  expect(await payers.cardOf(person)).toMatchObject({ id })
})

it('a card that is removed before an attempt has reached Stripe is not charged; what has been charged is recorded', async () => {
  for (const { fault, charged } of [
    { fault: 500, charged: 0 },
    { fault: 'lost', charged: 1 },
  ] as const) {
    const { person, invoice_id } = await payers.makeFailing(fault)
    expect((await payers.paymentOf(invoice_id)).state).toBe('running')
    await payers.post('storedcard/remove', { id: (await payers.cardOf(person))!.id }, person)
    await payers.round()
    expect(payers.chargesOf(invoice_id)).toHaveLength(charged)
    expect((await payers.paymentOf(invoice_id)).state).toBe(charged ? 'paid' : 'cancelled')
    expect(await payers.ledger(invoice_id)).toHaveLength(1 + charged)
  }
})

it('another card pays what the first one could not, with attempts of its own', async () => {
  const { person, invoice_id } = await payers.makePayer(['lost_card'])
  await payers.round()
  expect(await payers.paymentOf(invoice_id)).toMatchObject({ state: 'given_up', attempts: 1 })
  await payers.storeCard(person, ['declined'])
  await payers.round()
  expect(await payers.paymentOf(invoice_id)).toMatchObject({ state: 'waiting', attempts: 1 })
  // The first card says nothing more.
  const failed = stripe.events.filter(({ type }) => type === 'payment_intent.payment_failed')
  for (const event of failed.slice(-2)) await payers.deliver(event)
  await payers.later(invoice_id)
  await payers.round()
  expect(await payers.paymentOf(invoice_id)).toMatchObject({ state: 'paid', attempts: 2 })
  expect(await payers.ledger(invoice_id)).toEqual(['charge 11500', 'payment -11500'])
})

it('an attempt whose answer never came is looked for before another one is made', async () => {
  const { person, invoice_id } = await payers.makeFailing('lost')
  // For a day, no answer; then the person stores another card.
  await sql`update provider_outbox set state = 'failed', error = 'Stripe does not answer.' where kind = 'charge'
    and entity_id = ${invoice_id}`.execute(network.db)
  await chargeDue(network.db)
  expect((await payers.paymentOf(invoice_id)).state).toBe('given_up')
  await payers.storeCard(person)
  await payers.round()
  expect(payers.chargesOf(invoice_id)).toHaveLength(1)
  expect(await payers.ledger(invoice_id)).toEqual(['charge 11500', 'payment -11500'])
})

it('while the card is charged there is no page to pay at, and a refund of it goes back to the card', async () => {
  const { person, invoice_id } = await payers.makePayer()
  await chargeDue(network.db)
  expect(await refused('invoice/checkout', { id: invoice_id }, person.token)).toBe(476)
  await payers.round()
  const { rows } = await sql<{ id: number }>`select id from transaction where invoice_id = ${invoice_id}
    and kind = 'payment'`.execute(network.db)
  await payers.post('transaction/refund', { id: rows[0]!.id, amount: 500 }, college.administrator)
  await pushAll([network])
  expect((await payers.ledger(invoice_id)).at(-1)).toBe('refund 500')
})

it('instalments are charged each on its day, once the person has chosen them and paid the first', async () => {
  const terms = { period: 'year', instalments: 4, instalment_every: 'quarter', public: true, grace_days: 30 }
  const sold = { code: 'parts', name: 'Parts', unit_amount: 10_001, ...terms }
  const { data: product } = await college.administrator.client.create('product', {
    amounts_are: 'inclusive',
    ...sold,
  } as never)
  const person = await makePerson(network, 'parts', college.id, 'User')
  await payers.storeCard(person, ['declined'])
  const { subscription, invoice } = await payers.post('subscriptionStore/subscribe', { product_id: product.id }, person)
  const { id } = invoice
  const shift = (days: number) =>
    sql`update instalment set due_on = due_on - ${days}::int where invoice_id = ${id}`.execute(network.db)
  await shift(30)
  await payers.round()
  // Not the first: nothing of it was paid by the person.
  expect(await payers.paymentOf(id)).toBeUndefined()
  await network.db.transaction().execute((trx) => recordPayment(trx, id, { kind: 'payment', amount: 2501 }))
  await payers.round()
  expect(await payers.paymentOf(id)).toBeUndefined()
  await shift(91)
  await payers.round()
  expect(await payers.paymentOf(id)).toMatchObject({ state: 'waiting', attempts: 1, instalment: 2 })
  expect((await payers.messagesTo(person, 'was not charged'))[0]).toContain('NZD 25.00')
  await payers.later(id)
  await payers.round()
  expect(await payers.paymentOf(id)).toMatchObject({ state: 'paid', attempts: 2, instalment: 2 })
  await shift(92)
  await payers.round()
  await payers.round()
  expect(await payers.ledger(id)).toEqual(['charge 10001', 'payment -2501', 'payment -2500', 'payment -2500'])
  await payers.post('subscription/cancel', { id: subscription.id }, person)
  await shift(92)
  await payers.round()
  // It is owed until the end of the year that was agreed.
  expect((await payers.ledger(id)).at(-1)).toBe('payment -2500')
  expect((await network.db.selectFrom('invoice').select('state').where('id', '=', id).executeTakeFirst())?.state).toBe(
    'paid',
  )
})
