import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { Pace } from '#db/pace.ts'
import { deleteFirstEvents } from '#db/partitions.ts'
import type { Table } from '#db/tables/define_table.ts'
import { tables } from '#db/tables/index.ts'
import { type Part, removeAll, repeat, walk } from './parts.ts'

/**
 * Erases the phones of deleted accounts with all that is known of them, or takes their owner's name from those that are
 * to stay. Readers leave positions in files out from now on; they go when the files are rewritten.
 */
export async function settlePhones(db: Db, part: Part, ids: number[]): Promise<void> {
  const phones = await db
    .selectFrom('tracker as t')
    .innerJoin('user_account as u', 'u.id', 't.owner_user_id')
    .select(['t.id', 't.organisation_id', 'u.keeps_phones'])
    .where('t.owner_user_id', 'in', ids)
    .where('t.type', '=', 'phone')
    .execute()
  for (const { keeps_phones, ...phone } of phones)
    await (keeps_phones ? keepPhone(part, phone) : erasePhone(part, phone))
}

async function keepPhone(part: Part, { id, organisation_id }: Phone): Promise<void> {
  await part(new Pace(), (trx) =>
    trx
      .updateTable('tracker')
      .set({ name: `phone-${id}`, number: `phone-${randomUUID()}`, owner_user_id: null })
      .where('organisation_id', '=', organisation_id)
      .where('id', '=', id)
      .execute(),
  )
}

async function erasePhone(part: Part, { id, organisation_id }: Phone): Promise<void> {
  const isOfPhone = sql<boolean>`organisation_id = ${organisation_id} and tracker_id = ${id}`
  for (const table of ofTrackers) if (!isWalked(table)) await removeAll(part, table.name, isOfPhone)
  await repeat(part, (trx, rows) => deleteFirstEvents(trx, { organisation_id, tracker_id: id }, rows))
  for (const { name, ref } of ofTrackers.filter(isWalked)) {
    await walk(part, { table: name, where: isOfPhone }, (trx, _found, these) =>
      sql`delete from ${ref} where ${these}`.execute(trx),
    )
  }
  await part(new Pace(), async (trx) => {
    // The state is deleted first: the engine locks it, so no report of the phone is stored afterwards.
    for (const table of ['tracker_state', 'tracker_event', 'rejected_report'] as const) {
      await trx.deleteFrom(table).where('organisation_id', '=', organisation_id).where('tracker_id', '=', id).execute()
    }
    await trx.deleteFrom('tracker').where('organisation_id', '=', organisation_id).where('id', '=', id).execute()
  })
}

/** Tables with rows about one tracker. What says that events in files are to be left out stays until they are gone. */
const ofTrackers = (tables as Table[]).filter(
  ({ columns, purge }) => 'tracker_id' in columns && 'organisation_id' in columns && purge?.phone !== 'apart',
)
const isWalked = ({ purge }: Table) => purge?.phone === 'without_index'

type Phone = { id: number; organisation_id: number }
