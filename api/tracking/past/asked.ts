import { sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { readsTracker } from '../access/scopes.ts'

/** What is asked of the past by one person after another: an answer takes some two seconds, mostly of this process. */
export const inTurn = makeFairLimiter({ concurrency: 1, per_user: 2, total: 20 })

/** The names of trackers of an organisation that the viewer sees, by id, in the order of ids. */
export async function trackersOf(db: Db, viewer: Viewer, organisation_id: number, ids?: number[]) {
  const rows = await db
    .selectFrom('tracker')
    .select('id')
    .select(sql<string>`coalesce(nullif(tracker.name, ''), tracker.number)`.as('name'))
    .where('organisation_id', '=', organisation_id)
    .where(readsTracker(viewer))
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<number>`any(${bigints(ids ?? [])}::bigint[])`))
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
