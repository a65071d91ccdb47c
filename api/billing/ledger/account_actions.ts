import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { CurrencyCode } from '#db/tables/billing/values.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { transact } from '../../crud/transact.ts'
import { checkAdministrator } from '../access.ts'
import { digitsOf } from '../books/checks.ts'
import { contact } from '../books/contact.ts'
import { type Holder, lockAccount, recordOnAccount, refundCredit, spendCredit } from './account.ts'
import { checkUnlocked } from './locked.ts'
import { Positive, paid } from './paid.ts'

const currency = Type.Optional({
  ...CurrencyCode,
  description: 'That of the billing settings if not given',
} as typeof CurrencyCode)
const moved = { amount: Positive, currency, ...paid }

/** What is done with the credit of a contact: all by administrators. */
export const receiveOnAccount = step('receive', {
  summary: 'Record money of a contact that is not for an invoice: it becomes their credit',
  message: 'The payment has been recorded.',
  more: moved,
  async work(trx, account, { id: _, currency: __, amount, ...more }, created_by) {
    await lockAccount(trx, account)
    await recordOnAccount(trx, { account, kind: 'payment', amount: -amount, created_by, ...more })
  },
})

export const refundAccount = step('refund', {
  summary: 'Record a refund of credit: at most what there is',
  message: 'The refund has been recorded.',
  more: moved,
  async work(trx, account, { id: _, currency: __, ...refund }, created_by) {
    await refundCredit(trx, account, { ...refund, created_by })
  },
})

export const allocateAccount = step('allocate', {
  summary: 'Use the credit of a contact for one of their invoices; without an amount as far as both go',
  message: 'The credit has been used.',
  more: { invoice_id: Id, amount: Type.Optional(Positive), currency },
  async work(trx, account, { invoice_id, amount }) {
    await spendCredit(trx, account, invoice_id, amount)
  },
})

function step<const Name extends string, More extends TProperties>(
  name: Name,
  { summary, message, more, work }: Step<More>,
) {
  return defineAction({
    method: 'POST',
    path: `invoicing/contact/${name}` as const,
    tags: ['invoicing'],
    summary,
    body: Type.Object({ id: Id, ...more }, { additionalProperties: false }),
    answer: contact.row,
    status: 261,
    message,
    config: { idempotent: true },
    async run({ context, viewer, body }) {
      const input = body as Input<More>
      const { organisation_id, user_id, currency } = await read(context.db, contact, viewer, input.id)
      checkAdministrator(viewer, organisation_id)
      await transact(context, async (trx) => {
        const account = { organisation_id, user_id, contact_id: input.id, currency: input.currency ?? currency }
        await digitsOf(trx, account.currency)
        await checkUnlocked(trx, { organisation_id, date: (input as { at?: string }).at, field: 'at' })
        await work(trx, account, input, viewer.user_id)
        await audit(trx, viewer, `contact.${name}`, {
          organisation_id,
          entity: 'invoicing/contact',
          entity_id: input.id,
        })
      })
      return read(context.db, contact, viewer, input.id)
    },
  })
}

type Input<More extends TProperties> = Static<TObject<More>> & { id: number; currency?: string }
type Step<More extends TProperties> = {
  summary: string
  message: string
  /** Fields of the body beside `id`. */
  more: More
  work(trx: Trx, account: Holder, input: Input<More>, created_by: number): Promise<void>
}
