import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { endSettledSessions } from '#api/billing/providers/stripe/checkout.ts'
import { readSince } from '#api/billing/providers/stripe/events.ts'
import { type Network, startNetwork } from '../network.ts'
import type { Organisation } from '../seeds/people.ts'
import { makeCollege, makeContact, makeInvoice, pushAll } from './books.ts'
import { type FakeStripe, STRIPE_KEY, startStripe } from './fake_stripe.ts'

let stripe: FakeStripe
let network: Network
let college: Organisation
let other: Organisation
let contact: number
let hook: { url: string; secret: string }
beforeAll(async () => {
  stripe = await startStripe()
  network = await startNetwork({ ...stripe.settings, PROVIDER_RETRY_S: '1', PROVIDER_TIMEOUT_S: '2' })
  college = await makeCollege(network, 'college')
  other = await makeCollege(network, 'other')
  contact = await makeContact(network, college.id, 'Aroha Ngata', college.customer.id)
})
afterAll(async () => {
  await network?.stop()
  await stripe?.stop()
})

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error) => error.status as number,
  )
const admin = () => college.administrator.client
const checkout = (id: number, client = college.customer.client) => client.call('POST', 'invoice/checkout', { id })
const lastSession = () => [...stripe.sessions.keys()].at(-1)!
const ledger = async (invoice_id: number) => {
  const { rows } = await sql<{ kind: string; amount: number }>`select kind, amount from transaction
    where invoice_id = ${invoice_id} order by id`.execute(network.db)
  return rows.map(({ kind, amount }) => `${kind} ${amount}`)
}
/** As Stripe posts it: to the address that it was given. */
const deliver = (event: Parameters<FakeStripe['deliver']>[1], options = {}) => {
  const address = `${network.url}${new URL(hook.url).pathname}${new URL(hook.url).search}`
  return stripe.deliver(address, event, { secret: hook.secret, ...options })
}

describe('connecting Stripe', () => {
  it('takes a key that works, and makes the webhook', async () => {
    const connect = (secret_key: string, client = admin()) =>
      client.call('POST', 'invoicing/connect', { kind: 'stripe', secret_key, organisation_id: college.id })
    expect(await statusOf(connect('rk_of_nobody'))).toBe(476)
    for (const { client } of [college.staff, college.customer, other.administrator]) {
      expect([403, 404]).toContain(await statusOf(connect(STRIPE_KEY, client)))
    }
    expect((await connect(STRIPE_KEY)).data).toMatchObject({ state: 'connected', tenant_id: 'acct_college' })
    hook = [...stripe.endpoints.values()][0] as unknown as typeof hook
    const { rows } = await sql<{ text: string }>`select concat(c::text, o::text) as text from provider_connection c
      left join provider_outbox o on true`.execute(network.db)
    expect(rows.map(({ text }) => text).join()).not.toContain(STRIPE_KEY)
  })
})

