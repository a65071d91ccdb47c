import type { Sighting } from './state.ts'

/**
 * The moment a report is judged for: its fix time, but never ahead of its arrival. A device whose clock runs ahead is
 * judged as it reports, and does not make all that follows look late.
 */
export function judgedAt(sighting: Pick<Sighting, 'fix_at' | 'received'>): number {
  return Math.min(sighting.fix_at, sighting.received)
}

/** A report older than the tracker's state keeps its own verdict and changes nothing. */
export function isLate(judged_at: number, state: { judged_at: number | null }): boolean {
  return state.judged_at !== null && judged_at < state.judged_at
}
