import { sql } from 'kysely'
import { bigints } from '../arrays.ts'
import type { Db } from '../database.ts'
import { type HiddenSpan, HiddenTimes } from '../privacy/hidden_times.ts'
import { listParts, micros, type Parts, type PartsQuery } from './parts.ts'

/**
 * The files of `listParts` for people: reports in the time of private trips are left out. Whatever finds trips, or keeps
 * the files, reads all of them.
 *
 * @param query `tracker_ids` are those that are read, where that is known; null for all
 */
export async function listShownParts(db: Db, { tracker_ids, ...query }: ShownQuery): Promise<ShownParts> {
  const all = await listParts(db, query)
  return { ...all, hidden: await readHidden(db, all.parts, tracker_ids ?? null) }
}

async function readHidden(db: Db, parts: Parts['parts'], tracker_ids: ReadonlySet<number> | null) {
  if (parts.length === 0) return new HiddenTimes()
  const organisation_ids = [...new Set(parts.map(({ organisation_id }) => organisation_id))]
  let [from, until] = [Infinity, -Infinity]
  for (const { first_fix_at, last_fix_at } of parts) {
    from = Math.min(from, first_fix_at)
    until = Math.max(until, last_fix_at)
  }
  const time = (value: number) => new Date(value / 1000).toISOString()
  const { rows } = await sql<HiddenSpan>`
    select p.tracker_id::float8 as tracker_id, ${micros(sql`p.began_at`)}::float8 as from,
      ${micros(sql`p.hidden_until`)}::float8 as until
    from private_trip p where p.organisation_id = any(${bigints(organisation_ids)}::bigint[])
      and ${tracker_ids === null ? sql`true` : sql`p.tracker_id = any(${bigints([...tracker_ids])}::bigint[])`}
      and p.began_at <= ${time(until + 1000)} and p.hidden_until >= ${time(from)}`.execute(db)
  return new HiddenTimes(rows)
}

type ShownQuery = PartsQuery & { tracker_ids?: ReadonlySet<number> | null }
export type ShownParts = Parts & { hidden: HiddenTimes }
