import { clamp, halfOf } from './days.ts'
import { type Entry, hasAny } from './entries.ts'
import type { Counted, Evaluation } from './evaluation.ts'
import { type Activity, type Assessment, type Day, type Fact, factTags, type Period, type Rule } from './types.ts'

/** Counts the activities that match a rule, and the facts of the plan. */
export function countItems(evaluation: Evaluation, rule: Rule, period: Period): Counted {
  const activities = itemsOf(evaluation, rule, period).map(({ activity, entries }) => {
    const items = Math.max(1, ...entries.map(({ items }) => items))
    return { id: activity.id, hours: items, credit: items }
  })
  const { facts, late_plan, early } = factsOf(evaluation, rule, period)
  const count = activities.reduce((sum, { credit }) => sum + credit, 0) + facts.length
  return { sum: count * 100, activities, fact_days: facts.map(({ on }) => on ?? null), late_plan, early }
}

/** Counts the different tags (or categories) of a rule that occur. Each activity adds those that no earlier one has. */
export function countDistinct(evaluation: Evaluation, rule: Rule, period: Period): Counted {
  const codes = rule.tags?.length ? rule.tags : (rule.category_codes ?? [])
  const found = new Set(factsOf(evaluation, rule, period).facts.map(({ tag }) => tag as string))
  const activities = itemsOf(evaluation, rule, period).flatMap(({ activity, entries }) => {
    const own = rule.tags?.length ? (activity.tags ?? []) : entries.flatMap(({ category_codes }) => category_codes)
    const added = new Set(own.filter((code) => codes.includes(code) && !found.has(code)))
    for (const code of added) found.add(code)
    return added.size > 0 ? [{ id: activity.id, hours: added.size, credit: added.size }] : []
  })
  return { sum: found.size * 100, activities, missing_codes: codes.filter((code) => !found.has(code)) }
}

/**
 * Counts the assessments at the level of a rule or above. As long as too few different assessors have seen it, places
 * stay open for those who are missing, so that what is missing is the number of assessments that would do.
 */
export function countLevels({ plan }: Evaluation, rule: Rule, period: Period): Counted {
  const seen = (plan.assessments ?? []).filter((one) => isSeen(one, rule, period))
  const assessors = new Set(seen.map(({ assessor }) => assessor)).size
  const places = rule.amount - Math.max(0, (rule.assessors ?? 1) - assessors)
  const is_enough = assessors >= (rule.assessors ?? 1)
  const count = is_enough ? seen.length : Math.max(0, Math.min(seen.length, places))
  return { sum: count * 100, activities: [], assessors }
}

function isSeen({ epa_code, level, on }: Assessment, rule: Rule, { start, end }: Period): boolean {
  return epa_code === rule.epa_code && level >= (rule.level ?? 1) && on >= start && on <= end
}

/** The activities of a period that match a rule, each with its entries that do. */
function itemsOf({ activities, entries_of }: Evaluation, rule: Rule, { start, end }: Period): Item[] {
  const inside = activities.filter(({ completed_on }) => completed_on >= start && completed_on <= end)
  return inside
    .map((activity) => ({ activity: withoutFacts(activity), entries: entries_of.get(activity) ?? [] }))
    .flatMap((item) => (isItem(item, rule) ? [{ ...item, entries: matching(item, rule) }] : []))
}

/** An activity stands for a fact of the plan, such as that others have agreed to it, only once others verified it. */
function withoutFacts(activity: Activity): Activity {
  if (activity.state === 'verified' || !activity.tags?.some(isFact)) return activity
  return { ...activity, tags: activity.tags.filter((tag) => !isFact(tag)) }
}

