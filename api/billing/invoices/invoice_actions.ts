import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { createIn, read } from '../../crud/crud.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { checkAdministrator } from '../access.ts'
import { checkUnlocked } from '../ledger/locked.ts'
import { Positive, paid } from '../ledger/paid.ts'
import { allocate, lockInvoice, recordPayment } from '../ledger/record.ts'
import { authorise, voidInvoice } from './authorise.ts'
import { creditInvoice } from './credit.ts'
import { requireRate } from './exchange_rate.ts'
import { checkHowToPay } from './how_to_pay.ts'
import { invoice, NewInvoice } from './invoice.ts'
import { Lines } from './lines.ts'
import { endRefunded } from './refunded.ts'

const tags = ['invoices']
const Reason = Type.Optional(Type.String({ maxLength: 200 }))

/** What is done with an invoice: all by administrators. */
export const authoriseInvoice = step('authorise', {
  summary: 'Authorise a draft: it gets its number, is frozen, and is charged',
  message: 'The invoice has been authorised.',
  more: {},
  work: (trx, _viewer, { id }) => authoriseByHand(trx, id),
})

async function authoriseByHand(trx: Trx, id: number): Promise<void> {
  const draft = await lockInvoice(trx, id)
  if (draft.type === 'invoice') await checkHowToPay(trx, draft.organisation_id)
  await requireRate(trx, draft)
  const { organisation_id, issued_on: date } = draft
  await checkUnlocked(trx, { organisation_id, date, field: 'issued_on' })
  await authorise(trx, id)
}

export const voidAuthorised = step('void', {
  summary: 'Void an authorised invoice on which nothing was paid or credited',
  message: 'The invoice has been voided.',
  more: { reason: Reason },
  work: (trx, { user_id }, { id, reason }) => voidInvoice(trx, id, { reason, user_id }),
})

export const refundInvoice = step('refund', {
  summary: 'Record a refund: of an invoice at most what was paid, of a credit note what is open',
  message: 'The refund has been recorded.',
  more: { amount: Positive, ...paid },
  async work(trx, { user_id: created_by }, { id, ...payment }) {
    await recordPayment(trx, id, { ...payment, kind: 'refund', created_by })
    await endRefunded(trx, id)
  },
})

export const allocateCredit = step('allocate', {
  summary: 'Use a credit note for an invoice of the same contact; without an amount as far as both are open',
  message: 'The credit has been used.',
  more: { invoice_id: Id, amount: Type.Optional(Positive) },
  async work(trx, viewer, { id, invoice_id, amount }) {
    // Within the transaction: the embedded database has one connection, which it holds.
    await read(trx, invoice, viewer, invoice_id)
    await allocate(trx, id, invoice_id, { amount })
  },
})

export const credit = step('credit', {
  summary: 'Credit an invoice, in whole or by lines; the answer is the credit note',
  message: 'The invoice has been credited.',
  more: { lines: Type.Optional(Lines), reason: Reason, authorise: Type.Optional(Type.Boolean()) },
  status: 201,
  work: (trx, { user_id }, { id, ...crediting }) => creditInvoice(trx, id, { ...crediting, user_id }),
})

export const createInvoice = defineAction({
  method: 'POST',
  path: 'invoicing/invoices',
  tags,
  summary: 'Create an invoice, and authorise it if asked for',
  body: Type.Object(
    { ...NewInvoice.properties, authorise: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  answer: invoice.row,
  status: 201,
  message: 'The invoice has been created.',
  config: { idempotent: true },
  async run({ context, viewer, body: { authorise: at_once, ...body } }) {
    // Whole or nothing: one that cannot be authorised leaves no draft.
    const { id } = await transact(context, async (trx) => {
      const made = await createIn(trx, invoice as never, viewer, body)
      if (at_once) await authoriseByHand(trx, made.id)
      return made
    })
    return read(context.db, invoice, viewer, id)
  },
})

/** An action that changes one document, and answers with it or with the one whose id `work` returns. */
export function step<const Name extends string, More extends TProperties>(
  name: Name,
  { summary, message, more, status = 261, work }: Step<More>,
) {
  return defineAction({
    method: 'POST',
    path: `invoice/${name}` as const,
    tags,
    summary,
    body: Type.Object({ id: Id, ...more }, { additionalProperties: false }),
    answer: invoice.row,
    status,
    message,
    config: { idempotent: true },
    async run({ context, viewer, body }) {
      const input = body as Input<More>
      const { organisation_id } = await read(context.db, invoice, viewer, input.id)
      checkAdministrator(viewer, organisation_id)
      const made = await transact(context, async (trx) => {
        await checkUnlocked(trx, { organisation_id, date: (input as { at?: string }).at, field: 'at' })
        const id = await work(trx, viewer, input)
        await note(trx, viewer, name, { organisation_id, ...input })
        return id
      })
      return read(context.db, invoice, viewer, made ?? input.id)
    },
  })
}

/** Every change of money is in the audit log, by whom it was made. */
async function note(trx: Trx, viewer: Viewer, name: string, { organisation_id, id, reason }: Noted) {
  const details = reason ? { reason } : {}
  await audit(trx, viewer, `invoice.${name}`, { organisation_id, entity: 'invoice', entity_id: id, details })
}

type Noted = { organisation_id: number; id: number; reason?: string | undefined }
type Input<More extends TProperties> = Static<TObject<More>> & { id: number }
type Step<More extends TProperties> = {
  summary: string
  message: string
  /** Fields of the body beside `id`. */
  more: More
  status?: number
  // biome-ignore lint/suspicious/noConfusingVoidType: most return nothing
  work(trx: Trx, viewer: Viewer, input: Input<More>): Promise<number | void>
}
