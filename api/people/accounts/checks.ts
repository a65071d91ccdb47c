import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { checkAlphabets } from '../../crud/checks.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { weaknessOf } from '../passwords/weakness.ts'

const PASSWORD_MIN = 8
const PASSWORD_MAX = 128
const USERNAME_MIN = 3

/** @param names of the person and their organisations, which the password must not equal */
export function checkPassword(password: string, confirmed: string | undefined, about: AboutPassword = {}): void {
  const { field = 'password', names = [] } = about
  if ([...password].length < PASSWORD_MIN) {
    throw new AppError('password_too_short', `Give the password at least ${PASSWORD_MIN} characters.`, field)
  }
  if ([...password].length > PASSWORD_MAX) throw wrong(field, `may have ${PASSWORD_MAX} characters.`)
  if (confirmed !== undefined && confirmed !== password) {
    throw new AppError('passwords_do_not_match', undefined, `${field}_confirm`)
  }
  const weakness = weaknessOf(password, names)
  if (weakness) throw new AppError('password_common', weakness, field)
}

/**
 * Publicly known names of a person, none of which may be the password.
 *
 * @param proved whether they have just proved their address: administrators must not learn who else has invited it
 */
export async function namesOf(db: Db, user_id: number, { proved = false } = {}): Promise<(string | null)[]> {
  const { rows } = await sql<{ names: (string | null)[] }>`
    select array[u.username, u.email, split_part(u.email, '@', 1), u.name, u.firstname || coalesce(u.lastname, '')]
      || array(select o.name from membership m join organisation o on o.id = m.organisation_id where m.user_id = u.id)
      || array(select o.name from invitation i join organisation o on o.id = i.organisation_id
          where ${proved} and lower(i.email) = lower(u.email))
      || array(select w.name from website w) as names
    from user_account u where u.id = ${user_id}`.execute(db)
  return rows[0]?.names ?? []
}

/** Checks a username. No @: a username must never equal another person's address. */
export function checkUsername(username: string): string {
  const trimmed = username.normalize('NFKC').trim()
  if ([...trimmed].length < USERNAME_MIN) {
    throw new AppError('username_too_short', `Give the username at least ${USERNAME_MIN} characters.`, 'username')
  }
  if (/[@\s\p{C}]/u.test(trimmed)) throw wrong('username', 'may hold neither @ nor spaces.')
  return checkAlphabets(trimmed, 'username')
}

export async function checkUsernameFree(db: Db, username: string, but_id?: number): Promise<void> {
  const taken = await db
    .selectFrom('user_account')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (taken && taken.id !== but_id) throw new AppError('username_conflict', undefined, 'username')
}

type AboutPassword = { field?: string; names?: (string | null)[] }
