import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { todayOf } from '#api/billing/access.ts'
import { peopleOf } from '#api/billing/members/cover.ts'
import { addDays, daysBetween } from '#api/billing/money/days.ts'
import { addPerson, removePerson } from '#api/billing/sharing/shares.ts'
import { cancelNow } from '#api/billing/subscriptions/cancel.ts'
import { changeSubscription } from '#api/billing/subscriptions/change.ts'
import type { Network } from '../../network.ts'
import { makeShop, type Shop } from '../../seeds/billing.ts'
import { day } from '../../seeds/college.ts'
import { makePerson, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { subscribers } from './subscribers.ts'

let network: Network
let shop: Shop
const products: Record<string, number> = {}
const bands = { members_most: 4, second_amount: 8000, further_amount: 5000 }

beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'families')
  await make('family', 12_000, { period: 'year', ...bands, opens: ['cpd'], joins_as: 'User' })
  await make('whole', 30_000, { period: 'year', members_most: 3 })
  await make('single', 9000, { period: 'year' })
})

const { make, trx, run, subscribe, subscriptionOf, payAll } = subscribers(() => ({ network, shop, products }))
const person = (name: string) => makePerson(network, name, shop.id, 'User')
/** A person who is no member of the organisation yet. */
const stranger = async (name: string) => {
  const made = await person(name)
  await sql`delete from membership where user_id = ${made.id} and organisation_id = ${shop.id}`.execute(network.db)
  return made
}
const today = () => todayOf(network.db, shop.id)
const refused = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { status: number; field?: string }) => error,
  )
/** Invites by REST; the mail's link is sealed, so the test gives it another token. */
const invite = async (payer: Person, subscription_id: number, name: string) => {
  const body = { subscription_id, name, email: `${name}@example.com` }
  const { data } = await payer.client.create('subscriptionmember', body as never)
  const token = `token of ${name} ${data.id} which is long enough`
  await sql`update subscription_member set token_sha256 = ${hash('sha256', token)} where id = ${data.id}`.execute(
    network.db,
  )
  return { id: data.id as number, token }
}
const answer = (by: Person, token: string, accept = true) =>
  by.client.call('POST', 'subscriptionmember/answer', { token, accept })
/** Joins on any day, as a person does who accepts. */
const join = async (id: number, user_id: number, name: string, on: string) => {
  await trx(async (trx) => {
    const values = {
      organisation_id: shop.id,
      subscription_id: id,
      name,
      email: `${name}@example.com`,
      expires_at: '2099-01-01',
    }
    const member = await trx.insertInto('subscription_member').values(values).returningAll().executeTakeFirstOrThrow()
    await addPerson(trx, await subscriptionOf(id, trx), member, user_id, { today: on, user_id: null })
  })
}
const leave = (id: number, place: number, on: string) =>
  trx(async (trx) => {
    const member = (await peopleOf(trx, id))[place]!
    const sub = await subscriptionOf(id, trx)
    await removePerson(trx, sub, member, { today: on, user_id: null, state: 'left', credit: true })
  })
/** What the documents of a membership come to, and what the ledger has of them. */
const sums = async (id: number) => {
  const { rows } = await sql<{ documents: number; ledger: number; lowest: number }>`
    with d as (select i.id, i.gross, i.type from invoice i left join invoice of on of.id = i.credits_invoice_id
      where coalesce(i.subscription_id, of.subscription_id) = ${id} and i.state in ('authorised', 'paid'))
    select coalesce(sum(case type when 'invoice' then gross else -gross end), 0)::float8 as documents,
      (select coalesce(sum(t.amount), 0)::float8 from transaction t join d on d.id = t.invoice_id
        where t.kind in ('charge', 'credit')) as ledger,
      (select min(v.gross - coalesce((select sum(n.gross) from invoice n where n.credits_invoice_id = v.id), 0))::float8
        from d v where v.type = 'invoice') as lowest from d`.execute(network.db)
  return rows[0]!
}

