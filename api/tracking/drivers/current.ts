import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { endOfShift } from '#db/movement/drivers.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { createIn } from '../../crud/crud.ts'
import type { Target } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { drivershift } from './drivershift.ts'
import { endShift, lockTrackers } from './shifts.ts'

/** Who drives a tracker now, by its shift that continues. */
export const driverColumns = { driver_id: Nullable(Id), driver_name: Nullable(Type.String()) }

const current = (column: string) => sql`(select ${sql.ref(column)} from driver_shift
  join driver on driver.organisation_id = driver_shift.organisation_id and driver.id = driver_shift.driver_id
  where driver_shift.organisation_id = tracker.organisation_id and driver_shift.tracker_id = tracker.id
    and driver_shift.began_at <= now() and driver_shift.ended_at is null and ${endOfShift('driver_shift')} is null
  order by driver_shift.began_at desc limit 1)`

export const driverComputed = { driver_id: current('driver.id'), driver_name: current('driver.name') }

/** Sets who drives a tracker from now on by beginning a shift; null ends the current shift. */
export async function setDriver(trx: Trx, viewer: Viewer, { id, organisation_id }: Target, driver_id: number | null) {
  await lockTrackers(trx, organisation_id, [id])
  const { rows } = await sql<{ driver_id: number | null }>`select ${driverComputed.driver_id} as driver_id from tracker
    where tracker.organisation_id = ${organisation_id} and tracker.id = ${id}`.execute(trx)
  const before = rows[0]?.driver_id == null ? null : Number(rows[0].driver_id)
  if (before === driver_id) return
  if (driver_id !== null) {
    const began_at = new Date().toISOString()
    await createIn(trx, drivershift, viewer, { tracker_id: id, driver_id, began_at })
    return
  }
  if (!(await endShift(trx, { organisation_id, tracker_id: id }))) {
    throw wrong('driver_id', 'a key says so, and ends it.')
  }
}
