import { type Kysely, sql } from 'kysely'
import type { RowOf } from '../tables/define_table.ts'
import type { Database } from '../tables/index.ts'
import type { Alert } from '../tables/tracking/alert.ts'
import { sensorsOf } from './of_tracker.ts'

/**
 * Makes gateways read the sensors of trackers again, as after each change of what applies, and ends the alerts of sensors
 * that do not apply any more or have no limits. States are locked first, in the order in which reports write them.
 *
 * @param tracker_id null for all trackers of the organisation
 * @returns the alerts that it has ended
 */
export async function settleSensors(
  trx: Kysely<Database>,
  organisation_id: number,
  tracker_id: number | null,
): Promise<RowOf<typeof Alert>[]> {
  const of = (column: string) => (tracker_id === null ? sql`true` : sql`${sql.ref(column)} = ${tracker_id}`)
  const { rows: any } = await sql`select 1 where exists (select from sensor s
      where s.organisation_id = ${organisation_id} and num_nonnulls(s.low, s.high) > 0)
    or exists (select from alert a
      where a.organisation_id = ${organisation_id} and a.kind = 'sensor' and a.ended_at is null)`.execute(trx)
  if (any.length === 0) return []
  await sql`with locked as (
      select s.tracker_id from tracker_state s where s.organisation_id = ${organisation_id} and ${of('s.tracker_id')}
      order by s.tracker_id for update)
    update tracker_state s set event_id = event_id from locked
    where s.organisation_id = ${organisation_id} and s.tracker_id = locked.tracker_id`.execute(trx)
  const { rows } = await sql<RowOf<typeof Alert>>`
    update alert a set ended_at = greatest(a.started_at, now())
    where a.organisation_id = ${organisation_id} and ${of('a.tracker_id')} and a.kind = 'sensor' and a.ended_at is null
      and not exists (select from tracker t cross join lateral ${sensorsOf('t')} s
        where t.organisation_id = a.organisation_id and t.id = a.tracker_id and s.id = a.sensor_id
          and num_nonnulls(s.low, s.high) > 0)
    returning a.*`.execute(trx)
  await sql`update tracker_sensor s set alert_id = null, outside_since = null
    where s.organisation_id = ${organisation_id} and ${of('s.tracker_id')} and s.alert_id is not null
      and not exists (select from alert a where a.organisation_id = s.organisation_id and a.id = s.alert_id
        and a.ended_at is null)`.execute(trx)
  return rows
}
