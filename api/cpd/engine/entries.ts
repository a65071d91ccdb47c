import { hundredths } from './amounts.ts'
import { addDays, addMonths, clamp, spanOf } from './days.ts'
import type { Activity, Category, Credit, Day, Flag, Id, LineActivity, Period, Plan, Rule, RuleSet } from './types.ts'

/** An activity's part in one category. Amounts are hundredths. */
export interface Entry {
  activity: Activity
  /** The category and its parent. */
  category_codes: string[]
  unit: Category['unit']
  flags: Flag[]
  items: number
  /** Before limits. */
  amount: number
  counted: number
  limited_by?: LineActivity['limited_by']
}

/** The entries of activities, which are in the order in which caps are used up, reduced by caps and `sum_max`. */
export function entriesOf(rules: RuleSet, plan: Plan, period: Period, activities: Activity[], today: Day): Entry[] {
  const categories = new Map(rules.categories.map((category) => [category.code, category]))
  const used = new Map<string | number, number>()
  const entries = activities.flatMap((activity) => {
    const credits = [...activity.credits].sort((a, b) => compare(a.category_code, b.category_code))
    return credits.flatMap((credit) => {
      const category = categories.get(credit.category_code)
      if (!category) return []
      const entry = entryOf(activity, credit, category)
      const parent = category.parent_code ? categories.get(category.parent_code) : undefined
      const own = { ...category, cap: credit.cap === undefined ? category.cap : credit.cap }
      take(
        entry,
        used,
        [own, parent].flatMap((one) => capOf(rules, one, activity.completed_on, period)),
      )
      return [entry]
    })
  })
  const limits = rules.rules.filter((rule) => rule.kind === 'sum_max' && appliesTo(rule, plan, period, today))
  for (const rule of limits.sort(byPosition)) limit(rules, rule, plan, period, entries, today)
  return entries
}

/** The cap of a category, in the year or cycle of a day. */
function capOf({ cycle_months }: RuleSet, category: Category | undefined, day: Day, period: Period): Cap[] {
  if (!category || category.cap === null || category.cap === undefined) return []
  const { code, cap, cap_per } = category
  const bucket = `${code} ${spanOf(day, period.start, cap_per === 'cycle' ? cycle_months : 12)}`
  return [{ bucket, most: hundredths(cap), limited_by: { category_code: code, cap } }]
}

/** Reduces entries to the most that a `sum_max` rule lets count, in each of its periods. */
function limit({ cycle_months }: RuleSet, rule: Rule, plan: Plan, period: Period, entries: Entry[], today: Day): void {
  const amount = amountOf(rule, plan, period, today)
  const limited_by = { rule: rule.id, cap: amount }
  const limited = entries.filter(
    (entry) => matches(entry, rule) && entry.activity.completed_on >= (rule.applies_from ?? ''),
  )
  if (rule.per === 'rolling') {
    takeRolling(limited, rule.window_months ?? 12, hundredths(amount), limited_by)
    return
  }
  const used = new Map<string | number, number>()
  for (const entry of limited) {
    const bucket = spanOf(entry.activity.completed_on, period.start, rule.per === 'year' ? 12 : cycle_months)
    take(entry, used, [{ bucket, most: hundredths(amount), limited_by }])
  }
}

/** Reduces entries, in the order of days, to what the months up to the day of each let count. */
function takeRolling(entries: Entry[], months: number, most: number, limited_by: Cap['limited_by']): void {
  let first = 0
  let used = 0
  for (const entry of entries) {
    const start = addMonths(addDays(entry.activity.completed_on, 1), -months)
    for (; entries[first]!.activity.completed_on < start; first++) used -= entries[first]!.counted
    if (entry.counted > most - used) Object.assign(entry, { counted: most - used, limited_by })
    used += entry.counted
  }
}

/** Uses up caps by what counts of an entry, which is the least that they leave. */
function take(entry: Entry, used: Map<string | number, number>, caps: Cap[]): void {
  for (const { bucket, most, limited_by } of caps) {
    const left = Math.max(0, most - (used.get(bucket) ?? 0))
    if (entry.counted > left) Object.assign(entry, { counted: left, limited_by })
  }
  for (const { bucket } of caps) used.set(bucket, (used.get(bucket) ?? 0) + entry.counted)
}

function entryOf(activity: Activity, credit: Credit, category: Category): Entry {
  const items = credit.items ?? 1
  const item_hours = credit.item_hours ?? category.item_hours
  const per_item = credit.credit_per_item ?? category.credit_per_item
  const hours = item_hours ? hundredths(item_hours) * items : hundredths(credit.hours)
  // One rounding to hundredths, which is how a credit is kept and shown.
  const amount = per_item
    ? hundredths(per_item) * items
    : Math.round((hours * hundredths(credit.credit_per_hour ?? category.credit_per_hour ?? 1)) / 100)
  return {
    activity,
    category_codes: category.parent_code ? [category.code, category.parent_code] : [category.code],
    unit: category.unit,
    flags: [...(activity.flags ?? []), ...(category.flags ?? [])],
    items,
    amount,
    counted: amount,
  }
}

/** Whether an entry is summed by a rule. */
export function matches(entry: Entry, rule: Rule, category_codes = rule.category_codes): boolean {
  if (rule.unit && rule.unit !== 'items' && rule.unit !== entry.unit) return false
  return (
    hasAny(category_codes, entry.category_codes) &&
    hasAny(rule.tags, entry.activity.tags) &&
    (rule.flags ?? []).every((flag) => entry.flags.includes(flag)) &&
    !(rule.without_flags ?? []).some((flag) => entry.flags.includes(flag))
  )
}

/** Whether a list is not restricted, or shares an element. */
export function hasAny(allowed: string[] | undefined, values: string[] = []): boolean {
  return !allowed?.length || values.some((value) => allowed.includes(value))
}

/** Whether a rule is one of this person's in a period. */
export function appliesTo({ for_qualification }: Rule, plan: Plan, period: Period, today: Day): boolean {
  return !for_qualification || isHeld(plan, for_qualification, clamp(today, period))
}

/** A rule's amount for a person, before reductions. */
export function amountOf({ amount, amount_for, amount_extra }: Rule, plan: Plan, period: Period, today: Day): number {
  const day = clamp(today, period)
  const instead = Object.entries(amount_for ?? {}).find(([code]) => isHeld(plan, code, day))
  const extra = amount_extra ? heldCount(plan, amount_extra.qualification, day) * amount_extra.amount : 0
  return (instead?.[1] ?? amount) + extra
}

function isHeld(plan: Plan, code: string, day: Day): boolean {
  return heldCount(plan, code, day) > 0
}

function heldCount({ qualifications = [] }: Plan, code: string, day: Day): number {
  return qualifications.filter(
    (one) => one.code === code && (one.issued_on ?? day) <= day && (one.expires_on ?? day) >= day,
  ).length
}

/** The order in which caps are used up, which is that of the list of activities too. */
export function byTime(a: Activity, b: Activity): number {
  return compare(a.completed_on, b.completed_on) || compareIds(a.id, b.id)
}

export function byPosition(a: Rule, b: Rule): number {
  return a.position - b.position || compareIds(a.id, b.id)
}

function compareIds(a: Id, b: Id): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The most that counts in a span of time, in hundredths. */
interface Cap {
  bucket: string | number
  most: number
  limited_by: NonNullable<LineActivity['limited_by']>
}
