import { isExitConfirmed } from './leaving.ts'
import type { Breach, ExitPolicy, RuleInput, State } from './state.ts'

/**
 * Follows each broken boundary of the rules `alone` and `keep_out` by itself: like a leaving it is confirmed by the
 * tracker's exit policy, raises one alert, and ends when the boundary is kept again or no longer applies. A report
 * without a fix ends only those that no longer apply.
 *
 * @returns `breaches` is the same array if nothing changed
 */
export function followBreaches(state: State, input: JudgedInput, exit_policy: ExitPolicy): Followed {
  const before = state.breaches ?? none
  const { valid, judged_at, broken = none, ceased = none } = input
  if (before.length === 0 && broken.length === 0) return { breaches: none, started: null, alerts: [] }

  const breaches: Breach[] = []
  const alerts: BreachAlert[] = []
  let started: number | null = null
  for (const breach of before) {
    const lasts = valid ? broken.some((now) => isSame(now, breach)) : !ceased.includes(breach.boundary_id)
    if (!lasts && breach.alerted) alerts.push({ ...keyOf(breach), change: 'end' })
    if (lasts && !valid) breaches.push(breach)
  }
  for (const now of valid ? broken : none) {
    const known = before.find((breach) => isSame(now, breach))
    if (!known) started ??= now.boundary_id
    const breach = known
      ? continued(known, judged_at, exit_policy)
      : { ...keyOf(now), since: judged_at, count: 1, alerted: false }
    const raise = !breach.alerted && isExitConfirmed(breach.count, judged_at - breach.since, exit_policy)
    if (raise) alerts.push({ ...keyOf(now), change: 'raise' })
    breaches.push(raise ? { ...breach, alerted: true } : breach)
  }
  const is_unchanged = breaches.length === before.length && breaches.every((breach, i) => breach === before[i])
  return { breaches: is_unchanged ? before : breaches, started, alerts }
}

/** The same breach after another report. Counts stop at the number that confirms it, so that nothing is written. */
function continued(breach: Breach, judged_at: number, { exit_confirmations }: ExitPolicy): Breach {
  // Never after the report: the server's clock may have been ahead when the state was written.
  const since = Math.min(breach.since, judged_at)
  const count = breach.alerted ? breach.count : Math.min(breach.count + 1, Math.max(breach.count, exit_confirmations))
  return since === breach.since && count === breach.count ? breach : { ...breach, since, count }
}

/** A boundary whose rule has changed since is another breach. */
const isSame = (a: BreachKey, b: BreachKey) => a.boundary_id === b.boundary_id && a.rule === b.rule

const keyOf = ({ boundary_id, rule }: BreachKey) => ({ boundary_id, rule })

const none: readonly never[] = []

type BreachKey = Pick<Breach, 'boundary_id' | 'rule'>
type JudgedInput = Pick<RuleInput, 'valid' | 'broken' | 'ceased'> & { judged_at: number }
export type BreachAlert = BreachKey & { change: 'raise' | 'end' }
type Followed = {
  breaches: readonly Breach[]
  /** The boundary of one that began with this report. */
  started: number | null
  alerts: BreachAlert[]
}
