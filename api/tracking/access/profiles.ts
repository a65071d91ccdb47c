import type { Trx } from '#db/database.ts'
import { wrong } from '../../http/errors.ts'

/** @throws {AppError} for a profile of movement that the organisation does not have */
export async function checkProfile(trx: Trx, organisation_id: number, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  const profile = await trx
    .selectFrom('movement_profile')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!profile) throw wrong('movement_profile_id', 'the organisation has no such profile of movement.')
}
