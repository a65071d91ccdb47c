import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { releaseTrackers } from '../release_trackers.ts'
import { endSessions } from '../sessions/sessions.ts'

/** What becomes of the phones that only a person has shared, when their deleted account is purged. */
export const PhonesOfDeleted = Type.Union([Type.Literal('erase'), Type.Literal('keep')], {
  description:
    'What becomes of the phones that only this person has shared, when the account is purged after a month: `erase` ' +
    '(the default) deletes them with all their positions, `keep` leaves them to their organisations, switched off and ' +
    'without the name. Other trackers stay with their organisations in any case.',
})

/** Soft-deletes an account: hidden immediately, purged a month later. Its username and address become free. */
export async function deleteUser(
  trx: Trx,
  user_id: number,
  { by_user_id, phones = 'erase' }: { by_user_id: number; phones?: Static<typeof PhonesOfDeleted> | undefined },
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({
      deleted_at: sql`now()`,
      deleted_by_user_id: by_user_id,
      keeps_phones: phones === 'keep',
      modified_at: sql`now()`,
    })
    .where('id', '=', user_id)
    .execute()
  await keepAPlatformAdmin(trx)
  await trx.deleteFrom('one_time_token').where('user_id', '=', user_id).execute()
  await endSessions(trx, { user_id })
  await releaseTrackers(trx, user_id)
}

/** @throws {AppError} not_possible when no platform administrator would remain */
export async function keepAPlatformAdmin(trx: Trx): Promise<void> {
  const admins = await trx
    .selectFrom('user_account')
    .select('id')
    .where('platform_admin', '=', true)
    .where('active', '=', true)
    .where('confirmed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .execute()
  if (admins.length === 0) throw new AppError('not_possible', 'The installation keeps at least one administrator.')
}
