/** What is due of a plan, and which alerts follow. Pure: `read.ts` reads what is used, `settle.ts` writes alerts. */

export const maintenanceStates = ['ok', 'soon', 'due', 'overdue'] as const
export type MaintenanceState = (typeof maintenanceStates)[number]

/**
 * The state of a plan for a tracker: the worst of its measures. A tenth of the distance or the hours, or 14 days, before
 * the end it is due soon, and as much after it it is overdue; of short intervals of days it is half of them. What is due
 * within 14 days as the tracker is used is due soon, too.
 */
export function stateOf(plan: Plan, used: Used): { state: MaintenanceState; in_days: number | null } {
  const measures = [
    measure(plan.every_m, used.m, used.m_a_day),
    measure(plan.every_h, used.h, used.h_a_day),
    measure(plan.every_days, used.days, 1, plan.every_days === null ? 0 : Math.min(SOON_DAYS, plan.every_days / 2)),
  ].filter((each) => each !== null)
  const days = measures.map(({ in_days }) => in_days).filter((each) => each !== null)
  const worst = Math.max(0, ...measures.map(({ state }) => maintenanceStates.indexOf(state)))
  return { state: maintenanceStates[worst]!, in_days: days.length === 0 ? null : Math.min(...days) }
}

/** Which alerts are raised and which end: one is open for a plan of a tracker while it is due. */
export function alertsFor<Row extends Key & { state: MaintenanceState }, Open extends Key>(rows: Row[], open: Open[]) {
  const due = new Map(
    rows.filter(({ state }) => state === 'due' || state === 'overdue').map((row) => [keyOf(row), row]),
  )
  const known = new Set(open.map(keyOf))
  return {
    raised: [...due.values()].filter((row) => !known.has(keyOf(row))),
    ended: open.filter((alert) => !due.has(keyOf(alert))),
  }
}

function measure(every: number | null, used: number, a_day: number, margin?: number): Measure | null {
  if (every === null) return null
  const slack = margin ?? every / 10
  const left = every - used
  const in_days = left <= 0 ? 0 : a_day > 0 ? Math.floor(left / a_day) : null
  if (left <= 0) return { state: -left >= slack ? 'overdue' : 'due', in_days }
  // By days alone the margin says what is soon, as it is less for short intervals.
  const is_near = margin === undefined && in_days !== null && in_days <= SOON_DAYS && used >= every / 2
  return { state: left <= slack || is_near ? 'soon' : 'ok', in_days }
}

const SOON_DAYS = 14

const keyOf = ({ maintenance_plan_id, tracker_id }: Key) => `${maintenance_plan_id} ${tracker_id}`

type Measure = { state: MaintenanceState; in_days: number | null }
type Key = { maintenance_plan_id: number; tracker_id: number }

/** After how much it is to be done again: metres, hours of the engine, days; null does not count. */
export type Plan = { every_m: number | null; every_h: number | null; every_days: number | null }
/** Since it was last done, and a day's mean of late. */
export type Used = { m: number; h: number; days: number; m_a_day: number; h_a_day: number }
