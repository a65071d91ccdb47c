import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import type { Organisation } from '../seeds/people.ts'
import { makeCollege, makeContact, makeInvoice } from './books.ts'
import { type FakeStripe, STRIPE_KEY, startStripe } from './fake_stripe.ts'

let stripe: FakeStripe
let network: Network
let college: Organisation
let contact: number
let hook: { url: string; secret: string }
beforeAll(async () => {
  stripe = await startStripe()
  network = await startNetwork({ ...stripe.settings, PROVIDER_RETRY_S: '1', PROVIDER_TIMEOUT_S: '2' })
  college = await makeCollege(network, 'college')
  contact = await makeContact(network, college.id, 'Aroha Ngata', college.customer.id)
  await college.administrator.client.call('POST', 'invoicing/connect', { kind: 'stripe', secret_key: STRIPE_KEY })
  hook = [...stripe.endpoints.values()][0] as unknown as typeof hook
})
afterAll(async () => {
  await network?.stop()
  await stripe?.stop()
})

const ledger = async (invoice_id: number) => {
  const { rows } = await sql<{ kind: string; amount: number }>`select kind, amount from transaction
    where invoice_id = ${invoice_id} order by id`.execute(network.db)
  return rows.map(({ kind, amount }) => `${kind} ${amount}`)
}
const deliver = async (event: Parameters<FakeStripe['deliver']>[1]) => {
  const { pathname, search } = new URL(hook.url)
  return (await stripe.deliver(`${network.url}${pathname}${search}`, event, { secret: hook.secret })).status
}
/** An invoice, and the event of its payment. */
async function makePaid(payment_intent: string) {
  const id = await makeInvoice(network, college.id, contact)
  await college.customer.client.call('POST', 'invoice/checkout', { id })
  return { id, paid: stripe.pay([...stripe.sessions.keys()].at(-1)!, payment_intent) }
}
const dispute = (step: string, id: string, payment_intent: string, more = {}) =>
  stripe.event(`charge.dispute.${step}`, {
    id,
    object: 'dispute',
    amount: 11500,
    currency: 'nzd',
    payment_intent,
    reason: 'fraudulent',
    ...more,
  })
const notices = async (about: string) => {
  const { rows } = await sql<{ subject: string }>`select m.subject from message m
    join message_delivery d on d.message_id = m.id and d.channel = 'app' and d.user_id = ${college.administrator.id}
    where m.subject like ${`%${about}%`} order by m.id`.execute(network.db)
  return rows.map(({ subject }) => subject)
}

it('takes a disputed amount off the payment once, gives it back once, and tells administrators', async () => {
  const { id, paid } = await makePaid('pi_won')
  expect(await deliver(paid)).toBe(200)
  const [created, withdrawn, again, reinstated, closed] = [
    dispute('created', 'dp_won', 'pi_won', { amount: 5000 }),
    dispute('funds_withdrawn', 'dp_won', 'pi_won', { amount: 5000 }),
    dispute('funds_withdrawn', 'dp_won', 'pi_won', { amount: 5000 }),
    dispute('funds_reinstated', 'dp_won', 'pi_won', { amount: 5000 }),
    dispute('closed', 'dp_won', 'pi_won', { amount: 5000, status: 'won' }),
  ]
  // It comes before what it gives back: Stripe sends it again.
  expect(await deliver(reinstated)).toBe(503)
  for (const event of [created, withdrawn, again, withdrawn]) expect(await deliver(event)).toBe(200)
  expect(await ledger(id)).toEqual(['charge 11500', 'payment -11500', 'refund 5000'])
  const { data: invoice } = await college.customer.client.read('invoice', id)
  expect(invoice).toMatchObject({ state: 'authorised', paid: 6500 })
  for (const event of [reinstated, closed, reinstated, again]) expect(await deliver(event)).toBe(200)
  expect(await ledger(id)).toEqual(['charge 11500', 'payment -11500', 'refund 5000', 'refund -5000'])
  expect(await notices('dp_won')).toHaveLength(4)
})

