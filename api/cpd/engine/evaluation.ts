import type { Entry } from './entries.ts'
import type { Absence, Reduction } from './reductions.ts'
import type { Activity, Day, Id, Line, LineActivity, Period, Plan, Rule, RuleSet } from './types.ts'

/** What all lines of a result are made from. */
export interface Evaluation {
  rules: RuleSet
  plan: Plan
  period: Period
  absence: Absence
  /** Of rules that waivers name, instead of `absence`. */
  absences: Map<Id, Absence>
  /** Those that count, by time. */
  activities: Activity[]
  entries: Entry[]
  entries_of: Map<Activity, Entry[]>
  titles: Map<Id, string>
  /** The years of the period. */
  years: Period[]
  today: Day
}

/** What counts for a rule in a period, in hundredths. */
export interface Counted {
  sum: number
  activities: LineActivity[]
  /** Of `share_max`: the most that counts. */
  limit?: number
  /** Of `level_min`: how many different assessors have seen it. */
  assessors?: number
  /** Of `distinct_min`: what is missing. */
  missing_codes?: string[]
  /** The days of facts that count, null where unknown. */
  fact_days?: (Day | null)[]
  /** The day of a self-evaluation that was written in the first half of its year. */
  early?: Day | undefined
  /** A plan that was made after the first activity was entered. */
  late_plan?: undefined | { made: Day; first_entry: Day }
}

/** A line with what its sentence needs. */
export interface Draft {
  rule: Rule
  line: Omit<Line, 'sentence'>
  counted: Counted
  /** The amount before reductions, in hundredths. */
  full: number
  reduction: Reduction
  is_waived: boolean
  not_due_before: Day | null
  met_by?: Draft
}
