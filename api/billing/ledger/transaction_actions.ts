import { sql } from 'kysely'
import { Type } from 'typebox'
import { LARGEST_AMOUNT, Method } from '#db/tables/billing/values.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { checkAdministrator } from '../access.ts'
import { invoice } from '../invoices/invoice.ts'
import { findByProvider, recordPayment } from './record.ts'
import { reverse } from './reverse.ts'
import { transaction } from './transaction.ts'

const kinds = ['payment', 'refund', 'writeoff', 'adjustment'] as const
const Body = Type.Object(
  {
    invoice_id: Id,
    kind: Type.Unsafe<(typeof kinds)[number]>(Type.String({ enum: [...kinds] })),
    amount: Type.Integer({
      minimum: -LARGEST_AMOUNT,
      maximum: LARGEST_AMOUNT,
      description: 'Minor units, positive; of an adjustment signed as in the ledger',
    }),
    method: Type.Optional(Method),
    reference: Type.Optional(Type.String({ maxLength: 500 })),
    at: Type.Optional(Timestamp),
    provider: Type.Optional(
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$', description: 'small letters, digits and _' }),
    ),
    provider_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false },
)
const ReverseBody = Type.Object(
  { id: Id, reason: Type.String({ minLength: 1, maxLength: 500 }) },
  { additionalProperties: false },
)
const TargetBody = Type.Object({ id: Id })
/** What only connectors record, so that nothing else takes the ids of their payments. */
const connectors = ['xero', 'stripe']

export function addTransactions(app: TypedApp, context: ApiContext): void {
  const { db } = context
  const tags = ['transactions']
  const resource = transaction
  const row = (viewer: Viewer, id: number) => read(db, resource, viewer, id)

  app.put('/transaction', {
    schema: {
      tags,
      summary: 'Record a payment, refund, write-off or adjustment of an invoice',
      body: Body,
      response: answers({ 200: transaction.row, 201: transaction.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { invoice_id, ...payment } = request.body
      checkProvider(payment)
      const { organisation_id } = await read(db, invoice, viewer, invoice_id).catch(noInvoice)
      checkAdministrator(viewer, organisation_id)
      const { id, known } = await transact(context, async (trx) => {
        await sql`select 1 from invoice where id = ${invoice_id} for update`.execute(trx)
        const found = await findByProvider(trx, organisation_id, payment)
        if (found !== null) return { id: found, known: true }
        const created = await recordPayment(trx, invoice_id, { ...payment, created_by: viewer.user_id })
        const about = { organisation_id, entity: 'transaction', entity_id: created }
        await audit(trx, viewer, `transaction.${payment.kind}`, about)
        return { id: created, known: false }
      })
      const message = known ? 'This has been recorded before.' : `The ${payment.kind} has been recorded.`
      return reply.code(known ? 200 : 201).send({ data: await row(viewer, id), message })
    },
  })

  app.post('/transaction/reverse', {
    schema: { tags, summary: 'Reverse a transaction', body: ReverseBody, response: answers({ 201: transaction.row }) },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { organisation_id } = await row(viewer, request.body.id)
      checkAdministrator(viewer, organisation_id)
      const id = await transact(context, async (trx) => {
        const reversal = await reverse(trx, viewer, request.body.id, request.body.reason)
        const about = { organisation_id, entity: 'transaction', entity_id: request.body.id }
        await audit(trx, viewer, 'transaction.reverse', { ...about, details: { reason: request.body.reason } })
        return reversal
      })
      return reply.code(201).send({ data: await row(viewer, id), message: 'The transaction has been reversed.' })
    },
  })

  for (const method of ['POST', 'DELETE'] as const) {
    app.route({
      method,
      url: '/transaction',
      schema: {
        tags,
        summary: `Refused: a transaction is never ${method === 'POST' ? 'changed' : 'deleted'}, it is reversed`,
        body: TargetBody,
        response: answers({}),
      },
      async handler(request) {
        const viewer = viewerOf(request)
        const { organisation_id } = await row(viewer, (request.body as { id: number }).id)
        checkAdministrator(viewer, organisation_id)
        throw new AppError('archived', 'A transaction is never changed or deleted: please reverse it.')
      },
    })
  }
}

function checkProvider({ provider, provider_id }: { provider?: string; provider_id?: string }): void {
  if ((provider === undefined) !== (provider_id === undefined)) {
    throw wrong('provider_id', 'give provider and provider_id together.')
  }
  if (provider && connectors.includes(provider)) {
    throw wrong('provider', `payments of ${provider} are recorded by its connector.`)
  }
}

function noInvoice(error: unknown): never {
  if (error instanceof AppError && error.code === 'not_found') {
    throw new AppError('not_found', 'There is no such invoice.', 'invoice_id')
  }
  throw error
}
