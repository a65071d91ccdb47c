import { countsItems, decimal, hundredths, roundTo, stepOf } from './amounts.ts'
import { addDays, addMonths } from './days.ts'
import { amountOf, appliesTo, byPosition, matches } from './entries.ts'
import type { Counted, Draft, Evaluation } from './evaluation.ts'
import { countDistinct, countItems, countLevels } from './items.ts'
import { periodsOf } from './periods.ts'
import { type Absence, isCovered, isPercentage, reductionOf } from './reductions.ts'
import { type Share, shared } from './shares.ts'
import type { Day, LineActivity, Period, Rule } from './types.ts'
import { standingOf } from './verdict.ts'

/** The lines of a rule: one for each of its periods, and of `each_min` for each category. */
export function linesOf(evaluation: Evaluation, rule: Rule): Draft[] {
  const { rules, plan, period, absence, today } = evaluation
  const referenced = rule.kind === 'share_max' && rules.rules.find(({ id }) => id === rule.share_of_rule_id)
  return periodsOf(referenced || rule, period, evaluation.years)
    .filter((one) => appliesTo(rule, plan, one, today))
    .filter((one) => one.start >= (rule.applies_from ?? '') && one.end >= (absence.first_day ?? ''))
    .flatMap((one) =>
      rule.kind === 'each_min'
        ? (rule.category_codes ?? []).map((code) => lineOf(evaluation, { ...rule, category_codes: [code] }, one, code))
        : [lineOf(evaluation, rule, one)],
    )
    .filter(bites)
}

/** A limit is shown where it leaves out something. */
function bites({ rule, line }: Draft): boolean {
  if (rule.kind !== 'sum_max' && rule.kind !== 'share_max') return true
  return line.activities.some(({ limited_by: by }) => by && 'rule' in by && by.rule === rule.id)
}

function lineOf(evaluation: Evaluation, rule: Rule, period: Period, category_code?: string): Draft {
  const { rules } = evaluation
  const counted = count(evaluation, rule, period)
  const reduction = reductionOf(rules, absenceFrom(evaluation, rule), period, rule.reduced_from_months ?? undefined)
  const not_due_before = dueFrom(evaluation, rule, period)
  const full = fullAmount(evaluation, rule, period)
  const isLimit = rule.kind === 'sum_max' || rule.kind === 'share_max'
  const required = isLimit ? (counted.limit ?? full) : not_due_before ? 0 : requiredOf(evaluation, rule, period)
  const { sum } = counted
  const is_later = period.start > evaluation.today
  const missing = isLimit || is_later ? 0 : Math.max(0, required - sum)
  const met = isLimit || sum >= required
  const desirable = rule.desirable ?? false
  return {
    rule,
    line: {
      rule: rule.id,
      kind: rule.kind,
      period,
      ...(category_code ? { category_code } : {}),
      unit: countsItems(rule) ? 'items' : rule.unit && rule.unit !== 'items' ? rule.unit : rules.unit,
      required: decimal(required),
      counted: decimal(sum),
      missing: decimal(missing),
      met,
      desirable,
      standing: standingOf({ kind: rule.kind, required, met, period, desirable }, evaluation.today),
      activities: counted.activities,
    },
    counted,
    full,
    reduction,
    is_waived: isExempt(evaluation, rule, period) && !isLimit && rule.reduced_by_leave !== false,
    not_due_before,
  }
}

/** What counts for a rule in a period, in hundredths. */
function count(evaluation: Evaluation, rule: Rule, period: Period): Counted {
  if (rule.kind === 'level_min') return countLevels(evaluation, rule, period)
  if (rule.kind === 'distinct_min') return countDistinct(evaluation, rule, period)
  if (countsItems(rule)) return countItems(evaluation, rule, period)
  if (rule.kind === 'share_max') {
    const referenced = evaluation.rules.rules.find(({ id }) => id === rule.share_of_rule_id)
    if (!referenced) return { sum: 0, limit: 0, activities: [] }
    const all = summed(evaluation, referenced, period)
    const limit = Math.floor((total(all) * rule.amount) / 100)
    return { ...sumOf(all.filter(({ entry }) => matches(entry, rule))), limit }
  }
  return sumOf(summed(evaluation, rule, period))
}

