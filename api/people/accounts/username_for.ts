import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'

/**
 * A free username made of the part of an address before the @. People sign in with their address as well.
 *
 * @example await usernameFor(trx, 'mere.hall@example.com') // 'mere.hall', or 'mere.hall2'
 */
export async function usernameFor(trx: Trx, email: string): Promise<string> {
  const base = email
    .split('@')[0]!
    .replace(/[^\p{L}\p{N}._-]/gu, '')
    .slice(0, 80)
    .padEnd(3, '_')
  const { rows } = await sql<{ username: string }>`select lower(username) as username from user_account
    where deleted_at is null and starts_with(lower(username), ${base.toLowerCase()})`.execute(trx)
  const taken = new Set(rows.map(({ username }) => username))
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? base : `${base}${n}`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}
