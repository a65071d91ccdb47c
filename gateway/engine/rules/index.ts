import { alarmChange } from './alarm.ts'
import { followBreaches } from './breaches.ts'
import { leave } from './leaving.ts'
import { isLate, judgedAt } from './order.ts'
import { isBreaking, isOutside } from './outside.ts'
import { isRepeated } from './repeated.ts'
import type { Breach, ExitPolicy, RuleInput, State } from './state.ts'

/**
 * Judges one report: the flags stored with it, the new state, and the alerts to raise or end.
 *
 * @param now the server's clock, milliseconds since 1970
 */
export function judge(state: State, input: RuleInput, exit_policy: ExitPolicy, now: number): Verdict {
  const judged_at = judgedAt(input)
  const outside = isOutside(input)
  const outside_boundary = isBreaking(outside, input)
  const broken_boundary_id = (input.valid && input.broken?.[0]?.boundary_id) || null
  if (isLate(judged_at, state, now)) {
    return { outside_boundary, broken_boundary_id, repeated: false, late: true, state, alerts: [] }
  }

  const { alert, ...boundary_state } = leave(state, { ...input, judged_at, outside }, exit_policy)
  const { breaches, started, alerts: breach_alerts } = followBreaches(state, { ...input, judged_at }, exit_policy)
  const left = outside === true && state.outside !== true
  const alarm = alarmChange(state.alarm, input.alarm)
  const alerts: AlertChange[] = []
  if (alert) alerts.push({ kind: 'left_boundary', change: alert })
  for (const { rule, boundary_id, change } of breach_alerts) {
    alerts.push({ kind: rule === 'alone' ? 'left_boundary' : 'entered_boundary', change, rule, boundary_id })
  }
  if (alarm.end) alerts.push({ kind: 'alarm', change: 'end' })
  if (alarm.raise) alerts.push({ kind: 'alarm', change: 'raise' })
  return {
    outside_boundary,
    broken_boundary_id: started ?? broken_boundary_id,
    repeated: isRepeated(
      { outside: isBroken(state), alarm: state.alarm },
      { outside: outside_boundary, alarm: input.alarm, started: left || started !== null },
    ),
    late: false,
    state: {
      ...boundary_state,
      judged_at,
      leaving_alerted: alert === 'raise' || (alert !== 'end' && state.leaving_alerted),
      alarm: input.alarm,
      breaches,
      ruled: input.valid ? (input.ruled ?? false) : breaches.length > 0 || (state.ruled ?? false),
    },
    alerts,
  }
}

/** Whether a state breaks any boundary, by all rules; null if none applies. */
export function isBroken({ outside, breaches = [], ruled }: State): boolean | null {
  if (outside || breaches.length > 0) return true
  return outside === null && !ruled ? null : false
}

/** `rule` and `boundary_id` are those of the rules `alone` and `keep_out`; without them it is of rule `any`. */
export type AlertChange = {
  kind: 'left_boundary' | 'entered_boundary' | 'alarm'
  change: 'raise' | 'end'
  rule?: Breach['rule']
  boundary_id?: number
}

export type Verdict = {
  /** By all rules. */
  outside_boundary: boolean | null
  /** A boundary of the rules `alone` and `keep_out` that is broken. */
  broken_boundary_id: number | null
  repeated: boolean
  late: boolean
  state: State
  alerts: AlertChange[]
}

export { isExitConfirmed } from './leaving.ts'
export { initialState } from './state.ts'
export type { Breach, ExitPolicy, RuleInput, State }
