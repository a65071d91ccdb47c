import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { Stripe } from 'stripe'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../../../context.ts'
import { answers } from '../../../crud/schemas.ts'
import { AppError } from '../../../http/errors.ts'
import { keepJsonBytes } from '../../../http/json_bytes.ts'
import type { TypedApp } from '../../../http/typed_app.ts'
import { ProviderError, toAppError } from '../errors.ts'
import { applyEvent } from './events.ts'

const TOLERANCE_S = 300

/**
 * Stripe's notifications. They are believed by their signature over the bytes that arrived, within five minutes; what
 * was not signed is not even parsed.
 */
export async function addStripeWebhook(app: TypedApp, context: ApiContext): Promise<void> {
  await app.register(async (encapsulated) => {
    keepJsonBytes(encapsulated)
    encapsulated.withTypeProvider<TypeBoxTypeProvider>().post('/invoicing/stripe', {
      schema: {
        tags: ['invoicing'],
        summary: 'Callback for events of Stripe: signed, within five minutes, each applied once',
        querystring: Type.Object({ connection: Id }, { additionalProperties: false }),
        response: answers({ 200: Type.Null(), 202: Type.Null() }),
        security: [],
      },
      async handler(request, reply) {
        const connection = await find(context, request.query.connection)
        const event = verify(request.body as Buffer, request.headers['stripe-signature'], connection?.webhook_secret)
        try {
          const is_known = await applyEvent(context, connection!, event)
          return reply.code(is_known ? 200 : 202).send({ data: null })
        } catch (error) {
          // What can never be recorded is not sent again; it is in the log of events.
          if (error instanceof ProviderError && error.kind === 'refused') return reply.code(202).send({ data: null })
          throw toAppError(error)
        }
      },
    })
  })
}

/** @throws {AppError} unauthorized, bad_request where it is too old */
function verify(body: Buffer, header: string | string[] | undefined, secret: string | undefined): Stripe.Event {
  const signature = [header].flat().join(',')
  let event: Stripe.Event
  try {
    if (!secret || !Buffer.isBuffer(body)) throw new Error('unknown')
    // Without a tolerance: the age has an answer of its own.
    event = webhooks.constructEvent(body, signature, secret, 0)
  } catch {
    throw new AppError('unauthorized', 'The signature is not right.')
  }
  const at = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1])
  if (Math.abs(Date.now() / 1000 - at) <= TOLERANCE_S) return event
  throw new AppError('bad_request', 'The event was signed more than five minutes ago.')
}

async function find({ db, keys }: ApiContext, id: number) {
  const row = await db
    .selectFrom('provider_connection')
    .select(['id', 'organisation_id', 'tenant_id', 'webhook_sealed'])
    .where('id', '=', id)
    .where('kind', '=', 'stripe')
    // Events are believed by their signature, also while the key is refused.
    .where('state', 'in', ['connected', 'broken'])
    .executeTakeFirst()
  if (!row?.webhook_sealed || !row.tenant_id) return null
  return { ...row, tenant_id: row.tenant_id, webhook_secret: keys.unseal(row.webhook_sealed, purposes.provider(id)) }
}

const webhooks = new Stripe('unused').webhooks
