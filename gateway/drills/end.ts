import { type Kysely, sql } from 'kysely'
import type { OwnedAlert } from '#db/alerts/owned.ts'
import { deleteInParts, repeatInParts } from '#db/pace.ts'
import { deleteFirstEvents } from '#db/partitions.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { type Drill, noteAcknowledged } from './drill.ts'
import { settled } from './lines.ts'
import { readLines } from './read_lines.ts'

/**
 * Keeps what became of a drill, then removes all that is synthetic. Repeated after a crash it continues: the lines are
 * kept first, and the drill has ended when its tracker is gone.
 *
 * @returns its alert as it has ended, without a message about it
 */
export async function endDrill(db: Kysely<Database>, drill: Drill, quotas: QuotaDefaults): Promise<OwnedAlert[]> {
  const { id, tracker_id, failure } = drill
  if (drill.alert_id !== null) await noteAcknowledged(db, drill)
  if (drill.lines === null) {
    const lines = settled(await readLines(db, quotas, drill))
    await db
      .updateTable('fire_drill')
      .set({
        lines: sql`${JSON.stringify(lines)}::jsonb`,
        ended_by: failure ? 'failure' : (drill.ended_by ?? 'time'),
        failure,
        ends_at: sql`coalesce(least(ends_at, now()), now())`,
      })
      .where('id', '=', id)
      .execute()
  }
  const alerts = tracker_id === null ? [] : await endAlerts(db, drill)
  await stopMessages(db, drill)
  if (tracker_id !== null) await removeEvents(db, { ...drill, tracker_id })
  await db.transaction().execute(async (trx) => {
    if (tracker_id !== null) await removeTracker(trx, { ...drill, tracker_id })
    await trx
      .updateTable('fire_drill')
      .set({ state: 'ended', ended_at: sql`now()`, modified_at: sql`now()` })
      .where('id', '=', id)
      .execute()
  })
  return alerts
}

async function endAlerts(db: Kysely<Database>, { organisation_id, tracker_id }: Drill): Promise<OwnedAlert[]> {
  const { rows } = await sql<OwnedAlert>`update alert a set ended_at = greatest(a.started_at, now())
    from tracker t where a.organisation_id = ${organisation_id} and a.tracker_id = ${tracker_id} and a.ended_at is null
      and t.organisation_id = a.organisation_id and t.id = a.tracker_id
    returning a.*, t.owner_user_id, t.group_id`.execute(db)
  return rows.map((row) => ({ ...row, drill: true }))
}

/** What waits for a retry, a quota or a confirmation would say later that something has happened. */
async function stopMessages(db: Kysely<Database>, { organisation_id, alert_id, started_at }: Drill): Promise<void> {
  if (alert_id === null) return
  await sql`update message_delivery set expires_at = now()
    where state in ('queued', 'held') and message_id = any(array(
      select m.id from message m where m.organisation_id = ${organisation_id} and m.kind = 'alert'
        and m.alert_id = ${alert_id} and m.created_at >= ${started_at}::timestamptz))`.execute(db)
}

async function removeEvents(db: Kysely<Database>, tracker: TrackerKey): Promise<void> {
  const { organisation_id, tracker_id } = tracker
  await repeatInParts(db, (trx, rows) => deleteFirstEvents(trx, tracker, rows))
  await deleteInParts(db, 'alert', sql`organisation_id = ${organisation_id} and tracker_id = ${tracker_id}`)
}

/** Its state first: reports lock it, so none is stored after this. What was kept for a digest would come hours later. */
async function removeTracker(trx: Kysely<Database>, { organisation_id, tracker_id }: TrackerKey): Promise<void> {
  for (const table of ['tracker_state', 'tracker_event', 'rejected_report', 'held_alert', 'alert_job'] as const) {
    await trx
      .deleteFrom(table)
      .where('organisation_id', '=', organisation_id)
      .where('tracker_id', '=', tracker_id)
      .execute()
  }
  await trx
    .deleteFrom('tracker')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', tracker_id)
    .where('drill', '=', true)
    .execute()
}

type TrackerKey = { organisation_id: number; tracker_id: number }
