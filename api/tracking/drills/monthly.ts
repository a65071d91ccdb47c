import { sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Db } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import type { ApiContext } from '../../context.ts'
import { dueAfter } from './firedrillplan.ts'

/** Begins the monthly drills. */
export const makeMonthlyDrills = ({ db }: ApiContext): PeriodicTask => ({
  name: 'monthly fire drills',
  interval_ms: 30_000,
  run: () => beginDueDrills(db),
})

/**
 * Once each, whatever is killed and however many processes there are. One that was due while the server was down for
 * hours is left out: a drill in the night is worse than none. So is one while another runs.
 */
export async function beginDueDrills(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('fire_drill_plan as p')
      .innerJoin('organisation as o', 'o.id', 'p.organisation_id')
      .select(['p.id', 'p.organisation_id', 'p.kind', 'p.boundary_id', 'p.alarm', 'p.group_id', 'p.escalates'])
      .select(['p.day_of_month', 'p.at', 'p.next_at', 'o.timezone'])
      .where('p.active', '=', true)
      .where('p.next_at', '<=', sql<string>`now()`)
      .where(isServed(sql`p.organisation_id`))
      .orderBy('p.next_at')
      .limit(AT_ONCE)
      .forUpdate('p')
      .skipLocked()
      .execute()
    for (const { id, day_of_month, at, next_at, timezone, ...drill } of due) {
      await trx
        .updateTable('fire_drill_plan')
        .set({ next_at: dueAfter({ day_of_month, at }, timezone, new Date()) })
        .where('organisation_id', '=', drill.organisation_id)
        .where('id', '=', id)
        .execute()
      if (Date.now() - Date.parse(next_at!) > LATE_MS) continue
      await trx
        .insertInto('fire_drill')
        .values({ ...drill, scheduled_for: next_at })
        .onConflict((on) => on.doNothing())
        .execute()
    }
  })
}

const AT_ONCE = 100
const LATE_MS = 2 * 3_600_000
