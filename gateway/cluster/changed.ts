import { type Kysely, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'

/** The trackers among these that were deleted, deactivated or changed in the last seconds. */
export async function changedSince(db: Kysely<Database>, tracker_ids: number[], seconds: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select connected.id from unnest(${bigints(tracker_ids)}::bigint[]) as connected (id)
    left join tracker t on t.id = connected.id
    where t.id is null or not t.active or t.modified_at > now() - make_interval(secs => ${seconds + MARGIN_S}::float8)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Changes are committed some time after their timestamp. */
const MARGIN_S = 10
