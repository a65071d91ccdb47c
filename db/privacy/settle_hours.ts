import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { hoursOfGroups } from './tracker_groups.ts'

/**
 * Keeps groups as they are until the end of the transaction: a tracker that comes into one, while the hours of that one
 * change, would have neither. Changes of groups lock the same row.
 */
export const holdGroups = (trx: Kysely<Database>, organisation_id: number) =>
  sql`select from organisation where id = ${organisation_id} for share`.execute(trx)

/**
 * Writes the working hours of groups to the trackers that have none of their own. Where reports are judged, the hours of
 * a tracker are read alone. States are locked first, in the order in which reports write them.
 *
 * @param tracker_id null for all trackers of the organisation
 */
export async function settleHours(
  trx: Kysely<Database>,
  organisation_id: number,
  tracker_id: number | null,
): Promise<void> {
  const { rows } = await sql<{ tracker_id: number }>`
    select w.tracker_id::float8 as tracker_id from (
      select t.id as tracker_id, ${hoursOfGroups('t')} as schedule, p.schedule as present
      from tracker t left join tracker_privacy p on p.organisation_id = t.organisation_id and p.tracker_id = t.id
      where t.organisation_id = ${organisation_id} and not t.drill and (p.by_group or p.schedule is null)
        and ${tracker_id === null ? sql`true` : sql`t.id = ${tracker_id}`}) w
    where w.schedule is distinct from w.present`.execute(trx)
  if (rows.length === 0) return
  const ids = rows.map((row) => row.tracker_id)
  await sql`with locked as (
      select s.tracker_id from tracker_state s
      where s.organisation_id = ${organisation_id} and s.tracker_id = any(${ids}::bigint[])
      order by s.tracker_id for update)
    update tracker_state s set event_id = event_id from locked
    where s.organisation_id = ${organisation_id} and s.tracker_id = locked.tracker_id`.execute(trx)
  await sql`insert into tracker_privacy as p (organisation_id, tracker_id, schedule, by_group)
    select t.organisation_id, t.id, h.schedule, h.schedule is not null
    from tracker t cross join lateral (select ${hoursOfGroups('t')} as schedule) h
    where t.organisation_id = ${organisation_id} and t.id = any(${ids}::bigint[]) order by t.id
    on conflict (organisation_id, tracker_id) do update set schedule = excluded.schedule, by_group = excluded.by_group, modified_at = now()
      where p.by_group or p.schedule is null`.execute(trx)
}
