import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { endCall, limits, takeCall } from '#api/billing/providers/budget.ts'
import { type Network, startNetwork } from '../network.ts'
import type { Organisation } from '../seeds/people.ts'
import {
  connectXero,
  credit,
  makeCollege,
  makeContact,
  makeInvoice,
  pushAll,
  pushesOf,
  TENANT,
  voidOne,
} from './books.ts'
import { type FakeXero, startXero } from './fake_xero.ts'

let xero: FakeXero
let network: Network
let college: Organisation
let other: Organisation
let contact: number
beforeAll(async () => {
  xero = await startXero()
  xero.state.minute_limit = 1_000_000
  network = await startNetwork({ ...xero.settings, PROVIDER_RETRY_S: '1', PROVIDER_TIMEOUT_S: '1' })
  college = await makeCollege(network, 'college')
  other = await makeCollege(network, 'other')
  contact = await makeContact(network, college.id, 'Aroha Ngata')
})
afterAll(async () => {
  await network?.stop()
  await xero?.stop()
})

const books = () => xero.books.get(TENANT.id)!
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error) => error.status as number,
  )
const admin = () => college.administrator.client
const pay = (id: number, amount: number) =>
  network.db.transaction().execute((trx) => recordPayment(trx, id, { kind: 'payment', amount, method: 'bank' }))

type Entry = Record<string, unknown>
const documentOf = ({ body }: { body: string }) => Object.values(JSON.parse(body) as Record<string, Entry[]>)[0]![0]!

describe('connecting Xero', () => {
  it('is for the administrators of the organisation alone', async () => {
    for (const person of [college.staff, college.user, college.customer, other.administrator]) {
      const body = { kind: 'xero', organisation_id: college.id }
      expect([403, 404]).toContain(await statusOf(person.client.call('POST', 'invoicing/connect', body)))
      expect([403, 404]).toContain(await statusOf(person.client.call('POST', 'invoicing/disconnect', body)))
    }
    expect(
      await statusOf(network.admin.call('POST', 'invoicing/connect', { kind: 'xero', organisation_id: college.id })),
    ).toBe(403)
  })

  it('takes the answer of the browser once, and from the person who began', async () => {
    const { data } = await admin().call('POST', 'invoicing/connect', { kind: 'xero' })
    const query = new URL(xero.approve(data.url, [TENANT])).searchParams
    const answer = { state: query.get('state')!, code: query.get('code')! }
    expect(await statusOf(other.administrator.client.call('POST', 'invoicing/callback', answer))).toBe(403)
    expect(await statusOf(admin().call('POST', 'invoicing/callback', { ...answer, state: 'made-up' }))).toBe(403)
    const { status, data: connection } = await admin().call('POST', 'invoicing/callback', answer)
    expect([status, connection.state, connection.tenant_name, connection.needs]).toEqual([
      261,
      'connected',
      TENANT.name,
      ['payment_account'],
    ])
    expect(await statusOf(admin().call('POST', 'invoicing/callback', answer))).toBe(403)
    await admin().call('POST', 'invoicing/connection', { payment_account_code: '090' })
    const { rows } = await sql<{ text: string }>`select c::text as text from provider_connection c`.execute(network.db)
    expect(rows.map(({ text }) => text).join()).not.toMatch(/access-|refresh-/)
  })
})

