import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Whether a person has private records: private activities or steps towards goals, or cases with a health number.
 * Nobody else then sets what they sign in with.
 *
 * @param user_id a column or a value
 */
export const hasPrivateRecords = (user_id: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`(
  exists (select from devactivity where devactivity.user_id = ${user_id} and devactivity.private)
  or exists (select from devgoalprogress where devgoalprogress.user_id = ${user_id} and devgoalprogress.private)
  or exists (select from procedure where procedure.user_id = ${user_id} and procedure.nhi_sealed is not null))`

export async function keepsPrivateRecords(db: Db, user_id: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${hasPrivateRecords(sql`${user_id}::bigint`)} as has`.execute(db)
  return rows[0]!.has
}
