import { hash, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import type { DrillFailure } from '#db/tables/tracking/drills/fire_drill.ts'
import { languageOf } from '#messages/templates/built_in.ts'
import type { Drill } from './drill.ts'
import { findWay } from './way.ts'

/**
 * Makes the tracker of a drill, which the boundary applies to, and no device can report as.
 *
 * @returns why it cannot be
 */
export async function beginDrill(db: Kysely<Database>, drill: Drill): Promise<DrillFailure | null> {
  const { id, organisation_id, kind, boundary_id } = drill
  const boundary = boundary_id === null ? null : await findBoundary(db, { organisation_id, boundary_id })
  if (kind === 'boundary') {
    if (!boundary?.active) return 'no_boundary'
    if (!boundary.applies) return 'out_of_hours'
  }
  const way = boundary && (await findWay(db, boundary, kind))
  if (kind === 'boundary' && !way) return 'no_way_out'
  await db.transaction().execute(async (trx) => {
    const { locale } = await trx
      .selectFrom('organisation')
      .select('locale')
      .where('id', '=', organisation_id)
      .executeTakeFirstOrThrow()
    const tracker = await trx
      .insertInto('tracker')
      .values({
        organisation_id,
        number: `drill-${randomUUID()}`,
        name: languageOf(locale).drill,
        owner_user_id: boundary?.owner_user_id ?? null,
        group_id: drill.group_id,
        token_sha256: hash('sha256', randomUUID()),
        transports: [],
        interval_s: 0,
        drill: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (boundary && !boundary.all_trackers) {
      await trx
        .insertInto('boundary_tracker')
        .values({ organisation_id, boundary_id: boundary.id, tracker_id: tracker.id })
        .execute()
    }
    await trx
      .updateTable('fire_drill')
      .set({
        ...way,
        state: 'running',
        tracker_id: tracker.id,
        boundary_name: boundary?.name ?? null,
        started_at: sql`now()`,
        // Unless a person has ended it in the meantime.
        ends_at: sql`case when ended_by is null then now() + make_interval(mins => ${DRILL_MINUTES}) else now() end`,
        next_at: sql`now()`,
      })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute()
  })
  return null
}

async function findBoundary(db: Kysely<Database>, { organisation_id, boundary_id }: Key) {
  return await db
    .selectFrom('boundary')
    .select(['id', 'organisation_id', 'name', 'rule', 'active', 'owner_user_id', 'all_trackers', 'buffer_m'])
    .select(sql<boolean>`schedule is null or schedule_applies(schedule, now())`.as('applies'))
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', boundary_id)
    .executeTakeFirst()
}

/** A drill ends by itself. */
const DRILL_MINUTES = 30

type Key = { organisation_id: number; boundary_id: number }
