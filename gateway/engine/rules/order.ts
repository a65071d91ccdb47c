import type { RuleInput } from './state.ts'

/**
 * The moment a report is judged for: its fix time, but never ahead of its arrival. A device whose clock runs ahead is
 * judged as it reports, and does not make all that follows look late.
 */
export function judgedAt(input: Pick<RuleInput, 'fix_at' | 'received'>): number {
  return Math.min(input.fix_at, input.received)
}

/**
 * A report older than the tracker's state keeps its own verdict and changes nothing. A state that is ahead of the
 * server's clock was written while that clock was wrong: nothing can be said to be older, and the report begins again.
 *
 * @param now the server's clock at this moment, which is later than the arrival of what has waited
 */
export function isLate(judged_at: number, state: { judged_at: number | null }, now: number): boolean {
  return state.judged_at !== null && state.judged_at <= now && judged_at < state.judged_at
}
