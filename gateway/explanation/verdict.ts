import type { ExplainedVerdict, JudgedReport, Run } from '#db/alerts/explanation.ts'
import { type ExitPolicy, isExitConfirmed } from '../engine/rules/index.ts'

/**
 * Why a tracker had an alert of a boundary at a time, or none. Pure.
 *
 * @param reports newest first; the first is the last before `at`
 * @param alert an alert of a boundary that was open then, if any
 * @param at milliseconds since 1970
 */
export function verdictOf(
  reports: readonly JudgedReport[],
  { exit_policy, alert, at }: { exit_policy: ExitPolicy; alert: boolean; at: number },
): ExplainedVerdict {
  const judged = reports.filter(({ valid, late }) => valid && !late)
  const last = judged[0]
  const report = reportStateOf(reports[0])
  const of = { report, boundary_id: last?.boundary_id ?? null, since: null, count: 0, elapsed_s: 0, is_cut: false }
  if (alert) return { ...of, ...runOf(judged, at), state: 'alerted' }
  if (!last) return { ...of, state: 'unknown' }
  if (last.outside_boundary === null) return { ...of, state: 'unbounded' }
  if (!last.outside_boundary) return { ...of, state: 'inside' }
  const run = runOf(judged, at)
  const is_confirmed = isExitConfirmed(run.count, run.elapsed_s * 1000, exit_policy)
  return { ...of, ...run, state: is_confirmed ? 'confirmed' : 'waiting' }
}

const reportStateOf = (report: JudgedReport | undefined): ExplainedVerdict['report'] =>
  !report ? 'none' : report.late ? 'late' : report.valid ? 'counts' : 'no_fix'

/** The reports in a row that broke the same boundary, up to the last one. */
function runOf(judged: readonly JudgedReport[], at: number): Run {
  const broken = judged[0]?.boundary_id
  const ends = judged.findIndex(({ outside_boundary, boundary_id }) => !outside_boundary || boundary_id !== broken)
  const run = ends === -1 ? judged : judged.slice(0, ends)
  const first = run.at(-1)
  if (!first) return { since: null, count: 0, elapsed_s: 0, is_cut: false }
  // As the engine judges: a clock that is ahead counts as the time of arrival.
  const since = Math.min(first.fix_at, first.received)
  return { since, count: run.length, elapsed_s: Math.max(0, Math.floor((at - since) / 1000)), is_cut: ends === -1 }
}
