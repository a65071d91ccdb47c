import { Type } from 'typebox'
import { AppError } from '../../http/errors.ts'
import { step } from '../invoices/invoice_actions.ts'
import { Positive, paid } from '../ledger/paid.ts'
import { lockInvoice, openOf, recordPayment } from '../ledger/record.ts'
import { receive } from './receive.ts'

export const payInvoice = step('pay', {
  summary: 'Record a payment of an invoice; without an amount of what is open',
  message: 'The payment has been recorded.',
  more: {
    amount: Type.Optional(Positive),
    ...paid,
    credit_rest: Type.Optional(
      Type.Boolean({
        description:
          'Whether what exceeds the open amount becomes credit of the contact; it is refused otherwise. Paid late, for a void invoice, it continues the membership that had lapsed',
      }),
    ),
  },
  async work(trx, { user_id: created_by }, { id, amount = undefined, credit_rest, ...more }) {
    const invoice = await lockInvoice(trx, id)
    if (credit_rest && amount !== undefined) {
      if (invoice.type !== 'invoice' || invoice.state === 'draft') {
        throw new AppError('not_possible', 'Only an authorised invoice is paid.')
      }
      await receive(trx, invoice, { ...more, amount, created_by })
      return
    }
    const payment = { ...more, kind: 'payment' as const, amount: amount ?? openOf(invoice), created_by }
    await recordPayment(trx, id, payment)
  },
})
