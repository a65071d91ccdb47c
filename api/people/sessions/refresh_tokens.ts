import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'

/**
 * How long a replaced token is still taken: tabs that open together send the same one, and an answer may be lost on the
 * way. It gets a successor of its own, and each further use ends the other successors.
 */
export const GRACE_S = 30
/** Successors of tokens within the grace, for one session. */
const MOST_IN_GRACE = 50
/** Replaced tokens that are stored for a session; an older one that comes back is unknown. */
const MOST_STORED = 1000

/** Issues a token of a kept session. @returns 256 random bits in base64url; only their hash is stored */
export async function issueRefreshToken(db: Db, session_id: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('refresh_token')
    .values({ token_sha256: ofToken(token), session_id })
    .execute()
  return token
}

/** The session of a token that may still be used or was replaced; null if the token is unknown or its session has ended. */
export async function sessionOfRefreshToken(db: Db, token: string): Promise<number | null> {
  const { rows } = await sql<{ session_id: number }>`
    select t.session_id from refresh_token t join session s on s.id = t.session_id
    where t.token_sha256 = ${ofToken(token)} and s.revoked_at is null and s.kept_until > now()
      and s.impersonator_user_id is null`.execute(db)
  return rows[0]?.session_id ?? null
}

/**
 * Replaces a token by a new one. The session is locked, so that parallel uses come one after the other.
 *
 * @returns `reused` for a token that was replaced before the grace: the one who uses it or the one who replaced it is
 *   not the owner
 * @throws {AppError} too_many_requests
 */
export async function replaceRefreshToken(trx: Trx, session_id: number, token: string): Promise<Replaced> {
  await trx.selectFrom('session').select('id').where('id', '=', session_id).forUpdate().execute()
  const { rows } = await sql<{ fresh: boolean; in_grace: boolean; recent: number }>`
    select replaced_at is null as fresh,
      coalesce(replaced_at > now() - make_interval(secs => ${sql.lit(GRACE_S)}), true) as in_grace,
      (select count(*)::int from refresh_token r where r.session_id = ${session_id}
        and r.created_at > now() - make_interval(secs => ${sql.lit(GRACE_S)})) as recent
    from refresh_token where token_sha256 = ${ofToken(token)} and session_id = ${session_id}`.execute(trx)
  const { fresh, in_grace, recent } = rows[0] ?? { fresh: false, in_grace: false, recent: 0 } // dropped in between
  if (!in_grace) return { reused: true }
  if (recent > MOST_IN_GRACE) throw new AppError('too_many_requests')
  if (fresh) {
    await trx
      .updateTable('refresh_token')
      .set({ replaced_at: sql<string>`now()` })
      .where('session_id', '=', session_id)
      .where('replaced_at', 'is', null)
      .execute()
    await dropOldest(trx, session_id)
  }
  return { reused: false, token: await issueRefreshToken(trx, session_id) }
}

async function dropOldest(trx: Trx, session_id: number): Promise<void> {
  await sql`delete from refresh_token where token_sha256 in (
    select token_sha256 from refresh_token where session_id = ${session_id} and replaced_at is not null
    order by created_at desc offset ${sql.lit(MOST_STORED)})`.execute(trx)
}

const ofToken = (token: string) => hash('sha256', token)

type Replaced = { reused: true } | { reused: false; token: string }
