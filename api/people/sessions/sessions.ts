import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { afterCommit } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { TOKEN_LIFETIME_S } from './tokens.ts'

/** A session lives as long as its last token. */
const expires_at = sql<string>`now() + make_interval(secs => ${sql.lit(TOKEN_LIFETIME_S)})`
const end_of = (max_days: number) => sql<string>`created_at + make_interval(days => ${max_days}::int)`

export async function openSession(db: Db, opened: NewSession): Promise<number> {
  const { id } = await db
    .insertInto('session')
    .values({ ...opened, user_agent: opened.user_agent?.slice(0, 500) ?? null, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Lets it go on, but not for ever: a token that was stolen would be good for as long as it is renewed.
 *
 * @throws {AppError} unauthorized when it has ended meanwhile, or is older than it may be
 */
export async function renewSession(db: Db, id: number, max_days: number): Promise<void> {
  const renewed = await db
    .updateTable('session')
    .set({ last_seen_at: sql<string>`now()`, modified_at: sql<string>`now()` })
    .set({ expires_at: sql<string>`least(${expires_at}, ${end_of(max_days)})` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where(end_of(max_days), '>', sql<string>`now()`)
    .returning('id')
    .executeTakeFirst()
  if (!renewed) throw new AppError('unauthorized', 'Your session has ended. Please sign in.')
}

/** Ends the sessions of a user, and those in which they act as somebody else, with their live connections. */
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

/**
 * After a change of what somebody may do: their live connections come back with what they may now, and nobody goes on
 * acting as somebody else by a right that was theirs before.
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

/** Ends those whose time is over, so that their live connections end too. */
export async function endExpiredSessions(trx: Trx): Promise<void> {
  const ended = await trx
    .updateTable('session')
    .set({ revoked_at: sql<string>`now()` })
    .where('revoked_at', 'is', null)
    .where('expires_at', '<', sql<string>`now()`)
    .returning('id')
    .execute()
  closeAfterwards(trx, ended)
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
}
type Ending = { user_id: number; except?: number | null }