/** A rule's entries in a period, after its `share_max` rules. */
function summed({ rules, plan, entries, today }: Evaluation, rule: Rule, { start, end }: Period): Share[] {
  const own = entries.filter(
    (entry) => entry.activity.completed_on >= start && entry.activity.completed_on <= end && matches(entry, rule),
  )
  const limits = rules.rules.filter(
    (one) =>
      one.kind === 'share_max' &&
      one.share_of_rule_id === rule.id &&
      start >= (one.applies_from ?? '') &&
      appliesTo(one, plan, { start, end }, today),
  )
  return shared(own, limits.sort(byPosition))
}

function total(shares: Share[]): number {
  return shares.reduce((sum, { counted }) => sum + counted, 0)
}

/** The sum, and what each activity adds to it. Entries of an activity follow each other. */
function sumOf(shares: Share[]): Counted {
  const activities: LineActivity[] = []
  for (const { entry, counted, limited_by } of shares) {
    const last = activities.at(-1)
    const line = last?.id === entry.activity.id ? last : { id: entry.activity.id, hours: 0, credit: 0 }
    if (line !== last) activities.push(line)
    line.hours = decimal(hundredths(line.hours) + entry.amount)
    line.credit = decimal(hundredths(line.credit) + counted)
    if (limited_by) line.limited_by = limited_by
  }
  return { sum: total(shares), activities }
}

/** What a rule requires in a period after waivers and pro rata, in hundredths. */
function requiredOf(evaluation: Evaluation, rule: Rule, period: Period): number {
  const { rules, absences } = evaluation
  const from_months = rule.reduced_from_months ?? undefined
  const own = absenceFrom(evaluation, rule)
  const { numerator, denominator, leave, months } = reductionOf(rules, own, period, from_months)
  const step = stepOf(rule, rules)
  if (rule.reduced_by_leave === false) return roundTo(fullAmount(evaluation, rule, period), step)
  if (isExempt(evaluation, rule, period)) return 0
  const isReduced =
    ['sum_min', 'each_min', 'count_min'].includes(rule.kind) && (!isPercentage(rule) || absences.has(rule.id))
  const amount = fullAmount(evaluation, rule, period)
  if (rule.less_per_month) {
    const less = hundredths(rule.less_per_month) * leave.whole + (amount * leave.in_part) / months
    return Math.max(0, roundTo(amount - less, step))
  }
  return roundTo(isReduced ? (amount * numerator) / denominator : amount, step)
}

/** The amount of a rule before reductions, in hundredths; a percentage is of what its rule requires after them. */
function fullAmount(evaluation: Evaluation, rule: Rule, period: Period): number {
  const { rules, plan, today } = evaluation
  const amount = hundredths(amountOf(rule, plan, period, today))
  const of = isPercentage(rule) && rules.rules.find((one) => one.id === rule.share_of_rule_id && !isPercentage(one))
  return of ? (amount * requiredOf(evaluation, of, period)) / 10_000 : amount
}

/** The leave by which a rule is reduced. */
const absenceFrom = ({ absence, absences }: Evaluation, { id }: Rule): Absence => absences.get(id) ?? absence

/** Whether nothing is left of a rule: its leave is of the whole time, or as long as the standard names. */
function isExempt(evaluation: Evaluation, rule: Rule, period: Period): boolean {
  return [evaluation.absence, absenceFrom(evaluation, rule)].some(
    (absence) =>
      isCovered(absence, evaluation.period) ||
      reductionOf(evaluation.rules, absence, period, rule.reduced_from_months ?? undefined).is_exempt,
  )
}

/** When a rolling rule is first due for a person registered within its window; null if it is due. Pro rata sums are. */
function dueFrom({ rules, absence }: Evaluation, rule: Rule, period: Period): Day | null {
  const { first_day } = absence
  if (rule.per !== 'rolling' || !first_day) return null
  const due = addMonths(first_day, rule.window_months ?? 12)
  if (addDays(due, -1) <= period.end) return null
  const isProRata = rules.pro_rata !== 'none' && ['sum_min', 'each_min', 'count_min'].includes(rule.kind)
  return isProRata ? null : due
}
