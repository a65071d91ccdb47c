import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../tables/index.ts'

/**
 * Whether no place of a tracker is stored now: outside of its working hours, or while a person has switched that on.
 *
 * @param of the table or alias of rows of a tracker
 */
export const isPrivateNow = (of: string): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from tracker_privacy p where p.organisation_id = ${sql.ref(`${of}.organisation_id`)}
    and p.tracker_id = ${sql.ref(`${of}.tracker_id`)}
    and (not coalesce(schedule_applies(p.schedule, now()), true) or ${privateUntil('p')} is not null))`

/** The end of the private mode that a person has switched on; null while it is off. */
export const privateUntil = (of: string): RawBuilder<string | null> => sql`(select max(x.ended_at) from private_time x
  where x.organisation_id = ${sql.ref(`${of}.organisation_id`)} and x.tracker_id = ${sql.ref(`${of}.tracker_id`)}
    and x.began_at <= now() and x.ended_at > now())`

/**
 * The times of a tracker at which no place of it is stored: by its working hours as they are now, as late reports are
 * judged, and while a person had switched the private mode on.
 *
 * @param times milliseconds since 1970
 */
export async function privateOf(
  db: Kysely<Database>,
  { organisation_id, tracker_id }: { organisation_id: number; tracker_id: number },
  times: readonly number[],
): Promise<Set<number>> {
  if (times.length === 0) return new Set()
  const { rows } = await sql<{ at: number }>`select u.at from unnest(${`{${times.join()}}`}::float8[]) as u (at)
    where exists (select from tracker_privacy p
        where p.organisation_id = ${organisation_id} and p.tracker_id = ${tracker_id}
          and not coalesce(schedule_applies(p.schedule, to_timestamp(u.at / 1000)), true))
      or exists (select from private_time x
        where x.organisation_id = ${organisation_id} and x.tracker_id = ${tracker_id}
          and x.began_at <= to_timestamp(u.at / 1000) and x.ended_at > to_timestamp(u.at / 1000))`.execute(db)
  return new Set(rows.map(({ at }) => at))
}
