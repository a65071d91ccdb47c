import { sql } from 'kysely'
import { ensureBooks } from '#api/billing/books/defaults.ts'
import { authorise, voidInvoice } from '#api/billing/invoices/authorise.ts'
import { creditInvoice } from '#api/billing/invoices/credit.ts'
import { computeDocument } from '#api/billing/money/document.ts'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import type { FakeXero } from './fake_xero.ts'

export const TENANT = { id: '11111111-2222-4333-8444-555555555555', name: 'College of Examples' }

/** An organisation with billing and its built-in books. */
export async function makeCollege(network: Network, name: string): Promise<Organisation> {
  const college = await makeOrganisation(network, name)
  await sql`insert into organisation_config (organisation_id, features) values (${college.id}, '{files,billing}')
    on conflict (organisation_id) do update set features = excluded.features`.execute(network.db)
  await ensureBooks(network.db, [college.id])
  await network.db
    .updateTable('billing_config')
    .set({ amounts_are: 'exclusive', payment_details: '12-3456-7890123-00' })
    .execute()
  return college
}

/** Connects the organisation to the fake Xero, as its administrator does in a browser. */
export async function connectXero({ administrator }: Organisation, xero: FakeXero, tenants = [TENANT]): Promise<void> {
  const { data } = await administrator.client.call('POST', 'invoicing/connect', { kind: 'xero' })
  const query = new URL(xero.approve(data.url, tenants)).searchParams
  const answer = { state: query.get('state')!, code: query.get('code')! }
  await administrator.client.call('POST', 'invoicing/callback', answer)
  await administrator.client.call('POST', 'invoicing/connection', { payment_account_code: '090' })
}

export async function makeContact(
  network: Network,
  organisation_id: number,
  name: string,
  user_id: number | null = null,
) {
  const values = { organisation_id, name, user_id, email: `${name.replaceAll(' ', '.').toLowerCase()}@example.com` }
  const { id } = await network.db.insertInto('contact').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A draft of one line, or of those given, authorised unless `draft`. */
export async function makeInvoice(
  network: Network,
  organisation_id: number,
  contact_id: number,
  wanted: ExpectedBooks = {},
) {
  const { amounts_are = 'inclusive', currency = 'NZD', draft = false, lines = [{ unit_price: '115' }] } = wanted
  const full = lines.map((line) => ({ quantity: '1', discount: '0', tax_rate: '15.0000', ...line }))
  const { rows: currencies } = await sql<{
    digits: number
  }>`select digits from currency where code = ${currency}`.execute(network.db)
  const computed = computeDocument({ amounts_are, digits: currencies[0]!.digits, lines: full })
  return network.db.transaction().execute(async (trx) => {
    const contact = await trx
      .selectFrom('contact')
      .select('user_id')
      .where('id', '=', contact_id)
      .executeTakeFirstOrThrow()
    const { net, tax, gross } = computed
    const { id } = await trx
      .insertInto('invoice')
      .values({
        organisation_id,
        contact_id,
        user_id: contact.user_id,
        amounts_are,
        currency,
        net,
        tax,
        gross,
        issued_on: '2026-11-20',
        due_on: '2026-12-04',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tax_name = amounts_are === 'no_tax' ? '' : 'GST 15 %'
    await trx
      .insertInto('invoice_line')
      .values(
        full.map((line, i) => ({
          organisation_id,
          invoice_id: id,
          position: i + 1,
          description: 'Membership 2027',
          account_code: '200',
          ...line,
          tax_name,
          ...computed.lines[i]!,
        })),
      )
      .execute()
    if (!draft) await authorise(trx, id)
    return id
  })
}

export const credit = (network: Network, id: number) =>
  network.db.transaction().execute((trx) => creditInvoice(trx, id, { user_id: null }))
export const voidOne = (network: Network, id: number) =>
  network.db.transaction().execute((trx) => voidInvoice(trx, id, { user_id: null }))

/** Pushes as they are in the database, in their order. */
export async function pushesOf(network: Network, organisation_id: number) {
  const { rows } = await sql<Pushed>`select id, entity, kind, state, error, attempts, answer from provider_outbox
    where organisation_id = ${organisation_id} order by id`.execute(network.db)
  return rows
}

/** Lets every process push until nothing is queued; what waits for a retry is due at once. */
export async function pushAll(networks: Network[], most = 60): Promise<void> {
  const [{ db }] = networks as [Network]
  for (let i = 0; i < most; i++) {
    await Promise.all(networks.map(({ server }) => server.api.workers.drain()))
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from provider_outbox
      where state in ('queued', 'running')`.execute(db)
    if (rows[0]!.open === 0) return
    await sql`update provider_outbox set not_before = now(), leased_until = null where state = 'queued'`.execute(db)
    await sql`update provider_rate set blocked_until = null, recent = '{}'`.execute(db)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('pushes do not end')
}

type ExpectedBooks = {
  amounts_are?: 'exclusive' | 'inclusive' | 'no_tax'
  currency?: string
  draft?: boolean
  lines?: { unit_price: string; quantity?: string; discount?: string; tax_rate?: string }[]
}
type Pushed = {
  id: number
  entity: string
  kind: string
  state: string
  error: string | null
  attempts: number
  answer: { id: string } | null
}
