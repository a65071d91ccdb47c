import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { TOKEN_LIFETIME_S } from '../../crud/session/tokens.ts'
import { afterCommit } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'

/** Session lifetime: a session expires with its last token, or when its browser no longer keeps it. */
const expires_at = sql<string>`now() + make_interval(secs => ${sql.lit(TOKEN_LIFETIME_S)})`
const end_of = (max_days: number) => sql<string>`created_at + make_interval(days => ${max_days}::int)`

/** Days for which a browser keeps a session; `SESSION_MAX_DAYS` may end it before. */
export const KEPT_DAYS = 30

/**
 * @param opened.by_password whether the person has given their password; if that is their own and their address proved,
 *   the session opens private records
 * @param opened.expires_at of an API key, whose session is not renewed
 * @param opened.kept_days the browser keeps the session for these days, and renews it by its refresh token
 */
export async function openSession(
  db: Db,
  { by_password = false, kept_days, user_agent, expires_at: ends_at, ...opened }: NewSession,
) {
  const kept_until = kept_days === undefined ? null : sql<string>`now() + make_interval(days => ${kept_days}::int)`
  const { id } = await db
    .insertInto('session')
    .values({
      ...opened,
      user_agent: user_agent?.slice(0, 500) ?? null,
      kept_until,
      proved: by_password ? isProved(opened.user_id) : false,
      expires_at: ends_at ?? kept_until ?? expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether the account has a proved address, and a password that its owner has set. */
const isProved = (user_id: number) => sql<boolean>`(
  select password_origin = 'own' and email_proved_at is not null from user_account where id = ${user_id})`

/**
 * Renews a session up to a maximum age, which limits the use of a stolen token.
 *
 * @throws {AppError} unauthorized when it has ended or reached the maximum age
 */
export async function renewSession(db: Db, id: number, max_days: number): Promise<void> {
  const renewed = await db
    .updateTable('session')
    .set({ last_seen_at: sql<string>`now()`, modified_at: sql<string>`now()` })
    .set({ expires_at: sql<string>`least(greatest(${expires_at}, kept_until), ${end_of(max_days)})` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where(end_of(max_days), '>', sql<string>`now()`)
    .returning('id')
    .executeTakeFirst()
  if (!renewed) throw new AppError('unauthorized', 'Your session has ended. Please sign in.')
}

/** Ends a user's sessions, and those in which they impersonate others, with their live connections. */
export async function endSessions(trx: Trx, { user_id, except = null }: Ending): Promise<void> {
  const ended = await trx
    .updateTable('session')
    .set({ revoked_at: sql<string>`now()` })
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('user_id', '=', user_id), eb('impersonator_user_id', '=', user_id)]))
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .returning('id')
    .execute()
  closeAfterwards(trx, ended)
}

/** Ends the sessions that other browsers keep, when a second factor begins or ceases to protect the account. */
export async function endKeptSessions(trx: Trx, { user_id, except = null }: Ending): Promise<void> {
  const ended = await trx
    .updateTable('session')
    .set({ revoked_at: sql<string>`now()` })
    .where('revoked_at', 'is', null)
    .where('user_id', '=', user_id)
    .where('kept_until', 'is not', null)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .returning('id')
    .execute()
  closeAfterwards(trx, ended)
}

/**
 * After a change of a user's rights: closes their live connections, which reconnect with the new rights, and ends
 * impersonated sessions of and by them.
 */
export async function rightsChanged(trx: Trx, user_id: number): Promise<void> {
  const ended = await trx
    .updateTable('session')
    .set({ revoked_at: sql<string>`now()` })
    .where('revoked_at', 'is', null)
    .where('impersonator_user_id', 'is not', null)
    .where((eb) => eb.or([eb('user_id', '=', user_id), eb('impersonator_user_id', '=', user_id)]))
    .returning('id')
    .execute()
  closeAfterwards(trx, ended)
  afterCommit(trx, ({ closeLive }) => closeLive(liveRooms.user(user_id)))
}

export async function endSession(trx: Trx, id: number): Promise<void> {
  const ended = await trx
    .updateTable('session')
    .set({ revoked_at: sql<string>`now()` })
    .where('id', '=', id)
    .returning('id')
    .execute()
  closeAfterwards(trx, ended)
}

/** Ends some expired sessions, so that their live connections close too. @returns how many */
export async function endExpiredSessions(trx: Trx, most: number): Promise<number> {
  const ended = await trx
    .updateTable('session')
    .set({ revoked_at: sql<string>`now()` })
    .where('id', 'in', (of) =>
      of
        .selectFrom('session')
        .select('id')
        .where('revoked_at', 'is', null)
        .where('expires_at', '<', sql<string>`now()`)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  closeAfterwards(trx, ended)
  return ended.length
}

function closeAfterwards(trx: Trx, sessions: { id: number }[]): void {
  for (const { id } of sessions) afterCommit(trx, ({ closeLive }) => closeLive(liveRooms.session(id)))
}

type NewSession = {
  user_id: number
  impersonator_user_id?: number | null
  ip: string
  user_agent?: string | null
  by_operator?: boolean
  by_password?: boolean
  kept_days?: number
  api_key_id?: number
  identity_provider_id?: number
  expires_at?: string
}
type Ending = { user_id: number; except?: number | null }
