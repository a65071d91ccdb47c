import { sql } from 'kysely'
import { Type } from 'typebox'
import { ProviderKind } from '#db/tables/billing/values.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { ofBooks } from '../access.ts'
import { connectable } from './access.ts'
import { Connection, checkConnected, lockConnection, readConnection, readConnections } from './connections.ts'
import { toAppError } from './errors.ts'
import { afterAuthorised } from './outbox.ts'
import { ofOwnPushes } from './providerpush.ts'
import { cancelPushes, queueAgain } from './pushes.ts'
import { addCheckout } from './stripe/checkout.ts'
import { connectStripe, endAtStripe } from './stripe/connect.ts'
import { addStripeWebhook } from './stripe/webhook.ts'
import { beginXero, finishXero } from './xero/connect.ts'
import { endAtXero } from './xero/disconnect.ts'

const strict = { additionalProperties: false }
const Organisation = { organisation_id: Type.Optional(Id) }
const Secret = Type.String({ minLength: 8, maxLength: 500, pattern: '^[\\x21-\\x7e]+$' })
const ConnectBody = Type.Object(
  {
    ...Organisation,
    kind: ProviderKind,
    secret_key: Type.Optional({ ...Secret, description: "The account's secret or restricted key at Stripe" }),
    webhook_secret: Type.Optional({ ...Secret, description: 'Of a webhook made at Stripe; one is made without it' }),
  },
  strict,
)
const CallbackBody = Type.Object(
  {
    state: Type.String({ minLength: 1, maxLength: 500 }),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
    error: Type.Optional(Type.String({ maxLength: 200, pattern: '^[\\w .-]*$' })),
  },
  strict,
)
const ChoiceBody = Type.Object(
  {
    ...Organisation,
    kind: Type.Optional(ProviderKind),
    tenant_id: Type.Optional(Type.String({ maxLength: 100 })),
    payment_account_code: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  },
  strict,
)
const DisconnectBody = Type.Object({ ...Organisation, kind: ProviderKind }, strict)
const RetryBody = Type.Object({ ...Organisation, id: Type.Optional(Id), kind: Type.Optional(ProviderKind) }, strict)
const Begun = Type.Object({ url: Type.String(), expires_at: Timestamp })
const tags = ['invoicing']

/** Connections to Xero and Stripe, what was pushed there, and paying by card. */
export async function addProviders(app: TypedApp, context: ApiContext): Promise<void> {
  addConnections(app, context)
  addPushes(app, context)
  addCheckout(app, context)
  await addStripeWebhook(app, context)
}

