import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { LARGEST_AMOUNT, Method } from '#db/tables/billing/values.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { create, read } from '../../crud/crud.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { checkAdministrator } from '../access.ts'
import { allocate, lockInvoice, openOf, recordPayment } from '../ledger/record.ts'
import { authorise, voidInvoice } from './authorise.ts'
import { creditInvoice } from './credit.ts'
import { invoice, NewInvoice } from './invoice.ts'
import { Lines } from './lines.ts'

const Reason = Type.Optional(Type.String({ maxLength: 200 }))
const Positive = Type.Integer({ minimum: 1, maximum: LARGEST_AMOUNT, description: 'Minor units' })
const paid = {
  method: Type.Optional(Method),
  reference: Type.Optional(Type.String({ maxLength: 500 })),
  at: Type.Optional(Timestamp),
}
const bodyOf = <P extends TProperties>(more: P) => Type.Object({ id: Id, ...more }, { additionalProperties: false })

const CreditBody = Type.Object(
  { id: Id, lines: Type.Optional(Lines), reason: Reason, authorise: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

/** What is done with an invoice: all by administrators. */
export function addInvoiceActions(app: TypedApp, context: ApiContext): void {
  const { db } = context
  const tags = ['invoices']
  const resource = invoice
  const row = (viewer: Viewer, id: number) => read(db, resource, viewer, id)

  /** A route that changes one document, and answers with it. */
  const addStep = <Body extends TObject>(name: string, { summary, body, message, step }: Step<Body>) =>
    app.post(`/invoice/${name}`, {
      config: { idempotent: true },
      schema: { tags, summary, body, response: answers({ 261: invoice.row }) },
      async handler(request, reply) {
        const viewer = viewerOf(request)
        const input = request.body as Static<Body> & { id: number }
        const { organisation_id } = await row(viewer, input.id)
        checkAdministrator(viewer, organisation_id)
        await transact(context, async (trx) => {
          await step(trx, viewer, input)
          await note(trx, viewer, name, { organisation_id, ...input })
        })
        return reply.code(261).send({ data: await row(viewer, input.id), message })
      },
    })

  addStep('authorise', {
    summary: 'Authorise a draft: it gets its number, is frozen, and is charged',
    body: bodyOf({}),
    message: 'The invoice has been authorised.',
    step: (trx, _viewer, { id }) => authorise(trx, id),
  })
  addStep('void', {
    summary: 'Void an authorised invoice on which nothing was paid or credited',
    body: bodyOf({ reason: Reason }),
    message: 'The invoice has been voided.',
    step: (trx, { user_id }, { id, reason }) => voidInvoice(trx, id, { reason, user_id }),
  })
  addStep('pay', {
    summary: 'Record a payment of an invoice; without an amount of what is open',
    body: bodyOf({ amount: Type.Optional(Positive), ...paid }),
    message: 'The payment has been recorded.',
    async step(trx, { user_id: created_by }, { id, amount, ...more }) {
      await recordPayment(trx, id, {
        ...more,
        kind: 'payment',
        amount: amount ?? (await openAmount(trx, id)),
        created_by,
      })
    },
  })
  addStep('refund', {
    summary: 'Record a refund: of an invoice at most what was paid, of a credit note what is open',
    body: bodyOf({ amount: Positive, ...paid }),
    message: 'The refund has been recorded.',
    async step(trx, { user_id: created_by }, { id, ...payment }) {
      await recordPayment(trx, id, { ...payment, kind: 'refund', created_by })
    },
  })
  addStep('allocate', {
    summary: 'Use a credit note for an invoice of the same contact; without an amount as far as both are open',
    body: bodyOf({ invoice_id: Id, amount: Type.Optional(Positive) }),
    message: 'The credit has been used.',
    async step(trx, viewer, { id, invoice_id, amount }) {
      // Within the transaction: the embedded database has one connection, which it holds.
      await read(trx, resource, viewer, invoice_id)
      await allocate(trx, id, invoice_id, amount)
    },
  })

  app.post('/invoice/credit', {
    config: { idempotent: true },
    schema: {
      tags,
      summary: 'Credit an invoice, in whole or by lines; the answer is the credit note',
      body: CreditBody,
      response: answers({ 201: invoice.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, ...crediting } = request.body
      const { organisation_id } = await row(viewer, id)
      checkAdministrator(viewer, organisation_id)
      const note_id = await transact(context, async (trx) => {
        await note(trx, viewer, 'credit', { organisation_id, id, reason: crediting.reason })
        return creditInvoice(trx, id, { ...crediting, user_id: viewer.user_id })
      })
      return reply.code(201).send({ data: await row(viewer, note_id), message: 'The invoice has been credited.' })
    },
  })

  const Creation = Type.Object(
    { ...NewInvoice.properties, authorise: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  )
  app.post('/invoicing/invoices', {
    config: { idempotent: true },
    schema: {
      tags,
      summary: 'Create an invoice, and authorise it if asked for',
      body: Creation,
      response: answers({ 201: invoice.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { authorise: at_once, ...body } = request.body as Static<typeof NewInvoice> & { authorise?: boolean }
      const { id } = await create(context, resource, viewer, body)
      if (at_once) await transact(context, (trx) => authorise(trx, id))
      return reply.code(201).send({ data: await row(viewer, id), message: 'The invoice has been created.' })
    },
  })
}

/** Every change of money is in the audit log, by whom it was made. */
async function note(trx: Trx, viewer: Viewer, name: string, { organisation_id, id, reason }: Noted) {
  const details = reason ? { reason } : {}
  await audit(trx, viewer, `invoice.${name}`, { organisation_id, entity: 'invoice', entity_id: id, details })
}

const openAmount = async (trx: Trx, id: number) => openOf(await lockInvoice(trx, id))

type Noted = { organisation_id: number; id: number; reason?: string | undefined }
type Step<Body extends TObject> = {
  summary: string
  body: Body
  message: string
  step(trx: Trx, viewer: Viewer, input: Static<Body>): Promise<void>
}
