import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../../context.ts'
import { AppError } from '../../../http/errors.ts'
import { keepJsonBytes } from '../../../http/json_bytes.ts'
import type { TypedApp } from '../../../http/typed_app.ts'
import { askToRead, type Connected } from './queue.ts'

const MOST_EVENTS = 2000

/**
 * Xero's notifications, and its intent to receive: a signed request without events, and one whose signature is wrong. They
 * are believed by their signature over the bytes that arrived, and say only that something has changed: it is read then.
 */
export async function addXeroWebhook(app: TypedApp, context: ApiContext): Promise<void> {
  await app.register(async (encapsulated) => {
    keepJsonBytes(encapsulated)
    encapsulated.withTypeProvider<TypeBoxTypeProvider>().post('/invoicing/xero', {
      schema: {
        tags: ['invoicing'],
        summary: 'Callback for events of Xero: signed; the documents they name are read again',
        response: { 200: Type.Null({ description: 'Received' }) },
        security: [],
      },
      async handler(request, reply) {
        const key = context.config.providers.xero?.webhook_key ?? null
        const events = verify(request.body, request.headers['x-xero-signature'], key)
        await take(context, events)
        // Xero wants an empty answer.
        return reply.code(200).send(undefined as unknown as null)
      },
    })
  })
}

/** @throws {AppError} unauthorized */
function verify(body: unknown, header: string | string[] | undefined, key: string | null): Event[] {
  if (key === null || !Buffer.isBuffer(body) || typeof header !== 'string') throw unsigned()
  const expected = createHmac('sha256', key).update(body).digest()
  const given = Buffer.from(header, 'base64')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unsigned()
  try {
    const { events } = JSON.parse(body.toString()) as { events?: unknown }
    return Array.isArray(events) ? (events as Event[]).slice(0, MOST_EVENTS) : []
  } catch {
    return []
  }
}

const unsigned = () => new AppError('unauthorized', 'The signature is not right.')

async function take({ db }: ApiContext, events: Event[]): Promise<void> {
  const named = events.filter((event) => typeof event?.tenantId === 'string' && typeof event.resourceId === 'string')
  const by_tenant = Map.groupBy(named, ({ tenantId }) => tenantId)
  if (by_tenant.size === 0) return
  const { rows } = await sql<Connected>`select id, organisation_id, tenant_id from provider_connection
    where kind = 'xero' and state in ('connected', 'broken') and tenant_id = any(${[...by_tenant.keys()]}::text[])
    order by id`.execute(db)
  for (const connection of rows) {
    const ids = [...new Set(by_tenant.get(connection.tenant_id)!.map(({ resourceId }) => resourceId))]
    await askToRead(db, connection, ids)
  }
}

/** Of an invoice, a credit note or a contact; documents that Ringfence has not sent to Xero are ignored. */
type Event = { tenantId: string; resourceId: string }