function addConnections(app: TypedApp, context: ApiContext): void {
  const { db } = context

  app.get('/invoicing/connections', {
    schema: {
      tags,
      summary: 'Read how an organisation stands with its accounting and payment providers',
      querystring: Type.Object(Organisation, strict),
      response: answers({ 200: Type.Array(Connection) }),
    },
    async handler(request) {
      const organisation_id = await connectable(db, viewerOf(request), request.query.organisation_id)
      return { data: await readConnections(context, organisation_id) }
    },
  })

  app.post('/invoicing/connect', {
    schema: {
      tags,
      summary: 'Connect a provider: Xero answers with an address for the browser, Stripe takes the key of the account',
      body: ConnectBody,
      response: answers({ 200: Begun, 261: Connection }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { kind, secret_key, webhook_secret } = request.body
      const organisation_id = await connectable(db, viewer, request.body.organisation_id)
      if (kind === 'xero') return reply.code(200).send({ data: await beginXero(context, viewer, organisation_id) })
      if (!secret_key) throw wrong('secret_key', 'is missing.')
      const account = { organisation_id, secret_key, webhook_secret }
      await connectStripe(context, viewer, account).catch((error) => Promise.reject(toAppError(error)))
      return reply
        .code(261)
        .send({ data: await readConnection(context, organisation_id, 'stripe'), message: 'Stripe is connected.' })
    },
  })

  app.post('/invoicing/callback', {
    schema: {
      tags,
      summary: 'Finish connecting Xero, with what the browser has brought back',
      body: CallbackBody,
      response: answers({ 261: Connection }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const organisation_id = await finishXero(context, viewer, request.body).catch((error) =>
        Promise.reject(toAppError(error)),
      )
      return reply
        .code(261)
        .send({ data: await readConnection(context, organisation_id, 'xero'), message: 'Xero is connected.' })
    },
  })

  app.post('/invoicing/connection', {
    schema: {
      tags,
      summary: 'Choose the books at Xero, and the account that payments go to',
      body: ChoiceBody,
      response: answers({ 261: Connection }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const organisation_id = await connectable(db, viewer, request.body.organisation_id)
      const { tenant_id, payment_account_code } = request.body
      if (request.body.kind === 'stripe') throw wrong('kind', 'Stripe has nothing to choose.')
      await transact(context, async (trx) => {
        const { id, settings, ...connection } = checkConnected(
          await lockConnection(trx, organisation_id, 'xero'),
          'xero',
        )
        const tenants = (settings.tenants ?? []) as { id: string; name: string }[]
        const tenant = tenants.find((one) => one.id === (tenant_id ?? connection.tenant_id))
        if (tenant_id && !tenant) throw wrong('tenant_id', 'was not allowed at Xero.')
        const is_other = tenant_id !== undefined && tenant_id !== connection.tenant_id
        const changed = {
          ...(is_other ? { tenants } : settings),
          ...(payment_account_code && { payment_account_code }),
        }
        await trx
          .updateTable('provider_connection')
          .set({
            tenant_id: tenant?.id ?? null,
            tenant_name: tenant?.name ?? null,
            settings: JSON.stringify(changed) as never,
            modified_at: sql<string>`now()`,
          })
          .where('id', '=', id)
          .execute()
        if (is_other) {
          await cancelPushes(trx, id)
          await trx.deleteFrom('provider_reference').where('provider_connection_id', '=', id).execute()
        }
        // Payments wait for their account.
        if (payment_account_code) {
          await queueAgain(trx, sql`o.provider_connection_id = ${id} and o.entity = 'payment' and o.state = 'failed'`)
        }
        const details = {
          kind: 'xero',
          tenant: tenant?.name ?? null,
          payment_account_code: payment_account_code ?? null,
        }
        await audit(trx, viewer, 'provider.choose', { organisation_id, entity: 'provider', entity_id: id, details })
      })
      return reply.code(261).send({ data: await readConnection(context, organisation_id, 'xero') })
    },
  })

  app.post('/invoicing/disconnect', {
    schema: {
      tags,
      summary: 'Disconnect a provider: its secrets are deleted here, and nothing is written there any more',
      body: DisconnectBody,
      response: answers({ 261: Connection }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const organisation_id = await connectable(db, viewer, request.body.organisation_id)
      const left = await disconnect(context, viewer, organisation_id, request.body.kind)
      const message =
        left === null ? 'Disconnected.' : `Disconnected here. ${left} Please end the connection there as well.`
      return reply.code(261).send({ data: await readConnection(context, organisation_id, request.body.kind), message })
    },
  })
}

function addPushes(app: TypedApp, context: ApiContext): void {
  app.post('/invoice/push', {
    schema: {
      tags: ['invoices'],
      summary: 'Push an invoice or credit note that was authorised before the accounting provider was connected',
      body: Type.Object({ id: Id }, strict),
      response: answers({ 202: Type.Null() }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      await transact(context, async (trx) => {
        const invoice = await trx
          .selectFrom('invoice')
          .select(['id', 'organisation_id', 'state'])
          .where('id', '=', request.body.id)
          .where(ofBooks({ ...viewer, platform_admin: false }, 'invoice'))
          .executeTakeFirst()
        if (!invoice) throw new AppError('not_found')
        const organisation_id = await connectable(trx, viewer, invoice.organisation_id)
        checkConnected(await lockConnection(trx, organisation_id, 'xero'), 'xero')
        if (invoice.state === 'draft' || invoice.state === 'void') {
          throw new AppError('not_possible', `This document is ${invoice.state}.`)
        }
        await afterAuthorised(trx, invoice)
      })
      return reply.code(202).send({ data: null })
    },
  })

  app.post('/providerpush/retry', {
    schema: {
      tags,
      summary: 'Push again what has failed or was cancelled: one, or all of a provider',
      body: RetryBody,
      response: answers({ 261: Type.Object({ queued: Type.Integer() }) }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, kind } = request.body
      const queued = await transact(context, async (trx) => {
        if (id === undefined) {
          const organisation_id = await connectable(trx, viewer, request.body.organisation_id)
          const of_kind = kind ? sql`o.provider = ${kind}` : sql`true`
          return queueAgain(
            trx,
            sql`o.organisation_id = ${organisation_id} and ${of_kind} and o.state = 'failed' and o.kind <> 'checkout'`,
          )
        }
        const { rows } = await sql<{ organisation_id: number }>`
          select o.organisation_id from provider_outbox o where o.id = ${id} and ${ofOwnPushes(viewer)}`.execute(trx)
        if (!rows[0]) throw new AppError('not_found')
        await connectable(trx, viewer, rows[0].organisation_id)
        const count = await queueAgain(trx, sql`o.id = ${id} and o.kind <> 'checkout'`)
        if (count === 0) throw new AppError('not_possible', 'It has not failed, or its provider is not connected.')
        return count
      })
      return reply.code(261).send({ data: { queued } })
    },
  })
}

/** @returns why the provider kept its side of the connection; null where it has ended there too */
async function disconnect(context: ApiContext, viewer: Viewer, organisation_id: number, kind: 'xero' | 'stripe') {
  const { keys, log } = context
  const left = await transact(context, async (trx) => {
    const before = await lockConnection(trx, organisation_id, kind)
    const { rows } = await sql<{ is_fresh: boolean }>`update provider_connection c set state = 'disconnected',
        access_sealed = null, refresh_sealed = null, webhook_sealed = null, key_id = null, expires_at = null,
        refresh_leased_until = null, token_version = c.token_version + 1, modified_at = now()
      from provider_connection b where b.id = c.id and c.id = ${before.id}
      returning coalesce(b.expires_at > now() + interval '1 minute', false) as is_fresh`.execute(trx)
    await cancelPushes(trx, before.id)
    await trx.deleteFrom('provider_reference').where('provider_connection_id', '=', before.id).execute()
    const begun = trx.deleteFrom('provider_authorisation').where('organisation_id', '=', organisation_id)
    await begun.where('kind', '=', kind).execute()
    if (before.state !== 'disconnected') {
      const details = { kind, tenant: before.tenant_name }
      await audit(trx, viewer, 'provider.disconnect', {
        organisation_id,
        entity: 'provider',
        entity_id: before.id,
        details,
      })
    }
    return { ...before, ...rows[0]! }
  })
  const open = (sealed: string | null) => (sealed === null ? null : keys.unseal(sealed, purposes.provider(left.id)))
  try {
    const [access_token, refresh_token] = [open(left.access_sealed), open(left.refresh_sealed)]
    if (kind === 'xero' && access_token && refresh_token) {
      await endAtXero(context, { access_token, refresh_token, tenant_id: left.tenant_id, is_fresh: left.is_fresh })
    }
    const webhook_id = (left.settings.webhook_id as string | null) ?? null
    if (kind === 'stripe' && access_token) await endAtStripe(context, { secret_key: access_token, webhook_id })
    return null
  } catch (error) {
    // The secrets are deleted here; the organisation can revoke the authorisation at the provider.
    log.warn({ connection: left.id, reason: (error as Error).message }, 'a provider kept its side of a connection')
    return (error as Error).message
  }
}
