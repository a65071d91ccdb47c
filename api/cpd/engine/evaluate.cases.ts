import { evaluate } from './evaluate.ts'
import type { Activity, Plan, Result, Rule, RuleSet, Waiver } from './types.ts'

export const year: Plan = { start: '2026-01-01', end: '2026-12-31' }
export const triennium: Plan = { start: '2026-01-01', end: '2028-12-31' }

export const standard: RuleSet = {
  code: 'test',
  name: 'Test',
  authority: '',
  source_url: '',
  checked_on: '2026-01-01',
  version: '1',
  unit: 'hours',
  year_starts: '01-01',
  cycle_months: 12,
  pro_rata: 'none',
  rounding: 0.01,
  keep_years: null,
  categories: [
    { code: 'A', name: 'Courses', unit: 'hours' },
    { code: 'A1', name: 'Online courses', unit: 'hours', parent_code: 'A' },
    { code: 'B', name: 'Audits', unit: 'hours' },
  ],
  rules: [],
  tags: [{ code: 'ethics', name: 'Ethics' }],
}

/** An activity of 5 May 2026 with hours by the code of a category. */
export function activity(id: number, hours: Record<string, number>, more: Partial<Activity> = {}): Activity {
  const credits = Object.entries(hours).map(([category_code, hours]) => ({ category_code, hours }))
  return { id, title: `activity ${id}`, completed_on: '2026-05-05', credits, ...more }
}

/** Evaluates rules, by default sums in hours per year, against a standard of three categories. */
export function run(
  rules: Partial<Rule>[],
  activities: Activity[],
  plan = year,
  waivers: Waiver[] = [],
  today = plan.end,
  more: Partial<RuleSet> = {},
): Result {
  const whole = rules.map((rule, index) => ({
    id: index,
    position: index,
    per: 'year',
    unit: isSum(rule) ? 'hours' : undefined,
    ...rule,
  }))
  return evaluate(
    { ...standard, cycle_months: plan === year ? 12 : 36, ...more, rules: whole as Rule[] },
    plan,
    activities,
    waivers,
    today,
  )
}

function isSum({ kind }: Partial<Rule>): boolean {
  return kind !== undefined && /sum|share|each/.test(kind)
}