it('a lost dispute counts also if only its end arrives', async () => {
  const { id, paid } = await makePaid('pi_lost')
  await deliver(paid)
  for (let i = 0; i < 2; i++)
    expect(await deliver(dispute('closed', 'dp_lost', 'pi_lost', { status: 'lost' }))).toBe(200)
  expect(await ledger(id)).toEqual(['charge 11500', 'payment -11500', 'refund 11500'])
})

it('what is won after its invoice was voided is credit of the contact, once', async () => {
  const { id, paid } = await makePaid('pi_void')
  await deliver(paid)
  expect(await deliver(dispute('funds_withdrawn', 'dp_void', 'pi_void'))).toBe(200)
  await college.administrator.client.call('POST', 'invoice/void', { id })
  const events = [
    dispute('funds_reinstated', 'dp_void', 'pi_void'),
    dispute('closed', 'dp_void', 'pi_void', { status: 'won' }),
  ]
  for (const event of [...events, ...events]) expect(await deliver(event)).toBe(200)
  expect(await ledger(id)).toEqual(['charge 11500', 'payment -11500', 'refund 11500', 'charge -11500'])
  const { data } = await college.administrator.client.read('invoicing/contact', contact)
  expect(data).toMatchObject({ credit: 11_500 })
  await college.administrator.client.call('POST', 'invoicing/contact/refund', { id: contact, amount: 11_500 })
})

it('what is won after its invoice was paid again is credit of the contact', async () => {
  const { id, paid } = await makePaid('pi_again')
  await deliver(paid)
  await deliver(dispute('funds_withdrawn', 'dp_again', 'pi_again'))
  await college.administrator.client.call('POST', 'invoice/pay', { id, amount: 11_500 })
  expect(await deliver(dispute('funds_reinstated', 'dp_again', 'pi_again'))).toBe(200)
  expect(await ledger(id)).toEqual(['charge 11500', 'payment -11500', 'refund 11500', 'payment -11500'])
  await college.administrator.client.call('POST', 'invoicing/contact/refund', { id: contact, amount: 11_500 })
})

it('what comes before its payment waits for it, and is read from Stripe then', async () => {
  const { id, paid } = await makePaid('pi_early')
  const refund = { id: 're_1', object: 'refund', amount: 1000, payment_intent: 'pi_early', status: 'succeeded' }
  for (const event of [
    stripe.event('refund.created', { ...refund, metadata: {} }),
    dispute('funds_withdrawn', 'dp_early', 'pi_early', { amount: 2000 }),
  ]) {
    expect(await deliver(event)).toBe(202)
  }
  expect(await ledger(id)).toEqual(['charge 11500'])
  expect(await deliver(paid)).toBe(200)
  expect(await ledger(id)).toEqual(['charge 11500', 'payment -11500', 'refund 1000', 'refund 2000'])
  const { rows } = await sql<{ states: string[] }>`select array_agg(distinct state) as states from provider_event
    where about = 'pi_early'`.execute(network.db)
  expect(rows[0]!.states).toEqual(['done'])
})

it("a dispute of another organisation's payment changes nothing", async () => {
  const other = await makeCollege(network, 'other')
  const theirs = await makeInvoice(network, other.id, await makeContact(network, other.id, 'Theirs'))
  await sql`insert into transaction (organisation_id, currency, kind, amount, invoice_id, provider, provider_id)
    values (${other.id}, 'NZD', 'payment', -11500, ${theirs}, 'stripe', 'acct_college pi_theirs')`.execute(network.db)
  expect(await deliver(dispute('funds_withdrawn', 'dp_forged', 'pi_theirs'))).toBe(202)
  expect(await ledger(theirs)).toEqual(['charge 11500', 'payment -11500'])
  expect(await notices('dp_forged')).toEqual([])
})

it('a revoked key ends the connection, and administrators are notified once', async () => {
  const id = await makeInvoice(network, college.id, contact)
  stripe.revoked = true
  for (let i = 0; i < 2; i++) {
    await expect(college.customer.client.call('POST', 'invoice/checkout', { id })).rejects.toMatchObject({
      status: 476,
    })
  }
  const { data } = await college.administrator.client.call('GET', 'invoicing/connections', {})
  expect(data.find(({ kind }: { kind: string }) => kind === 'stripe')).toMatchObject({ state: 'broken' })
  expect(await notices('Stripe')).toEqual(['The connection to Stripe has ended'])
})
