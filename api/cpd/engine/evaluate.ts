import { countsItems } from './amounts.ts'
import { lengthOf } from './days.ts'
import { byPosition, byTime, entriesOf } from './entries.ts'
import type { Draft, Evaluation } from './evaluation.ts'
import { linesOf } from './lines.ts'
import { periodOf, submitBy, yearsOf } from './periods.ts'
import { absenceOf, absencesOf, isOfAll, reductionOf } from './reductions.ts'
import { sentenceOf } from './sentences.ts'
import type { Activity, Day, Plan, Result, Rule, RuleSet, Waiver } from './types.ts'
import { nothingOf, verdictOf } from './verdict.ts'

/**
 * Evaluates a person's activities in a cycle by the rules of a standard. Pure: the same values give the same result,
 * whatever their order. `recordsOf` names the days whose activities are needed. `today` is a day in the organisation's
 * time zone.
 */
export function evaluate(standard: RuleSet, plan: Plan, activities: Activity[], waivers: Waiver[], today: Day): Result {
  const rules = { ...standard, rules: standard.rules.map((rule) => withUnit(rule, standard)).sort(byPosition) }
  const period = periodOf(rules, plan)
  const granted = waivers.filter(({ state = 'granted' }) => state === 'granted')
  const absence = absenceOf(rules, plan, granted.filter(isOfAll))
  const counting = activities.filter(({ state }) => state !== 'draft' && state !== 'returned').sort(byTime)
  const entries = entriesOf(rules, plan, period, counting, today)
  const evaluation: Evaluation = {
    rules,
    plan,
    period,
    absence,
    absences: absencesOf(rules, plan, granted),
    activities: counting,
    entries,
    entries_of: Map.groupBy(entries, ({ activity }) => activity),
    titles: new Map(counting.map(({ id, title }) => [id, title])),
    years: yearsOf(period),
    today,
  }
  const drafts = rules.rules.flatMap((rule) => linesOf(evaluation, rule))
  for (const draft of drafts) meetByAlternative(draft, drafts)
  const { months, waived_months } = reductionOf(rules, absence, period)
  const verdict = verdictOf(drafts.map(({ line }) => line))
  return {
    period,
    lines: drafts.map((draft) => ({ ...draft.line, sentence: sentenceOf(evaluation, draft) })),
    verdict,
    met: verdict === 'met',
    nothing: verdict === 'empty' ? nothingOf(evaluation, drafts) : null,
    days_left: Math.max(0, lengthOf({ start: today, end: period.end }) - 1),
    months,
    waived_months,
    audit_percent: rules.audit_percent ?? null,
    submit_by: rules.submit_by ? submitBy(rules.submit_by, period.end) : null,
  }
}

/** A sum without a unit is in the standard's: hours and days are not added up. */
function withUnit(rule: Rule, { unit }: RuleSet): Rule {
  return countsItems(rule) || rule.unit ? rule : { ...rule, unit }
}

/** A line that is not met is met by its alternative, where one is named and met in the same time. */
function meetByAlternative(draft: Draft, drafts: Draft[]): void {
  const { line, rule } = draft
  if (line.met || rule.alternative_rule_id === undefined || rule.alternative_rule_id === null) return
  const alternative = drafts.find(
    (other) =>
      other.rule.id === rule.alternative_rule_id &&
      other.line.met &&
      other.line.counted > 0 &&
      other.line.period.start <= line.period.end &&
      other.line.period.end >= line.period.start,
  )
  if (!alternative) return
  draft.met_by = alternative
  line.met = true
  line.missing = 0
  if (line.standing !== 'none') line.standing = 'met'
}