describe('paying by card', () => {
  it('is for the person whose invoice it is, by one page for a double click', async () => {
    const id = await makeInvoice(network, college.id, contact)
    expect(await statusOf(checkout(id, college.user.client))).toBe(404)
    expect(await statusOf(checkout(id, other.administrator.client))).toBe(404)
    const [first, second] = await Promise.all([checkout(id), checkout(id)])
    expect(first.data.url).toBe(second.data.url)
    expect((await checkout(id)).data.url).toBe(first.data.url)
    expect([stripe.sessions.size, stripe.sessions.get(lastSession())?.amount_total]).toEqual([1, 11500])
  })

  it('makes one payment of events that arrive three times and shuffled, with a refund among them', async () => {
    const id = await makeInvoice(network, college.id, contact)
    await checkout(id)
    const paid = stripe.pay(lastSession())
    const { data } = { data: await deliver(paid) }
    expect(data.status).toBe(200)
    const { rows } = await sql<{
      id: number
    }>`select id from transaction where invoice_id = ${id} and kind = 'payment'`.execute(network.db)
    expect(
      await statusOf(college.customer.client.call('POST', 'transaction/refund', { id: rows[0]!.id, amount: 100 })),
    ).toBe(403)
    expect((await admin().call('POST', 'transaction/refund', { id: rows[0]!.id, amount: 1500 })).status).toBe(202)
    expect(await statusOf(admin().call('POST', 'transaction/refund', { id: rows[0]!.id, amount: 10_001 }))).toBe(476)
    await pushAll([network])
    const refunded = stripe.events.at(-1)!
    const all = [refunded, paid, refunded, paid, paid, refunded]
    for (const event of all) expect((await deliver(event)).status).toBe(200)
    expect(await ledger(id)).toEqual(['charge 11500', 'payment -11500', 'refund 1500'])
    const { object: refund } = refunded.data as { object: Record<string, unknown> }
    const failed = stripe.event('refund.failed', {
      ...refund,
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    for (const event of [failed, refunded, failed]) expect((await deliver(event)).status).toBe(200)
    expect(await ledger(id)).toEqual(['charge 11500', 'payment -11500', 'refund 1500', 'refund -1500'])
    // The amount can be refunded again.
    expect((await admin().call('POST', 'transaction/refund', { id: rows[0]!.id, amount: 11_500 })).status).toBe(202)
  })

  it('waits for the payment of a refund that comes first', async () => {
    const id = await makeInvoice(network, college.id, contact)
    await checkout(id)
    const paid = stripe.pay(lastSession(), 'pi_late')
    Object.assign(paid, { created: Number(paid.created) - 30 * 3600 })
    const refund = {
      id: 're_early',
      object: 'refund',
      amount: 500,
      payment_intent: 'pi_late',
      status: 'succeeded',
      metadata: { transaction_id: '1' },
    }
    const early = stripe.event('refund.created', refund)
    expect((await deliver(early)).status).toBe(503)
    expect((await deliver(paid)).status).toBe(200)
    expect((await deliver(early)).status).toBe(200)
    expect(await ledger(id)).toEqual(['charge 11500', 'payment -11500', 'refund 500'])
    // However late it comes: the payment has the day on which it was made.
    const { rows } = await sql<{ hours: number }>`select round(extract(epoch from now() - at) / 3600)::int as hours
      from transaction where invoice_id = ${id} and kind = 'payment'`.execute(network.db)
    expect(rows).toEqual([{ hours: 30 }])
  })

  it('reads what no webhook has brought', async () => {
    const id = await makeInvoice(network, college.id, contact)
    await checkout(id)
    stripe.pay(lastSession())
    const connection = await network.db
      .selectFrom('provider_connection')
      .select(['id', 'organisation_id', 'tenant_id'])
      .where('kind', '=', 'stripe')
      .executeTakeFirstOrThrow()
    const context = network.server.api.context
    const since = Math.floor(Date.now() / 1000) - 60
    await readSince(context, { ...connection, tenant_id: connection.tenant_id!, since })
    await readSince(context, { ...connection, tenant_id: connection.tenant_id!, since })
    expect(await ledger(id)).toEqual(['charge 11500', 'payment -11500'])
  })

  it('ends the page of an invoice that was paid otherwise', async () => {
    const id = await makeInvoice(network, college.id, contact)
    await checkout(id)
    const session = lastSession()
    await network.db
      .transaction()
      .execute((trx) => recordPayment(trx, id, { kind: 'payment', amount: 11500, method: 'bank' }))
    await endSettledSessions(network.server.api.context)
    await pushAll([network])
    expect(stripe.sessions.get(session)?.status).toBe('expired')
    expect(await statusOf(checkout(id))).toBe(476)
  })

  it('makes the same page after an answer that was lost', async () => {
    const id = await makeInvoice(network, college.id, contact)
    const before = stripe.sessions.size
    // Twice: its client repeats a connection that was reset by itself.
    stripe.faults = ['lost', 'lost']
    expect(await statusOf(checkout(id))).toBe(503)
    expect((await checkout(id)).status).toBe(201)
    expect(stripe.sessions.size).toBe(before + 1)
  })
})

describe('the webhook', () => {
  it.each([
    [{ secret: 'whsec_other' }, 401],
    [{ tamper: true }, 401],
    [{ age_s: 301 }, 400],
    [{ age_s: -400 }, 400],
  ])('answers %j with %i', async (options, status) => {
    expect((await deliver(stripe.event('checkout.session.completed', { id: 'cs_x' }), options)).status).toBe(status)
  })

  it('accepts what it does not know, and knows no other connection', async () => {
    expect((await deliver(stripe.event('customer.created', { id: 'cus_1' }))).status).toBe(202)
    const event = stripe.event('customer.created', { id: 'cus_2' })
    const address = `${network.url}/api/v1/invoicing/stripe?connection=999`
    expect((await stripe.deliver(address, event, { secret: hook.secret })).status).toBe(401)
    expect(
      (await fetch(address, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(401)
  })

  it('records nothing for an invoice of another organisation', async () => {
    const theirs = await makeInvoice(network, other.id, await makeContact(network, other.id, 'Theirs'))
    const session = {
      id: 'cs_forged',
      payment_status: 'paid',
      payment_intent: 'pi_forged',
      currency: 'nzd',
      amount_total: 11500,
      metadata: { invoice_id: String(theirs), organisation_id: String(other.id) },
    }
    expect((await deliver(stripe.event('checkout.session.completed', session))).status).toBe(202)
    expect(await ledger(theirs)).toEqual(['charge 11500'])
  })
})

it('leaves no key and no webhook when it is disconnected', async () => {
  await admin().call('POST', 'invoicing/disconnect', { kind: 'stripe' })
  expect(stripe.endpoints.size).toBe(0)
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from provider_connection
    where access_sealed is not null or webhook_sealed is not null`.execute(network.db)
  expect(rows[0]!.left).toBe(0)
  expect((await deliver(stripe.event('customer.created', { id: 'cus_3' }))).status).toBe(401)
})
