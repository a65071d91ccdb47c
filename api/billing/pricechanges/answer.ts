import type { Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import type { By } from '../members/credit_part.ts'
import type { Sub } from '../subscriptions/advance.ts'
import { cancelAtEnd, resume } from '../subscriptions/cancel.ts'

/**
 * What a person says of a new price: agreed, and a cancellation is taken back; or declined, and the membership ends with
 * the period that is paid. Until the period at the new price begins, the answer can be another one.
 *
 * @throws {AppError} not_possible where the change or the membership has ended, or its period is not paid
 */
export async function answerPrice(trx: Trx, sub: Sub, { id, answer, is_open }: Answer, by: By): Promise<void> {
  if (!is_open) throw new AppError('not_possible', 'This change of the price can no longer be answered.')
  if (answer === 'agreed') await resume(trx, sub)
  else if (sub.state === 'grace') {
    // Else it would end today: there is no paid period with which to end.
    throw new AppError('not_possible', 'The present period is not paid: please pay it, or cancel the membership.')
  } else await cancelAtEnd(trx, sub, by)
  const now = new Date().toISOString()
  await trx
    .updateTable('price_change_member')
    .set({ answer, answered_at: now, modified_at: now })
    .where('id', '=', id)
    .execute()
}

type Answer = { id: number; answer: 'agreed' | 'declined'; is_open: boolean }