describe('pushing', () => {
  it('writes contact, invoice, payment and credit note, each once and with our amounts', async () => {
    const id = await makeInvoice(network, college.id, contact)
    await pay(id, 5000)
    const exclusive = { amounts_are: 'exclusive' as const, lines: Array(3).fill({ unit_price: '0.10' }) }
    const small = await makeInvoice(network, college.id, contact, exclusive)
    await sql`update contact set city = 'Bouaké', country = 'Côte d''Ivoire' where id = ${contact}`.execute(network.db)
    await pushAll([network])
    const [address] = [...books().contacts.values()][0]!.Addresses as Entry[]
    expect(address).toMatchObject({ City: 'Bouaké', Country: '', AddressLine4: "Côte d'Ivoire" })
    const [invoice, second] = [...books().invoices.values()]
    expect([invoice?.Total, invoice?.TotalTax, invoice?.AmountDue, second?.Total, second?.TotalTax]).toEqual([
      115, 15, 65, 0.36, 0.06,
    ])
    await credit(network, small)
    await pushAll([network])
    expect(second?.AmountDue).toBe(0)
    expect([books().contacts.size, books().credit_notes.size, books().payments.size]).toEqual([1, 1, 1])
    expect(
      (await pushesOf(network, college.id)).map(({ entity, kind, state }) => `${entity} ${kind} ${state}`),
    ).toEqual([
      'contact create done',
      'invoice create done',
      'payment create done',
      'invoice create done',
      'credit_note create done',
      'credit_note allocate done',
    ])
    const { rows } = await sql<{ external_id: string }>`select external_id from invoice where id = ${id}`.execute(
      network.db,
    )
    expect(rows[0]?.external_id).toBe(invoice?.InvoiceID)
  })

  it('sends the rate of another currency, the theme and the items, with invoices and their credit notes', async () => {
    const { data: theme } = await admin().create('brandingtheme', { name: 'gala' })
    const { data: other } = await admin().create('brandingtheme', { name: 'Only here' })
    for (const code of ['fee', 'BOUGHT'])
      await admin().create('product', { amounts_are: 'inclusive', code, name: code, unit_amount: 1000 })
    const { data: draft } = await admin().create('invoice', {
      contact_id: contact,
      currency: 'USD',
      exchange_rate: '0.612345',
      branding_theme_id: theme.id,
      lines: [{ item_code: 'fee', unit_price: '10' }, { item_code: 'BOUGHT', unit_price: '20' }, { unit_price: '30' }],
    })
    const { data: plain } = await admin().create('invoice', {
      contact_id: contact,
      currency: 'USD',
      exchange_rate: '0.5',
      branding_theme_id: other.id,
      lines: [{ unit_price: '10' }],
    })
    const { data: own } = await admin().create('invoice', { contact_id: contact, lines: [{ unit_price: '10' }] })
    for (const { id } of [draft, plain, own]) await admin().call('POST', 'invoice/authorise', { id })
    await admin().call('POST', 'invoice/credit', { id: draft.id })
    await pushAll([network])
    const sent = xero.state.made('PUT', 'Invoices').slice(-3).map(documentOf)
    const note = documentOf(
      xero.state.made('PUT', 'CreditNotes').findLast(({ path }) => !path.includes('Allocations'))!,
    )
    const gala = books().themes.find(({ Name }) => Name === 'Gala')!.BrandingThemeID
    expect([...sent, note].map((one) => [one.CurrencyCode, one.CurrencyRate, one.BrandingThemeID])).toEqual([
      ['USD', 0.612345, gala],
      ['USD', 0.5, undefined],
      ['NZD', undefined, expect.anything()],
      ['USD', 0.612345, gala],
    ])
    for (const one of [sent[0], note]) {
      expect((one!.LineItems as Entry[]).map(({ ItemCode }) => ItemCode)).toEqual(['FEE', undefined, undefined])
    }
  })

  it('voids at Xero what is voided here', async () => {
    const id = await makeInvoice(network, college.id, contact)
    await pushAll([network])
    await voidOne(network, id)
    await pushAll([network])
    expect([...books().invoices.values()].at(-1)?.Status).toBe('VOIDED')
  })

  it('shows why Xero refuses, and pushes again by hand', async () => {
    const id = await makeInvoice(network, college.id, contact)
    await sql`update provider_reference set rows = '[]'`.execute(network.db)
    await pushAll([network])
    const { data } = await admin().list('providerpush', { state: 'failed' })
    expect(data).toMatchObject([
      { entity: 'invoice', entity_id: id, error: 'Xero has no tax rate of 15 % for sales: add it there.' },
    ])
    expect((await other.administrator.client.list('providerpush')).data).toEqual([])
    expect(await statusOf(other.administrator.client.call('POST', 'providerpush/retry', { id: data[0]!.id }))).toBe(404)
    await sql`delete from provider_reference`.execute(network.db)
    expect((await admin().call('POST', 'providerpush/retry', { id: data[0]!.id })).data).toEqual({ queued: 1 })
    await pushAll([network])
    expect((await admin().list('providerpush', { state: 'failed' })).data).toEqual([])
  })

  it('ends with one of each, whatever the provider does', async () => {
    const before = books().invoices.size
    xero.state.faults = ['lost', 'silent', 'limit', 503, 'lost', undefined, 500, 'lost', 'limit', 'lost', 'silent']
    const ids: number[] = []
    for (let i = 0; i < 6; i++) {
      const person = await makeContact(network, college.id, `Person ${i}`)
      const id = await makeInvoice(network, college.id, person)
      await pay(id, 11500)
      ids.push(id)
    }
    await pushAll([network])
    const made = [...books().invoices.values()].slice(before)
    expect(made.map(({ Status }) => Status)).toEqual(Array(6).fill('PAID'))
    expect(new Set(made.map(({ InvoiceNumber }) => InvoiceNumber)).size).toBe(6)
    expect((await admin().list('providerpush', { state: 'failed' })).data).toEqual([])
    expect(xero.state.most_at_once).toBeLessThanOrEqual(5)
  })

  it('waits while Xero is away, and keeps its connection over a lost renewal', async () => {
    await xero.die()
    await makeInvoice(network, college.id, contact)
    await network.server.api.workers.drain()
    expect((await pushesOf(network, college.id)).at(-1)).toMatchObject({ state: 'queued' })
    await xero.revive()
    xero.state.token_faults = ['silent', 'lost', 503]
    await sql`update provider_connection set expires_at = now()`.execute(network.db)
    await pushAll([network])
    expect((await pushesOf(network, college.id)).at(-1)).toMatchObject({ kind: 'create', state: 'done' })
    expect((await admin().call('GET', 'invoicing/connections', {})).data[0]).toMatchObject({
      kind: 'xero',
      state: 'connected',
    })
  })
})

