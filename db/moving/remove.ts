import { type Kysely, sql } from 'kysely'
import type { Table } from '../tables/define_table.ts'
import { type Database, Organisation, TrackerEvent, tables } from '../tables/index.ts'
import { MoveError } from './format.ts'
import { readHold } from './hold.ts'
import { inOrder, readReferences } from './plan.ts'
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
      await sql`delete from ${TrackerEvent.ref} where (organisation_id, tracker_id, fix_at, digest) in (
      select organisation_id, tracker_id, fix_at, digest from ${TrackerEvent.ref}
      where organisation_id = ${organisation_id} limit ${sql.lit(AT_ONCE)})`.execute(db)
    events += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < AT_ONCE) break
  }
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    // Before its rows: a process that follows its trackers waits, and finds it gone.
    await sql`select 1 from ${Organisation.ref} where id = ${organisation_id} for update`.execute(trx)
    const removed = inOrder(tables, await readReferences(trx)).filter(({ removal }) => removal)
    const [last, first] = [removed.filter(isMade), removed.filter((table) => !isMade(table))]
    for (const table of [...first.reverse(), ...last]) await removeRows(trx, table, organisation_id)
    await sql`delete from ${Organisation.ref} where id = ${organisation_id}`.execute(trx)
  })
  return events
}

const isMade = ({ removal }: Table) => removal?.made_by_trigger

async function removeRows(trx: Kysely<Database>, { ref, removal }: Table, organisation_id: number): Promise<void> {
  const { empties, refused_by } = removal!
  if (refused_by) await sql`alter table ${ref} disable trigger ${sql.ref(refused_by)}`.execute(trx)
  const where = sql`organisation_id = ${organisation_id}`
  await (empties
    ? sql`update ${ref} set ${sql.ref(empties)} = null where ${where} and ${sql.ref(empties)} is not null`
    : sql`delete from ${ref} where ${where}`
  ).execute(trx)
  if (refused_by) await sql`alter table ${ref} enable trigger ${sql.ref(refused_by)}`.execute(trx)
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
