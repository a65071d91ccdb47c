import type { ExitPolicy, RuleInput, State } from './state.ts'

/**
 * Debounces the verdict (hysteresis): leaving is a state, not an edge. When a tracker has been outside for as long as its
 * exit policy requires, one alert is raised. Returning ends it; so does removing the last applicable boundary. A report
 * without a fix changes nothing.
 */
export function leave(state: State, input: JudgedInput, exit_policy: ExitPolicy): Leaving {
  const { judged_at, outside } = input
  if (outside === null) {
    return input.bounded ? { ...stay(state), alert: null } : { ...inside(null), alert: end(state) }
  }
  if (!outside) return { ...inside(input.boundary_id), alert: end(state) }

  // Never after the report: the server's clock may have been ahead when the state was written.
  const outside_since = state.outside ? Math.min(state.outside_since ?? judged_at, judged_at) : judged_at
  const outside_count = state.outside ? state.outside_count + 1 : 1
  const raise =
    !(state.outside && state.leaving_alerted) && isExitConfirmed(outside_count, judged_at - outside_since, exit_policy)
  return { outside, outside_since, outside_count, boundary_id: state.boundary_id, alert: raise ? 'raise' : null }
}

/**
 * Whether enough consecutive reports or enough time confirm the exit. One report is the default; with a delay set
 * beside that default, the delay decides.
 */
export function isExitConfirmed(count: number, elapsed_ms: number, exit_policy: ExitPolicy): boolean {
  const { exit_confirmations, exit_delay_s } = exit_policy
  if (exit_delay_s > 0 && elapsed_ms >= exit_delay_s * 1000) return true
  if (exit_delay_s > 0 && exit_confirmations === 1) return false
  return count >= exit_confirmations
}

const inside = (boundary_id: number | null) => ({
  outside: boundary_id === null ? null : false,
  outside_since: null,
  outside_count: 0,
  boundary_id,
})

const stay = ({ outside, outside_since, outside_count, boundary_id }: State) => ({
  outside,
  outside_since,
  outside_count,
  boundary_id,
})

const end = (state: State) => (state.leaving_alerted ? ('end' as const) : null)

type JudgedInput = Pick<RuleInput, 'bounded' | 'boundary_id'> & { judged_at: number; outside: boolean | null }

type Leaving = Pick<State, 'outside' | 'outside_since' | 'outside_count' | 'boundary_id'> & {
  alert: 'raise' | 'end' | null
}
