import { amountText, countsItems, dayText, hundredths, stepOf } from './amounts.ts'
import type { Draft, Evaluation } from './evaluation.ts'
import { decapitalized, headOf, listText, nameOf, whenOf } from './heads.ts'
import type { LineActivity } from './types.ts'

/** How many limited or counted activities a sentence names. */
const MOST_NAMED = 3

/** Explains a line: what is required, what counted, what is missing, and what limited it. */
export function sentenceOf(evaluation: Evaluation, draft: Draft): string {
  const { met_by, is_waived, not_due_before } = draft
  const clauses = [
    is_waived ? 'waived' : outcomeOf(evaluation, draft),
    ...(not_due_before && !is_waived ? [`not due before ${dayText(not_due_before)}`] : []),
    ...(met_by ? [`met instead by ${decapitalized(lineHead(evaluation, met_by))}`] : []),
    ...limitedOf(evaluation, draft),
    ...(is_waived ? [] : reducedOf(evaluation, draft)),
  ]
  return `${lineHead(evaluation, draft)}: ${clauses.join('; ')}.`
}

function lineHead({ rules, period }: Evaluation, { rule, line, full, is_waived, not_due_before }: Draft): string {
  // What is reduced to nothing is named by what it is without the reduction.
  const amount = is_waived || not_due_before || line.required === 0 ? full : hundredths(line.required)
  return headOf(rules, rule, {
    amount: rule.kind === 'share_max' ? hundredths(rule.amount) : amount,
    unit: rule.kind === 'share_max' ? 'items' : line.unit,
    code: line.category_code,
    when: whenOf(rule.per, line.period, period),
  })
}

/** `12.5 h = 3 activities`, `0 h, 5 h missing`, `recorded (resuscitation course)`. */
function outcomeOf(evaluation: Evaluation, draft: Draft): string {
  const { line, counted, not_due_before } = draft
  if (line.standing === 'later') return `begins on ${dayText(line.period.start)}`
  if (line.kind === 'presence' || line.kind === 'one_of') return presenceOf(evaluation, draft)
  if (line.kind === 'distinct_min') return distinctOf(evaluation, draft)
  if (line.kind === 'level_min') return levelsOf(draft)
  const amount = amountText(hundredths(line.counted), line.unit)
  const missing =
    line.met || not_due_before || line.desirable ? '' : `, ${amountText(hundredths(line.missing), line.unit)} missing`
  const count = counted.activities.length
  if (line.kind === 'sum_max' || line.kind === 'share_max') {
    const recorded = counted.activities.reduce((sum, { hours }) => sum + hundredths(hours), 0)
    return `${line.counted} of ${amountText(recorded, line.unit)} counted`
  }
  if (countsItems(line) || count === 0) return `${amount}${missing}`
  return `${amount} = ${count} ${count === 1 ? 'activity' : 'activities'}${missing}`
}

function presenceOf({ titles }: Evaluation, { line, counted, not_due_before }: Draft): string {
  const { late_plan, early, activities, fact_days = [] } = counted
  if (line.counted > 0) {
    const named = activities.slice(0, MOST_NAMED).map(({ id }) => titles.get(id) ?? String(id))
    const dated = fact_days.flatMap((day) => (day ? [dayText(day)] : []))
    const more = activities.length - named.length
    const all = [...dated, ...named, ...(more > 0 ? [`${more} more`] : [])]
    return all.length > 0 ? `recorded (${listText(all)})` : 'recorded'
  }
  if (late_plan) return `made on ${dayText(late_plan.made)}, after the first entry on ${dayText(late_plan.first_entry)}`
  if (early) return `written on ${dayText(early)}, before half of the year was over`
  if (line.required === 0) return not_due_before ? 'none yet' : 'not required'
  return line.desirable ? 'none yet' : 'missing'
}

function distinctOf({ rules }: Evaluation, { line, rule, counted }: Draft): string {
  const [codes = [], names] = rule.tags?.length ? [rule.tags, rules.tags] : [rule.category_codes, rules.categories]
  const missing = (counted.missing_codes ?? []).map((code) => nameOf(names, code))
  const text = `${line.counted} of ${codes.length}`
  return line.met || line.desirable ? text : `${text}, ${listText(missing)} missing`
}