it('is shared by invitation: the person accepts by their own account, is charged by days, and each sees their own', async () => {
  const [payer, child, other] = [await person('payer'), await stranger('child'), await person('other')]
  const id = await subscribe(payer, 'family', await today())
  await payAll(id)
  const { data: price } = await payer.client.call('GET', 'subscriptionmember/price', { subscription_id: id })
  expect(price).toMatchObject({ now: { gross: 8000 }, each: { gross: 8000 }, people_count: 1, members_most: 4 })
  const { token } = await invite(payer, id, 'child')
  const { data: shown } = await other.client.call('POST', 'subscriptionmember/read', { token })
  expect(shown).toMatchObject({ product_name: 'family', name: 'child', email: 'child@example.com', opens: ['cpd'] })
  // The link alone is not enough, and neither is being another member.
  expect(await refused(answer(other, token))).toMatchObject({ status: 403 })
  expect((await answer(child, token)).data).toMatchObject({ state: 'joined' })
  expect(await refused(answer(child, token))).toMatchObject({ status: 404 })
  expect(await subscriptionOf(id)).toMatchObject({ unit_amount: 20_000, members_amount: 8000, period_amount: 12_000 })
  expect(await sums(id)).toEqual({ documents: 20_000, ledger: 20_000, lowest: 8000 })
  // The child has what it opens, also while the invoice for them is not due; nothing of the payer's books, and the payer nothing of theirs.
  const { data: own } = await child.client.list('subscriptionmember', { organisation_id: shop.id })
  expect(own).toMatchObject([{ product_name: 'family', is_open: true, payer: 'payer', state: 'joined' }])
  expect(Object.keys(own[0]!)).not.toEqual(expect.arrayContaining(['cost']))
  for (const resource of ['subscription', 'invoice', 'transaction', 'storedcard'] as const) {
    expect((await child.client.list(resource, { organisation_id: shop.id })).data).toEqual([])
  }
  expect((await payer.client.list('subscriptionmember', { subscription_id: id })).data).toHaveLength(1)
  expect((await other.client.list('subscriptionmember', { subscription_id: id })).data).toEqual([])
  const theirs = (await child.client.list('subscriptionmember', {})).data[0]!.id
  expect(await refused(other.client.call('POST', 'subscriptionmember/end', { id: theirs }))).toMatchObject({
    status: 404,
  })
  expect(
    await refused(
      child.client.create('subscriptionmember', { subscription_id: id, name: 'x', email: 'x@example.com' } as never),
    ),
  ).toMatchObject({ status: 404 })
  // What is sold is open to the child, and closed once they leave.
  const record = () =>
    refused(child.client.create('devactivity', { completed_on: day(-1), target: 'A course', hours: 1 }))
  expect(await record()).not.toMatchObject({ status: 403 })
  const { data: left } = await child.client.call('POST', 'subscriptionmember/end', { id: theirs })
  expect(left).toMatchObject({ state: 'left', is_open: false })
  expect(await record()).toMatchObject({ status: 403 })
  expect(await sums(id)).toEqual({ documents: 12_000, ledger: 12_000, lowest: 0 })
  const mine = await child.client.call('POST', 'subscriptionStore/subscribe', { product_id: products.single! })
  expect(mine.status).toBe(201)
})

it('is declined by the link alone, withdrawn, and has no more people than it is for', async () => {
  const [payer, helper] = [await person('decliner'), await person('helper')]
  const id = await subscribe(payer, 'whole', await today())
  await payAll(id)
  const first = await invite(payer, id, 'one')
  const second = await invite(payer, id, 'two')
  const body = { subscription_id: id, name: 'three', email: 'three@example.com' }
  expect(await refused(payer.client.create('subscriptionmember', body as never))).toMatchObject({ status: 476 })
  const again = { subscription_id: id, name: 'payer', email: 'decliner@example.com' }
  const headers = { 'content-type': 'application/json' }
  const guest = await fetch(`${network.url}/api/v1/subscriptionmember/answer`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token: first.token, accept: false }),
  })
  expect([guest.status, (await guest.json()).data.state]).toEqual([200, 'declined'])
  expect(await refused(payer.client.create('subscriptionmember', again as never))).toMatchObject({
    status: 409,
    field: 'email',
  })
  await payer.client.call('POST', 'subscriptionmember/end', { id: second.id })
  expect(await refused(answer(helper, second.token))).toMatchObject({ status: 404 })
  // The price of the whole: who joins costs nothing more.
  await join(id, helper.id, 'helper', await today())
  expect(await sums(id)).toMatchObject({ documents: 30_000 })
})

