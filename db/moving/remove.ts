import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { MoveError } from './format.ts'
import { readHold } from './hold.ts'
import { readReceipt } from './receipt.ts'

/**
 * Deletes an organisation that has moved: its rows at once, the contents of its files a day later, as those of deleted
 * files. Accounts stay: their people may be members elsewhere, or use this installation again.
 *
 * @param imported instead, an organisation on hold that was imported here: its move is taken back
 * @returns the number of its events
 */
export async function removeMoved(db: Kysely<Database>, organisation_id: number, imported = false): Promise<number> {
  await checkRemovable(db, organisation_id, imported)
  let events = 0
  for (;;) {
    // In steps: one statement would hold its locks for long.
    const { numAffectedRows } =
      await sql`delete from tracker_event where (organisation_id, tracker_id, fix_at, digest) in (
      select organisation_id, tracker_id, fix_at, digest from tracker_event
      where organisation_id = ${organisation_id} limit ${sql.lit(AT_ONCE)})`.execute(db)
    events += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < AT_ONCE) break
  }
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`delete from report_forward_item where organisation_id = ${organisation_id}`.execute(trx)
    for (const table of ['rejected_report', 'alert_job', 'alert_count', 'tracker', 'boundary', 'audit_log'] as const) {
      await sql`delete from ${sql.table(table)} where organisation_id = ${organisation_id}`.execute(trx)
    }
    // Refuses every deletion but that of an organisation, which would delete their invoices before them.
    await sql`alter table transaction disable trigger transaction_kept`.execute(trx)
    await sql`delete from transaction where organisation_id = ${organisation_id}`.execute(trx)
    await sql`alter table transaction enable trigger transaction_kept`.execute(trx)
    // References within the organisation that do not cascade.
    await sql`update devgoal set source_devgoal_id = null
      where organisation_id = ${organisation_id} and source_devgoal_id is not null`.execute(trx)
    await sql`delete from devactivity where organisation_id = ${organisation_id}`.execute(trx)
    await sql`delete from devform where organisation_id = ${organisation_id}`.execute(trx)
    await sql`delete from devplan where organisation_id = ${organisation_id}`.execute(trx)
    // Of its trackers: it may come back, and they with it.
    await sql`delete from event_archive_removal where organisation_id = ${organisation_id}`.execute(trx)
    await sql`delete from event_archive_late where organisation_id = ${organisation_id}`.execute(trx)
    await sql`delete from organisation where id = ${organisation_id}`.execute(trx)
  })
  return events
}

async function checkRemovable(db: Kysely<Database>, organisation_id: number, imported: boolean): Promise<void> {
  const hold = await readHold(db, organisation_id)
  if (hold?.moved_to) return
  if (!imported) {
    throw new MoveError(
      `The organisation ${organisation_id} has not moved: say where it is first (organisation moved).`,
    )
  }
  await readReceipt(db, organisation_id)
  if (!hold) {
    throw new MoveError(`The organisation ${organisation_id} is served here: put it on hold first (organisation hold).`)
  }
}

const AT_ONCE = 20_000
