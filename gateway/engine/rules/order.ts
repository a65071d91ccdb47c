import type { RuleInput } from './state.ts'

/**
 * The time a report is judged at: its fix time, capped at its arrival, so a device clock that runs ahead does not make
 * later reports late.
 */
export function judgedAt(input: Pick<RuleInput, 'fix_at' | 'received'>): number {
  return Math.min(input.fix_at, input.received)
}

/**
 * Whether a report is older than the tracker's state: it is judged on its own and changes nothing. A state ahead of the
 * server's clock was written with a wrong clock, so nothing is late against it.
 *
 * @param now the server's clock, later than the arrival of queued reports
 */
export function isLate(judged_at: number, state: { judged_at: number | null }, now: number): boolean {
  return state.judged_at !== null && state.judged_at <= now && judged_at < state.judged_at
}
