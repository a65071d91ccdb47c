import { alarmChange } from './alarm.ts'
import { leave } from './leaving.ts'
import { isLate, judgedAt } from './order.ts'
import { isOutside } from './outside.ts'
import { isRepeated } from './repeated.ts'
import type { Patience, Sighting, State } from './state.ts'

/**
 * Judges one report: the flags that are stored with it, the state after it, and what becomes of the alerts.
 *
 * @param now the server's clock, milliseconds since 1970
 */
export function judge(state: State, sighting: Sighting, patience: Patience, now: number): Verdict {
  const judged_at = judgedAt(sighting)
  const outside_boundary = isOutside(sighting)
  if (isLate(judged_at, state, now)) {
    return { outside_boundary, repeated: false, late: true, state, alerts: [] }
  }

  const { alert, ...whereabouts } = leave(state, { ...sighting, judged_at, outside: outside_boundary }, patience)
  const alarm = alarmChange(state.alarm, sighting.alarm)
  const alerts: AlertChange[] = []
  if (alert) alerts.push({ kind: 'left_boundary', change: alert })
  if (alarm.end) alerts.push({ kind: 'alarm', change: 'end' })
  if (alarm.raise) alerts.push({ kind: 'alarm', change: 'raise' })
  return {
    outside_boundary,
    repeated: isRepeated(state, { outside: outside_boundary, alarm: sighting.alarm }),
    late: false,
    state: {
      ...whereabouts,
      judged_at,
      leaving_alerted: alert === 'raise' || (alert !== 'end' && state.leaving_alerted),
      alarm: sighting.alarm,
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

export type { Patience, Sighting, State }