it('renews for all at the price of all; lapse and pause hold for all; who is not paid for is removed', async () => {
  const [payer, a, b] = [await person('renews'), await person('renews-a'), await person('renews-b')]
  const id = await subscribe(payer, 'family', '2030-01-01')
  await payAll(id)
  await join(id, a.id, 'a', '2030-07-01')
  await payAll(id)
  await join(id, b.id, 'b', '2030-12-15')
  // The next period was invoiced on 2 December: it is written again for three.
  const next = async () => {
    const { renewal_invoice_id } = await subscriptionOf(id)
    return (
      await network.db.selectFrom('invoice').select('gross').where('id', '=', renewal_invoice_id).executeTakeFirst()
    )?.gross
  }
  await run('2030-12-16')
  expect(await next()).toBe(25_000)
  // 8000 × 184 / 365 and 5000 × 17 / 365.
  expect(await sums(id)).toMatchObject({ documents: 12_000 + 4033 + 233 + 25_000 })
  // The invoice for b is not paid: after its day and the days of grace they are removed, and the next period is for two.
  await run('2031-01-13')
  const { rows } = await sql<{ state: string }>`select state from subscription_member
    where subscription_id = ${id} order by id`.execute(network.db)
  expect(rows.map(({ state }) => state)).toEqual(['joined', 'unpaid'])
  expect(await subscriptionOf(id)).toMatchObject({ unit_amount: 20_000 })
})

it('changes to another product for as many people, and is credited as a whole', async () => {
  const [payer, a] = [await person('changes'), await person('changes-a')]
  const id = await subscribe(payer, 'family', '2030-01-01')
  await payAll(id)
  await join(id, a.id, 'a', '2030-01-01')
  await payAll(id)
  const by = { today: '2030-01-01', user_id: null }
  const to = async (product: string) =>
    trx(async (trx) => changeSubscription(trx, await subscriptionOf(id, trx), products[product]!, by))
  expect(await refused(to('single'))).toMatchObject({ field: 'product_id' })
  await to('whole')
  expect(await subscriptionOf(id)).toMatchObject({ unit_amount: 30_000, members_amount: 0 })
  expect(await sums(id)).toMatchObject({ documents: 30_000, ledger: 30_000 })
})

it('random families add up with another way to count, to the cent', async () => {
  let seed = 20_271_012
  const below = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % most
  }
  const people = await Promise.all(['r1', 'r2', 'r3'].map(person))
  const half = (n: bigint, d: bigint) => Number((2n * n + d) / (2n * d))
  for (let family = 0; family < 6; family++) {
    const begins = addDays('2033-01-01', below(300))
    const ends = addDays(begins, 364)
    const id = await subscribe(await person(`random${family}`), 'family', begins)
    const { period_ends_on } = await subscriptionOf(id)
    const days = BigInt(daysBetween(begins, period_ends_on!) + 1)
    await payAll(id)
    let [expected, on] = [12_000, begins]
    const have: { user: number; cost: number; days: bigint }[] = []
    for (let step = 0; step < 7; step++) {
      on = addDays(on, below(50))
      if (on >= addDays(ends, -31)) break
      const left = BigInt(daysBetween(on, period_ends_on!) + 1)
      const free = people.findIndex((_one, i) => !have.some(({ user }) => user === i))
      if (free >= 0 && (have.length === 0 || below(3) > 0)) {
        const cost = half(BigInt(have.length === 0 ? 8000 : 5000) * left, days)
        await join(id, people[free]!.id, `p${free}`, on)
        have.push({ user: free, cost, days: left })
        expected += cost
      } else {
        const place = below(have.length)
        const [gone] = have.splice(place, 1)
        await leave(id, place, on)
        expected -= half(BigInt(gone!.cost) * left, gone!.days)
      }
      expect(await sums(id), `family ${family}, step ${step}`).toMatchObject({ documents: expected, ledger: expected })
    }
    const left = BigInt(daysBetween(on, period_ends_on!))
    await trx(async (trx) => cancelNow(trx, await subscriptionOf(id, trx), { today: on, user_id: null, credit: true }))
    expected -= half(12_000n * left, days)
    for (const { cost, days: whole } of have) expected -= half(BigInt(cost) * left, whole)
    const at_last = await sums(id)
    expect(at_last, `family ${family}`).toMatchObject({ documents: expected, ledger: expected })
    expect(at_last.lowest).toBeGreaterThanOrEqual(0)
  }
})
