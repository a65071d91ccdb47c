import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { isBelow } from '#db/privacy/tracker_groups.ts'

/** Whether a plan is for a tracker: its own, or that of a group that it is in. */
export async function isOfPlan(
  trx: Trx,
  organisation_id: number,
  tracker_id: number,
  plan: { tracker_id: number | null; group_id: number | null },
): Promise<boolean> {
  if (!plan.group_id) return Number(plan.tracker_id) === tracker_id
  const { rows } =
    await sql`select 1 from tracker t where t.organisation_id = ${organisation_id} and t.id = ${tracker_id}
    and ${isBelow(sql`${organisation_id}::bigint`, sql.ref('t.group_id'), Number(plan.group_id))}`.execute(trx)
  return rows.length > 0
}
