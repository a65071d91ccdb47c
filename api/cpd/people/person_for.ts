import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { administers, isMember } from '../../crud/belonging.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { cpdOrganisation, withCpd } from '../access.ts'

/**
 * The organisation and person of a new record: oneself, or for administrators any member.
 *
 * @throws {AppError} not_found for a person whom the viewer may not record for
 */
export async function personFor(trx: Trx, viewer: Viewer, body: { organisation_id?: number; user_id?: number }) {
  const organisation_id = await cpdOrganisation(trx, viewer, body.organisation_id)
  const user_id = body.user_id ?? viewer.user_id
  if (user_id !== viewer.user_id && !isAdministrator(viewer, organisation_id)) throw noSuchPerson()
  if (!(await isMember(trx, organisation_id, user_id))) throw noSuchPerson()
  return { organisation_id, user_id }
}

/** Same, for records that only the person writes. */
export async function oneselfIn(trx: Db, viewer: Viewer, named?: number) {
  const organisation_id = await cpdOrganisation(trx, viewer, named)
  if (!(await isMember(trx, organisation_id, viewer.user_id))) {
    throw new AppError('forbidden', 'You are not a member of this organisation.')
  }
  return { organisation_id, user_id: viewer.user_id }
}

/** An administrator or CPD officer as a member: the right of a platform administrator does not open personal records. */
export function isAdministrator(viewer: Viewer, organisation_id: number): boolean {
  return administers({ ...withCpd(viewer), platform_admin: false }, organisation_id)
}

/** @throws {AppError} not_found for a person who is not a member */
export async function checkMember(
  trx: Trx,
  organisation_id: number,
  user_id: number | null | undefined,
  field: string,
) {
  if (user_id === undefined || user_id === null) return
  if (!(await isMember(trx, organisation_id, user_id))) throw noSuchPerson(field)
}

/**
 * Whether a person has a current accepted relationship of one of the kinds with the trainee, or has supervised the
 * rotation that is named.
 */
export async function isRelated(db: Db, related: Related): Promise<boolean> {
  const { organisation_id, user_id, other_user_id, kinds, cpd_rotation_id = null } = related
  const { rows } = await sql`select 1 from userrelationship r join organisation o on o.id = r.organisation_id
    where r.organisation_id = ${organisation_id} and r.user_id = ${user_id} and r.other_user_id = ${other_user_id}
      and r.kind = any(${`{${kinds.join(',')}}`}::text[]) and r.state = 'accepted'
      and coalesce(r.begins <= (now() at time zone o.timezone)::date, true)
      and (coalesce(r.ends >= (now() at time zone o.timezone)::date, true)
        or coalesce(r.cpd_rotation_id = ${cpd_rotation_id}::bigint, false))`.execute(db)
  return rows.length > 0
}

export const noSuchPerson = (field = 'user_id') => new AppError('not_found', 'There is no such person.', field)

type Related = {
  organisation_id: number
  user_id: number
  other_user_id: number
  kinds: string[]
  cpd_rotation_id?: number | null
}