/** `2 by one assessor, 1 missing by another assessor`. */
function levelsOf({ line, rule, counted, not_due_before }: Draft): string {
  const { assessors = 0 } = counted
  const by = assessors > 0 ? ` by ${assessors === 1 ? 'one assessor' : `${assessors} assessors`}` : ''
  const text = `${line.counted}${by}`
  if (line.met || line.desirable || not_due_before) return text
  const others = (rule.assessors ?? 1) - assessors
  if (assessors === 0 || others <= 0) return `${text}, ${line.missing} missing`
  const whom = others === 1 ? 'by another assessor' : 'by other assessors'
  const some = others === 1 ? 'one of them' : `${others} of them`
  return `${text}, ${line.missing} missing${line.missing === others ? '' : `, ${some}`} ${whom}`
}

/** `audit of ankle scans counts 6 of 8 h because of its cap of 6`. */
function limitedOf(evaluation: Evaluation, { line }: Draft): string[] {
  if (line.kind === 'sum_max' || line.kind === 'share_max') return []
  const limited = line.activities.filter(({ limited_by }) => limited_by)
  const clauses = limited.slice(0, MOST_NAMED).map((activity) => {
    const amount = `${activity.credit} of ${amountText(hundredths(activity.hours), line.unit)}`
    const title = evaluation.titles.get(activity.id) ?? String(activity.id)
    return `${title} counts ${amount} because of ${reasonOf(evaluation, activity)}`
  })
  const more = limited.length - clauses.length
  return more > 0 ? [...clauses, `${more} more limited`] : clauses
}

function reasonOf({ rules }: Evaluation, { limited_by }: LineActivity): string {
  if (!limited_by) return ''
  if ('category_code' in limited_by) return `its cap of ${limited_by.cap}`
  const rule = rules.rules.find(({ id }) => id === limited_by.rule)
  if (!rule) return `a limit of ${limited_by.cap}`
  const unit = rule.kind === 'share_max' ? 'items' : (rule.unit ?? rules.unit)
  return `the limit “${decapitalized(headOf(rules, rule, { amount: hundredths(limited_by.cap), unit }))}”`
}

/** `reduced from 50 h: 7 of 12 months count`. */
function reducedOf({ rules }: Evaluation, { line, full, reduction, rule }: Draft): string[] {
  const isReduced = ['sum_min', 'each_min', 'count_min'].includes(rule.kind) && hundredths(line.required) < full
  const { numerator, denominator, by_days, months, waived_months, parts, leave, too_short } = reduction
  const isSum = ['sum_min', 'each_min', 'count_min'].includes(rule.kind)
  if (isSum && rule.reduced_by_leave === false && (leave.whole + leave.in_part > 0 || too_short))
    return ['not reduced by leave']
  if (isSum && too_short && !isReduced) return [`leave of less than ${too_short} months does not reduce it`]
  if (!isReduced || numerator === denominator) return []
  const reduced = line.required === 0 ? 'reduced to nothing' : `reduced from ${amountText(full, line.unit)}`
  if (rule.less_per_month && leave.whole > 0) {
    const each = amountText(hundredths(rule.less_per_month), line.unit)
    const others = listText(parts.map((one) => `${one.months} by ${one.percent} %`))
    const also = others ? ` (months waived in part, by their share: ${others})` : ''
    return [`${reduced} by ${each} for each of ${leave.whole} months of leave${also}`]
  }
  const part = by_days
    ? `${numerator / 100} of ${denominator / 100} days`
    : `${Number((months - waived_months).toFixed(2))} of ${months} months`
  const shares = parts.map((one) => `${one.months} by ${one.percent} %`)
  const shared = shares.length > 0 ? ` (months waived in part: ${listText(shares)})` : ''
  const isRounded = Math.round(full * numerator * 100) !== hundredths(line.required) * denominator * 100
  const step = amountText(stepOf(rule, rules), line.unit)
  const rounded =
    isRounded && stepOf(rule, rules) > 1 ? `, rounded to ${countsItems(line) ? 'a whole number' : step}` : ''
  return [`${reduced}: ${part} count${shared}${rounded}`]
}
