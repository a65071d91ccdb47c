import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'

/**
 * A member of an organisation, by an e-mail address only, or by whatever names them: that, a user name or a registration
 * number.
 *
 * @throws {AppError} not_found for no member, not_possible for several, such as an address that two accounts have
 */
export async function findMember(db: Db, organisation_id: number, person: ByAddress | ByName): Promise<number> {
  const text = 'email' in person ? person.email : person.named
  const by_name = sql`lower(u.username) = lower(${text}) or u.number = ${text}`
  const { rows } = await sql<{ id: number }>`select u.id from user_account u
      join membership m on m.user_id = u.id and m.organisation_id = ${organisation_id}
    where u.active and u.deleted_at is null
      and (lower(u.email) = lower(${text}) or (${'named' in person} and (${by_name}))) limit 2`.execute(db)
  if (rows.length === 0) throw new AppError('not_found', 'There is no such member.', 'people')
  if (rows.length > 1) throw new AppError('not_possible', 'Several members are called that.', 'people')
  return rows[0]!.id
}

type ByAddress = { email: string }
type ByName = { named: string }
