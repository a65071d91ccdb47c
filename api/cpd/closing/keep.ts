import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { keepReports, titleForOthers } from '../report/data.ts'
import { type Cycle, evaluatePeople } from '../results/evaluate_plans.ts'
import { numbersOf } from '../results/stats.ts'

/** Keeps the results and reports of plans of one cycle, whose row is locked, and the days that do not change any more. */
export async function keepPlans(trx: Trx, cycle: Cycle, plans: { id: number; user_id: number }[]): Promise<void> {
  if (plans.length === 0) return
  const user_ids = plans.map(({ user_id }) => user_id)
  const results = await evaluatePeople(trx, { cycle, user_ids, title: titleForOthers })
  const kept = plans.map((plan) => {
    const result = numbersOf(results.get(plan.user_id)!)
    const { start, end } = result.result?.period ?? cycle
    return { id: plan.id, result, closed_from: start, closed_to: end }
  })
  await sql`update devplan p
    set result = g.result, closed_at = now(), closed_from = g.closed_from, closed_to = g.closed_to
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as g (id bigint, result jsonb, closed_from date, closed_to date)
    where p.id = g.id`.execute(trx)
  await keepReports(
    trx,
    plans.map(({ id }) => id),
  )
}
