import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { AppError, wrong } from '../../http/errors.ts'

export const MemberAddress = Type.String({
  minLength: 3,
  maxLength: 254,
  description: 'The confirmed address of a member, instead of `user_id`',
})

/**
 * The member who is enrolled: by id, or by the address of their account. A treasurer reads no list of members, and one who
 * was never invoiced is not among the contacts. Only the whole, confirmed address is found.
 *
 * @throws {AppError} bad_request unless one of both is given, not_found where no member has the address
 */
export async function memberOf(trx: Trx, { organisation_id, user_id, email }: Enrolled): Promise<number> {
  if (user_id && email) throw wrong('email', 'give either the member or their address.')
  if (user_id) return user_id
  if (!email) throw wrong('user_id', 'please choose a member, or give their address.')
  const { rows } = await sql<{ id: number }>`select u.id from user_account u
    join membership m on m.user_id = u.id and m.organisation_id = ${organisation_id}
    where lower(u.email) = lower(${email.trim()}) and u.email_proved_at is not null and u.deleted_at is null`.execute(
    trx,
  )
  if (rows[0]) return rows[0].id
  throw new AppError(
    'not_found',
    'No member of the organisation has this address, or they have not confirmed it.',
    'email',
  )
}

type Enrolled = { organisation_id: number; user_id: number | null | undefined; email: string | null | undefined }
