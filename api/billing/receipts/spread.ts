import { Type } from 'typebox'
import { InstalmentEvery } from '#db/tables/billing/values.ts'
import { DateOnly } from '#db/tables/columns.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { giveInstalments } from '../instalments/plan.ts'
import { settleInstalments } from '../instalments/settle.ts'
import { step } from '../invoices/invoice_actions.ts'
import { lockInvoice } from '../ledger/record.ts'
import { addMonths, dayOfMonth } from '../money/days.ts'
import { MOST_INSTALMENTS } from '../money/instalments.ts'

/** Lets an open invoice be paid in parts: by an administrator, who may do it again while nothing is paid. */
export const spreadInvoice = step('instalments', {
  summary: 'Let an invoice be paid in instalments, while nothing of it is paid; one is the whole on its day again',
  message: 'The instalments have been written.',
  more: {
    instalments: Type.Integer({ minimum: 1, maximum: MOST_INSTALMENTS }),
    instalment_every: Type.Optional(InstalmentEvery),
    first_on: Type.Optional(DateOnly),
  },
  async work(trx, _viewer, { id, instalments, instalment_every = 'month', first_on }) {
    const invoice = await lockInvoice(trx, id)
    const { type, state, paid, due_on, issued_on } = invoice
    if (type !== 'invoice' || state !== 'authorised') {
      throw new AppError('not_possible', 'Only an invoice that waits for its payment has instalments.')
    }
    if (paid !== 0) throw new AppError('not_possible', 'Something of it is paid or credited already.')
    const first = first_on ?? due_on
    if (first < issued_on) throw wrong('first_on', 'is before the day of the invoice.')
    const latest = addMonths(issued_on, 24, dayOfMonth(issued_on))
    if (first > latest) throw wrong('first_on', 'is more than two years after the day of the invoice.')
    const charging = await trx
      .selectFrom('card_payment')
      .select('id')
      .where('invoice_id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (charging)
      throw new AppError('not_possible', 'The payment by the stored card is being made: please wait for it.')
    await giveInstalments(trx, id, { instalments, instalment_every }, { first_on: first })
    await trx
      .updateTable('subscription')
      .set({ pay_by: instalments === 1 ? due_on : first })
      .where('invoice_id', '=', id)
      .where('state', 'in', ['active', 'grace'])
      .execute()
    await settleInstalments(trx, id)
  },
})
