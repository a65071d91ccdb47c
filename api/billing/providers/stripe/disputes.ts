import type Stripe from 'stripe'
import type { ApiContext } from '../../../context.ts'
import { transact } from '../../../crud/transact.ts'
import { notifyAdministrators } from '../../../messaging/administrators/notify.ts'
import { toMajor } from '../../money/document.ts'
import { ProviderError } from '../errors.ts'
import { fromStripeAmount } from './amounts.ts'
import { findPayment, isRecorded, type Outcome, recordReturn, reverseReturn } from './record.ts'

/**
 * Records a chargeback: what the bank took is taken off the payment once, and comes back once where the dispute is won.
 * Administrators get a notice of each step.
 *
 * @throws {ProviderError} away, where money comes back before it is recorded as taken
 */
export async function recordDispute(
  context: ApiContext,
  connection_id: number,
  dispute: Stripe.Dispute,
  { step, at }: { step: Step; at: string },
): Promise<Outcome> {
  const { payment_intent } = dispute
  if (!payment_intent) return 'unknown'
  return transact(context, async (trx) => {
    const paid = await findPayment(trx, connection_id, payment_intent)
    if (!paid) return 'waits'
    const of = { id: dispute.id, amount: dispute.amount, at, reference: `Chargeback of ${paid.payment_intent}` }
    const is_lost = step === 'closed' && dispute.status === 'lost'
    const is_won = step === 'closed' && dispute.status === 'won'
    if (step === 'funds_withdrawn' || is_lost) await recordReturn(trx, connection_id, paid, of)
    if (step === 'funds_reinstated' && !(await isRecorded(trx, paid, dispute.id))) {
      throw new ProviderError('away', 'What was withdrawn is not recorded yet.')
    }
    if (step === 'funds_reinstated' || is_won) {
      await reverseReturn(trx, connection_id, paid, dispute.id, `Chargeback ${dispute.id} was won`)
    }
    const amount = fromStripeAmount(dispute.amount, paid.currency, paid.digits)
    const what = is_lost ? 'is lost' : is_won ? 'is won' : sentences[step]
    await notifyAdministrators(trx, paid.organisation_id, 'billing', {
      subject: `Chargeback ${dispute.id} ${what}`,
      text:
        `The chargeback ${dispute.id} of ${paid.currency} ${toMajor(amount, paid.digits)}, of the payment ` +
        `${paid.payment_intent}, ${what}. The reason that the bank gives is: ${dispute.reason}. ` +
        'It is answered at Stripe, which has a time limit. Its fee is recorded with the fees of payments.',
      occasion: `stripe dispute ${dispute.id} ${step}`,
    })
    return 'done'
  })
}

const sentences = {
  created: 'was opened',
  funds_withdrawn: 'has taken the money: the payment counts as given back',
  funds_reinstated: 'has given the money back: the payment counts again',
  closed: 'was closed',
} as const

export type Step = keyof typeof sentences