describe('the limits of calls', () => {
  const books = { provider: 'xero' as const, tenant_id: 'a tenant' }

  it('are five at once, whose processes may have been killed', async () => {
    const leases = await Promise.all(Array.from({ length: limits.at_once }, () => takeCall(network.db, books, 30)))
    const sixth = takeCall(network.db, books, 30)
    await endCall(network.db, books, leases[0]!)
    leases[0] = await sixth
    for (const lease of leases) await endCall(network.db, books, lease)
    const { rows } = await sql<{ left: number }>`select cardinality(running) as left from provider_rate
      where tenant_id = ${books.tenant_id}`.execute(network.db)
    expect(rows[0]!.left).toBe(0)
  })

  it('are sixty a minute and five thousand a day, and what the provider has asked for', async () => {
    const refused = () => takeCall(network.db, books, 30).catch((error) => [error.kind, error.retry_after_s > 0])
    for (let i = limits.at_once + 1; i < limits.a_minute; i++) {
      await endCall(network.db, books, await takeCall(network.db, books, 30))
    }
    expect(await refused()).toEqual(['limited', true])
    await sql`update provider_rate set recent = '{}', day_count = ${limits.a_day}`.execute(network.db)
    expect(await refused()).toEqual(['limited', true])
    await sql`update provider_rate set day_count = 0, blocked_until = now() + interval '1 hour'`.execute(network.db)
    expect(await refused()).toEqual(['limited', true])
    await sql`update provider_rate set blocked_until = null`.execute(network.db)
    expect(typeof (await refused())).toBe('string')
  })
})

describe('reading', () => {
  it('takes accounts and tax rates from Xero', async () => {
    const { data, info } = await admin().call('GET', 'invoicing/accounts', {})
    expect([info?.source, data.map(({ code }: { code: string }) => code)]).toEqual(['xero', ['090', '200']])
    const { info: built_in } = await other.administrator.client.call('GET', 'invoicing/accounts', {})
    expect(built_in?.source).toBe('built_in')
  })
})

describe('disconnecting', () => {
  it('leaves no token, and pushes nothing after', async () => {
    xero.state.faults = []
    await makeInvoice(network, college.id, contact)
    const { data } = await admin().call('POST', 'invoicing/disconnect', { kind: 'xero' })
    expect(data.state).toBe('disconnected')
    const count = books().invoices.size
    await makeInvoice(network, college.id, contact)
    await network.server.api.workers.drain()
    expect(books().invoices.size).toBe(count)
    const { rows } = await sql<Record<string, unknown>>`select access_sealed, refresh_sealed, webhook_sealed, key_id
      from provider_connection where organisation_id = ${college.id}`.execute(network.db)
    expect(rows).toEqual([{ access_sealed: null, refresh_sealed: null, webhook_sealed: null, key_id: null }])
    expect([...xero.state.connections.values()].flat()).toEqual([])
    expect((await pushesOf(network, college.id)).at(-1)).toMatchObject({ state: 'cancelled' })
  })

  it('queues again what it has cancelled, once the same books are connected', async () => {
    const count = books().invoices.size
    await connectXero(college, xero)
    await pushAll([network])
    expect(books().invoices.size).toBe(count + 1)
  })
})
