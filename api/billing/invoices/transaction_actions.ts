import { sql } from 'kysely'
import { Type } from 'typebox'
import { LARGEST_AMOUNT, Method } from '#db/tables/billing/values.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { transact } from '../../crud/transact.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkAdministrator } from '../access.ts'
import { checkUnlocked } from '../ledger/locked.ts'
import { BANK, exchanged } from '../ledger/paid.ts'
import { findByProvider, recordPayment } from '../ledger/record.ts'
import { reverse } from '../ledger/reverse.ts'
import { transaction } from '../ledger/transaction.ts'
import { invoice } from './invoice.ts'
import { endRefunded } from './refunded.ts'

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
    ...exchanged,
    provider: Type.Optional(
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$', description: 'small letters, digits and _' }),
    ),
    provider_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false },
)
const tags = ['transactions']
/** What only connectors record, so that nothing else takes the ids of their payments. */
const connectors = ['xero', 'stripe', BANK]

export const recordTransaction = defineAction({
  method: 'PUT',
  path: 'transaction',
  tags,
  summary: 'Record a payment, refund, write-off or adjustment of an invoice',
  body: Body,
  answer: transaction.row,
  status: [201, 200],
  async run({ context, viewer, body: { invoice_id, ...payment } }) {
    checkProvider(payment)
    const { organisation_id } = await read(context.db, invoice, viewer, invoice_id).catch(noInvoice)
    checkAdministrator(viewer, organisation_id)
    const { id, known } = await transact(context, async (trx) => {
      await sql`select 1 from invoice where id = ${invoice_id} for update`.execute(trx)
      const found = await findByProvider(trx, organisation_id, payment)
      if (found !== null) return { id: found, known: true }
      await checkUnlocked(trx, { organisation_id, date: payment.at, field: 'at' })
      const created = await recordPayment(trx, invoice_id, { ...payment, created_by: viewer.user_id })
      if (payment.kind === 'refund') await endRefunded(trx, invoice_id)
      const about = { organisation_id, entity: 'transaction', entity_id: created }
      await audit(trx, viewer, `transaction.${payment.kind}`, about)
      return { id: created, known: false }
    })
    const message = known ? 'This has been recorded before.' : `The ${payment.kind} has been recorded.`
    return answerWith(await read(context.db, transaction, viewer, id), { message, status: known ? 200 : 201 })
  },
})

export const reverseTransaction = defineAction({
  method: 'POST',
  path: 'transaction/reverse',
  tags,
  summary: 'Reverse a transaction',
  body: Type.Object({ id: Id, reason: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false }),
  answer: transaction.row,
  status: 201,
  message: 'The transaction has been reversed.',
  async run({ context, viewer, body: { id, reason } }) {
    const { organisation_id } = await read(context.db, transaction, viewer, id)
    checkAdministrator(viewer, organisation_id)
    const reversal = await transact(context, async (trx) => {
      const made = await reverse(trx, viewer, id, reason)
      const about = { organisation_id, entity: 'transaction', entity_id: id }
      await audit(trx, viewer, 'transaction.reverse', { ...about, details: { reason } })
      return made
    })
    return read(context.db, transaction, viewer, reversal)
  },
})

export const updateTransaction = refused('POST', 'changed')
export const deleteTransaction = refused('DELETE', 'deleted')

function refused<const Method extends 'POST' | 'DELETE'>(method: Method, what: string) {
  return defineAction({
    method,
    path: 'transaction',
    tags,
    summary: `Refused: a transaction is never ${what}, it is reversed`,
    body: Type.Object({ id: Id }),
    status: [],
    async run({ context, viewer, body: { id } }) {
      const { organisation_id } = await read(context.db, transaction, viewer, id)
      checkAdministrator(viewer, organisation_id)
      throw new AppError('archived', 'A transaction is never changed or deleted: please reverse it.')
    },
  })
}

function checkProvider({ provider, provider_id }: { provider?: string; provider_id?: string }): void {
  if ((provider === undefined) !== (provider_id === undefined)) {
    throw wrong('provider_id', 'give provider and provider_id together.')
  }
  if (provider && connectors.includes(provider)) {
    throw wrong(
      'provider',
      provider === BANK ? 'lines of the bank are confirmed.' : `payments of ${provider} are recorded by its connector.`,
    )
  }
}

function noInvoice(error: unknown): never {
  if (error instanceof AppError && error.code === 'not_found') {
    throw new AppError('not_found', 'There is no such invoice.', 'invoice_id')
  }
  throw error
}
