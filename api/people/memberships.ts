import type { Trx } from '#db/database.ts'
import { AppError } from '../http/errors.ts'
import { releaseTrackers } from './release_trackers.ts'
import { endProvidedBy } from './sessions/provided.ts'
import { rightsChanged } from './sessions/sessions.ts'

/**
 * Ends a membership and the rights that it gave.
 *
 * @throws {AppError} not_possible where the organisation would be left without an Administrator
 */
export async function endMembership(trx: Trx, id: number): Promise<void> {
  const { organisation_id } = await trx
    .selectFrom('membership')
    .select('organisation_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const before = await lockAdministrators(trx, organisation_id)
  const { user_id } = await trx
    .deleteFrom('membership')
    .where('id', '=', id)
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await keepAnAdministrator(trx, organisation_id, before)
  await endProvidedBy(trx, organisation_id, user_id)
  await releaseTrackers(trx, user_id, organisation_id)
  await rightsChanged(trx, user_id)
}

/**
 * Locks the organisation, so that two administrators cannot remove each other.
 *
 * @returns whether it has an administrator
 */
export async function lockAdministrators(trx: Trx, organisation_id: number): Promise<boolean> {
  await trx.selectFrom('organisation').select('id').where('id', '=', organisation_id).forUpdate().execute()
  return hasAdministrator(trx, organisation_id)
}

/** Refuses to remove the last administrator; an organisation without one may change freely. */
export async function keepAnAdministrator(trx: Trx, organisation_id: number, had_one: boolean): Promise<void> {
  if (!had_one || (await hasAdministrator(trx, organisation_id))) return
  throw new AppError('not_possible', 'An organisation keeps at least one Administrator.')
}

/**
 * Only administrators who can sign in count, not deleted or inactive ones, nor those whom a role limits.
 *
 * @param except_user_id an account that does not count
 */
export async function hasAdministrator(trx: Trx, organisation_id: number, except_user_id = 0): Promise<boolean> {
  const one = await trx
    .selectFrom('membership as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select('m.id')
    .where('m.organisation_id', '=', organisation_id)
    .where('m.role_name', '=', 'Administrator')
    .where('m.role_id', 'is', null)
    .where('m.user_id', '!=', except_user_id)
    .where('u.active', '=', true)
    .where('u.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}
