import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { endSession } from './sessions.ts'

/**
 * A member whose address is of a verified domain, of an organisation with a provider that it forces upon them.
 * Administrators with a second factor may also sign in by their password: the provider may be away, or set up wrongly.
 */
const isForced = sql<SqlBool>`(p.force and p.active and d.verified_at is not null
  and d.domain = split_part(lower(u.email), '@', 2)
  and not (m.role_name = 'Administrator' and u.totp_enabled_at is not null))`

/**
 * After the right password and code, so that it tells guests nothing.
 *
 * @throws {AppError} provider_required
 */
export async function refuseForced(db: Db, user_id: number): Promise<void> {
  const { rows } = await sql<{ organisation: string; provider: string }>`
    select o.name as organisation, p.name as provider from membership m
      join organisation o on o.id = m.organisation_id
      join user_account u on u.id = m.user_id
      join identity_provider p on p.organisation_id = m.organisation_id
      join email_domain d on d.organisation_id = m.organisation_id
    where m.user_id = ${user_id} and ${isForced} limit 1`.execute(db)
  if (!rows[0]) return
  const { organisation, provider } = rows[0]
  throw new AppError('provider_required', `${organisation} asks its members to sign in through ${provider}.`)
}

/** Ends the sessions of those who have to sign in through it now. */
export async function endForced(trx: Trx, organisation_id: number, { provider_id, except }: Ending): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select s.id from session s join user_account u on u.id = s.user_id
      join membership m on m.user_id = u.id and m.organisation_id = ${organisation_id}
      join identity_provider p on p.id = ${provider_id}
      join email_domain d on d.organisation_id = m.organisation_id
    where s.revoked_at is null and s.expires_at > now() and s.api_key_id is null and s.impersonator_user_id is null
      and s.identity_provider_id is distinct from p.id and ${isForced}`.execute(trx)
  for (const { id } of rows) if (id !== except) await endSession(trx, id)
}

export async function hasDomain(db: Db, organisation_id: number): Promise<boolean> {
  const domain = await db
    .selectFrom('email_domain')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('verified_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return domain !== undefined
}

type Ending = { provider_id: number; except: number | null }
