import { dayText } from './amounts.ts'
import { lengthOf, overlap } from './days.ts'
import type { Evaluation } from './evaluation.ts'
import type { Day, Line, Nothing, Standing, Verdict } from './types.ts'

/** Whether a line asks for something: a limit does not, nor what is waived, not due or reduced to nothing. */
export function asks({ kind, required }: Pick<Line, 'kind' | 'required'>): boolean {
  return required > 0 && kind !== 'sum_max' && kind !== 'share_max'
}

/** Days before the end of a line's time from which it is at risk. */
export const RISK_DAYS = 60

/**
 * How a line stands on a day. A year that has not begun is not missing, one that is over is missed; what is only
 * desirable never is.
 */
export function standingOf(line: Stood, today: Day): Standing {
  if (!asks(line)) return 'none'
  if (line.met) return 'met'
  if (line.desirable) return 'none'
  const { start, end } = line.period
  if (start > today) return 'later'
  if (end < today) return 'missed'
  return lengthOf({ start: today, end }) - 1 <= RISK_DAYS ? 'at_risk' : 'open'
}

type Stood = Pick<Line, 'kind' | 'required' | 'met' | 'period'> & { desirable?: boolean }

/** A result that asks for nothing, or only for what is desirable, is empty, never met. */
export function verdictOf(lines: Asking[]): Verdict {
  const asking = lines.filter((line) => asks(line) && !line.desirable)
  if (asking.length === 0) return 'empty'
  return asking.every(({ met }) => met) ? 'met' : 'unmet'
}

/**
 * The verdict of a result as it is shown, also of one that was kept by a release without verdicts.
 *
 * @param result null in a cycle without a standard
 */
export function judged(result: { lines: Asking[]; nothing?: Nothing | null } | null): Judgement {
  if (!result) return { verdict: 'empty', met: false, nothing: noStandard }
  const verdict = verdictOf(result.lines)
  const nothing = verdict === 'empty' ? (result.nothing ?? unknown) : null
  return { verdict, met: verdict === 'met', nothing }
}

/** Why nothing is asked of a person in a period, with the day that makes it so. */
export function nothingOf(evaluation: Evaluation, lines: Due[]): Nothing {
  const { rules, plan, period, absence } = evaluation
  const from = absence.first_day
  const registered = plan.registered_from ? dayText(plan.registered_from) : ''
  if (from && from > period.end) {
    const text = `The period ends on ${dayText(period.end)}, and this person is registered from ${registered}.`
    return { reason: 'registration', day: plan.registered_from!, sentence: text }
  }
  const waived = absence.waived.map((one) => overlap(one, period)).filter(({ start, end }) => start <= end)
  const waivers = waived.map(({ start, end }) => `${dayText(start)} to ${dayText(end)}`).join(', ')
  const by_waiver = {
    reason: 'waiver' as const,
    day: waived[0]?.start ?? null,
    sentence: `Nothing is asked in this period, because of waivers: ${waivers}.`,
  }
  if (lines.some(({ is_waived }) => is_waived)) return by_waiver
  const due = earliest(lines.map(({ not_due_before }) => not_due_before))
  if (due) return { reason: 'not_due', day: due, sentence: `Nothing is due before ${dayText(due)}.` }
  const later = earliest(rules.rules.map(({ applies_from }) => applies_from ?? null).filter(isAfter(period.start)))
  if (later) {
    const text = `The rules are for periods that begin on ${dayText(later)} or later.`
    return { reason: 'rules_from', day: later, sentence: text }
  }
  if (from && from > period.start) {
    const text = `This person is registered from ${registered}, so nothing is asked until ${dayText(period.end)}.`
    return { reason: 'registration', day: plan.registered_from!, sentence: text }
  }
  if (waived.length > 0) return by_waiver
  return { reason: 'no_rule', day: null, sentence: 'No rule of the standard asks anything of this person.' }
}

const noStandard: Nothing = {
  reason: 'no_standard',
  day: null,
  sentence: 'The cycle has no standard, so nothing is asked.',
}
const unknown: Nothing = { reason: 'no_rule', day: null, sentence: 'Nothing was asked of this person in this period.' }

const earliest = (days: (Day | null)[]): Day | null => days.filter((day) => day !== null).sort()[0] ?? null
const isAfter = (start: Day) => (day: Day | null) => day !== null && day > start

type Asking = Pick<Line, 'kind' | 'required' | 'desirable' | 'met'>
type Due = { is_waived: boolean; not_due_before: Day | null }
export type Judgement = { verdict: Verdict; met: boolean; nothing: Nothing | null }
