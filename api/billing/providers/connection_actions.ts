import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { ProviderKind } from '#db/tables/billing/values.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { transact } from '../../crud/transact.ts'
import { wrong } from '../../http/errors.ts'
import { connectable } from './access.ts'
import { Connection, checkConnected, lockConnection, readConnection, readConnections } from './connections.ts'
import { disconnect } from './disconnect.ts'
import { orAppError } from './errors.ts'
import { cancelPushes, queueAgain } from './pushes.ts'
import { connectStripe } from './stripe/connect.ts'
import { beginXero, finishXero } from './xero/connect.ts'

const strict = { additionalProperties: false }
const Organisation = { organisation_id: Type.Optional(Id) }
const Secret = Type.String({ minLength: 8, maxLength: 500, pattern: '^[\\x21-\\x7e]+$' })
const tags = ['invoicing']

export const listConnections = defineAction({
  method: 'GET',
  path: 'invoicing/connections',
  tags,
  summary: 'Read how an organisation stands with its accounting and payment providers',
  query: Type.Object(Organisation, strict),
  answer: Type.Array(Connection),
  status: 200,
  run: async ({ context, viewer, query }) =>
    readConnections(context, await connectable(context.db, viewer, query.organisation_id)),
})

export const connectProvider = defineAction({
  method: 'POST',
  path: 'invoicing/connect',
  tags,
  summary: 'Connect a provider: Xero answers with an address for the browser, Stripe takes the key of the account',
  body: Type.Object(
    {
      ...Organisation,
      kind: ProviderKind,
      secret_key: Type.Optional({ ...Secret, description: "The account's secret or restricted key at Stripe" }),
      webhook_secret: Type.Optional({ ...Secret, description: 'Of a webhook made at Stripe; one is made without it' }),
    },
    strict,
  ),
  answer: Type.Union([Type.Object({ url: Type.String(), expires_at: Timestamp }), Connection]),
  status: [200, 261],
  by_status: true,
  async run({ context, viewer, body: { kind, secret_key, webhook_secret, ...body } }) {
    const organisation_id = await connectable(context.db, viewer, body.organisation_id)
    if (kind === 'xero') return await beginXero(context, viewer, organisation_id)
    if (!secret_key) throw wrong('secret_key', 'is missing.')
    await orAppError(connectStripe(context, viewer, { organisation_id, secret_key, webhook_secret }))
    const data = await readConnection(context, organisation_id, 'stripe')
    return answerWith(data, { status: 261, message: 'Stripe is connected.' })
  },
})

export const finishConnecting = defineAction({
  method: 'POST',
  path: 'invoicing/callback',
  tags,
  summary: 'Finish connecting Xero, with what the browser has brought back',
  body: Type.Object(
    {
      state: Type.String({ minLength: 1, maxLength: 500 }),
      code: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
      error: Type.Optional(Type.String({ maxLength: 200, pattern: '^[\\w .-]*$' })),
    },
    strict,
  ),
  answer: Connection,
  message: 'Xero is connected.',
  run: async ({ context, viewer, body }) =>
    readConnection(context, await orAppError(finishXero(context, viewer, body)), 'xero'),
})

export const chooseBooks = defineAction({
  method: 'POST',
  path: 'invoicing/connection',
  tags,
  summary: 'Choose the books at Xero, and the account that payments go to',
  body: Type.Object(
    {
      ...Organisation,
      kind: Type.Optional(ProviderKind),
      tenant_id: Type.Optional(Type.String({ maxLength: 100 })),
      payment_account_code: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    },
    strict,
  ),
  answer: Connection,
  async run({ context, viewer, body: { kind, ...choice } }) {
    const organisation_id = await connectable(context.db, viewer, choice.organisation_id)
    if (kind === 'stripe') throw wrong('kind', 'Stripe has nothing to choose.')
    await transact(context, async (trx) => {
      const { id, tenant } = await choose(trx, organisation_id, choice)
      const details = { kind: 'xero', tenant, payment_account_code: choice.payment_account_code ?? null }
      await audit(trx, viewer, 'provider.choose', { organisation_id, entity: 'provider', entity_id: id, details })
    })
    return readConnection(context, organisation_id, 'xero')
  },
})

export const disconnectProvider = defineAction({
  method: 'POST',
  path: 'invoicing/disconnect',
  tags,
  summary: 'Disconnect a provider: its secrets are deleted here, and nothing is written there any more',
  body: Type.Object({ ...Organisation, kind: ProviderKind }, strict),
  answer: Connection,
  async run({ context, viewer, body: { kind, ...body } }) {
    const organisation_id = await connectable(context.db, viewer, body.organisation_id)
    const left = await disconnect(context, viewer, organisation_id, kind)
    const message =
      left === null ? 'Disconnected.' : `Disconnected here. ${left} Please end the connection there as well.`
    return answerWith(await readConnection(context, organisation_id, kind), { message })
  },
})

/** What is not named stays; with other books all that was known of the ones before is forgotten. */
async function choose(trx: Trx, organisation_id: number, { tenant_id, payment_account_code }: Choice) {
  const before = checkConnected(await lockConnection(trx, organisation_id, 'xero'), 'xero')
  const { id, settings } = before
  const tenants = (settings.tenants ?? []) as { id: string; name: string }[]
  const tenant = tenants.find((one) => one.id === (tenant_id ?? before.tenant_id))
  if (tenant_id && !tenant) throw wrong('tenant_id', 'was not allowed at Xero.')
  const is_other = tenant_id !== undefined && tenant_id !== before.tenant_id
  const changed = { ...(is_other ? { tenants } : settings), ...(payment_account_code && { payment_account_code }) }
  await trx
    .updateTable('provider_connection')
    .set({
      tenant_id: tenant?.id ?? null,
      tenant_name: tenant?.name ?? null,
      settings: JSON.stringify(changed) as never,
      ...(is_other && { changes_read_to: null, events_read_at: null }),
      modified_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute()
  if (is_other) {
    await cancelPushes(trx, id)
    await trx.deleteFrom('provider_reference').where('provider_connection_id', '=', id).execute()
    await trx.deleteFrom('provider_reading').where('provider_connection_id', '=', id).execute()
  }
  // Payments wait for their account.
  if (payment_account_code) {
    await queueAgain(trx, sql`o.provider_connection_id = ${id} and o.entity = 'payment' and o.state = 'failed'`)
  }
  return { id, tenant: tenant?.name ?? null }
}

type Choice = { tenant_id?: string; payment_account_code?: string }
