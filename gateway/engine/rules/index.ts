import { alarmChange } from './alarm.ts'
import { leave } from './leaving.ts'
import { isLate, judgedAt } from './order.ts'
import { isOutside } from './outside.ts'
import { isRepeated } from './repeated.ts'
import type { ExitPolicy, RuleInput, State } from './state.ts'

/**
 * Judges one report: the flags stored with it, the new state, and the alerts to raise or end.
 *
 * @param now the server's clock, milliseconds since 1970
 */
export function judge(state: State, input: RuleInput, exit_policy: ExitPolicy, now: number): Verdict {
  const judged_at = judgedAt(input)
  const outside_boundary = isOutside(input)
  if (isLate(judged_at, state, now)) {
    return { outside_boundary, repeated: false, late: true, state, alerts: [] }
  }

  const { alert, ...boundary_state } = leave(state, { ...input, judged_at, outside: outside_boundary }, exit_policy)
  const alarm = alarmChange(state.alarm, input.alarm)
  const alerts: AlertChange[] = []
  if (alert) alerts.push({ kind: 'left_boundary', change: alert })
  if (alarm.end) alerts.push({ kind: 'alarm', change: 'end' })
  if (alarm.raise) alerts.push({ kind: 'alarm', change: 'raise' })
  return {
    outside_boundary,
    repeated: isRepeated(state, { outside: outside_boundary, alarm: input.alarm }),
    late: false,
    state: {
      ...boundary_state,
      judged_at,
      leaving_alerted: alert === 'raise' || (alert !== 'end' && state.leaving_alerted),
      alarm: input.alarm,
    },
    alerts,
  }
}

export type AlertChange = { kind: 'left_boundary' | 'alarm'; change: 'raise' | 'end' }

export type Verdict = {
  outside_boundary: boolean | null
  repeated: boolean
  late: boolean
  state: State
  alerts: AlertChange[]
}

export type { ExitPolicy, RuleInput, State }
