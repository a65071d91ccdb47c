import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { AppError } from '../../http/errors.ts'
import { afterCommit } from '../transact.ts'

/**
 * Whether a member may use API keys, and let assistants in, by the settings of the organisation. Keys that exist wait
 * until it allows them again.
 *
 * @param m the alias of the membership, `c` that of the settings, which may be missing
 */
export const keysAllowed = (m: string, c: string): RawBuilder<SqlBool> => sql<SqlBool>`case
  coalesce(${sql.ref(`${c}.api_keys`)}, 'members') when 'members' then true
  when 'administrators' then ${sql.ref(`${m}.role_name`)} = 'Administrator' else false end`

/** @throws {AppError} forbidden where the organisation does not let the viewer use keys */
export async function checkKeysAllowed(trx: Trx, user_id: number, organisation_id: number): Promise<void> {
  const { rows } = await sql<{ allowed: boolean; api_keys: string | null }>`
    select ${keysAllowed('m', 'c')} as allowed, c.api_keys from membership m
    left join organisation_config c on c.organisation_id = m.organisation_id
    where m.user_id = ${user_id} and m.organisation_id = ${organisation_id}`.execute(trx)
  if (rows[0]?.allowed) return
  const who = rows[0]?.api_keys === 'nobody' ? 'nobody' : 'administrators only'
  throw new AppError('forbidden', `organisation_id: this organisation lets ${who} use API keys.`, 'organisation_id')
}

/** Closes the live connections of keys, when an organisation has changed who may use them: the others reconnect. */
export async function closeKeys(trx: Trx, organisation_id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select s.id::float8 as id from session s
    join api_key k on k.id = s.api_key_id
    where k.organisation_id = ${organisation_id} and s.revoked_at is null and s.expires_at > now()`.execute(trx)
  for (const { id } of rows) afterCommit(trx, ({ closeLive }) => closeLive(liveRooms.session(id)))
}