function isItem(item: Item, rule: Rule): boolean {
  const { tags = [], category_codes = [] } = rule
  const hasTag = hasAny(tags, item.activity.tags)
  const isAlternative = rule.kind === 'one_of' && tags.length > 0 && category_codes.length > 0
  if (isAlternative) return (hasTag && hasFlags(item, item.entries, rule)) || hasFlagged(item, rule)
  return hasTag && (category_codes.length > 0 ? hasFlagged(item, rule) : hasFlags(item, item.entries, rule))
}

/** Whether an entry in one of the rule's categories has all of its flags. */
function hasFlagged(item: Item, rule: Rule): boolean {
  return matching(item, rule).some((entry) => hasFlags(item, [entry], rule))
}

function hasFlags({ activity }: Item, entries: Entry[], { flags = [], without_flags = [] }: Rule): boolean {
  const own = [...(activity.flags ?? []), ...entries.flatMap((entry) => entry.flags)]
  return flags.every((flag) => own.includes(flag)) && !without_flags.some((flag) => own.includes(flag))
}

function matching({ entries }: Item, { category_codes }: Rule): Entry[] {
  return entries.filter((entry) => hasAny(category_codes, entry.category_codes))
}

/** The facts of the plan that a rule names as tags. They have neither categories nor flags. */
function factsOf({ plan, period, activities, years }: Evaluation, rule: Rule, inside: Period): Facts {
  const isOpen = rule.kind === 'one_of' || !rule.category_codes?.length
  if (!isOpen || rule.flags?.length || !rule.tags?.length) return { facts: [] }
  const { facts: own = [], has_cpd_home = true } = plan
  const isKnown = own.some(({ tag }) => tag === 'cpd_home')
  const home: Fact[] = has_cpd_home && !isKnown ? [{ tag: 'cpd_home' }] : []
  const within = [...home, ...own].filter((fact) => {
    const day = dayOf(fact, period) ?? inside.end
    return rule.tags!.includes(fact.tag) && day >= inside.start && day <= inside.end
  })
  // Several goals are one fact: that a year has goals.
  const once = within.filter(
    ({ tag }, index) => tag !== 'goals' || within.findIndex((one) => one.tag === tag) === index,
  )
  const early = once.find((fact) => isEarly(fact, period, years))
  const facts = once.filter((fact) => !isEarly(fact, period, years))
  if (early && facts.length === 0) return { facts, early: early.on! }
  const first_entry = rule.before_first_entry ? firstEntry(activities, inside) : undefined
  const madeOn = ({ on, recorded_on }: Fact) => recorded_on ?? on
  const late = first_entry ? facts.find((fact) => (madeOn(fact) ?? '') > first_entry) : undefined
  if (!late) return { facts }
  return {
    facts: facts.filter((fact) => (madeOn(fact) ?? '') <= first_entry!),
    late_plan: { made: madeOn(late)!, first_entry: first_entry! },
  }
}

/** The day of the period for which a fact counts; one from before it is for its first year. */
function dayOf({ on, for: other }: Fact, period: Period): Day | undefined {
  const day = other ?? on
  return day ? clamp(day, period) : undefined
}

/** A year is evaluated once half of it is over. */
function isEarly(fact: Fact, period: Period, years: Period[]): boolean {
  const day = dayOf(fact, period)
  if (fact.tag !== 'self_evaluation' || !day) return false
  const year = years.find(({ start, end }) => day >= start && day <= end)
  return year !== undefined && day < halfOf(year)
}

/** The day on which the first activity of a period was entered, if known. */
function firstEntry(activities: Activity[], { start, end }: Period): Day | undefined {
  return activities
    .filter(({ completed_on }) => completed_on >= start && completed_on <= end)
    .flatMap(({ recorded_on }) => recorded_on ?? [])
    .sort()[0]
}

interface Facts {
  facts: Fact[]
  late_plan?: Counted['late_plan']
  /** The day of a self-evaluation that was written too early. */
  early?: Day
}

const isFact = (tag: string) => factTags.some((fact) => fact === tag)

interface Item {
  activity: Activity
  entries: Entry[]
}
