import { type Static, Type } from 'typebox'

/**
 * What the credit engine takes and gives. All dates are days, `YYYY-MM-DD`, in the organisation's time zone. Hours,
 * credits and points are decimal numbers of at most two places here and on the wire; the engine itself sums hundredths
 * as integers.
 */

/** A row's identifier: a number from the database, or a preset's own code. */
export type Id = number | string

/** A day, `YYYY-MM-DD`. */
export type Day = string

export const units = ['hours', 'credits', 'points', 'days'] as const
export type Unit = (typeof units)[number]

/** What a rule compares: `sum_max` and `share_max` limit what other rules count, the others ask for something. */
export const ruleKinds = [
  'sum_min',
  'sum_max',
  'share_max',
  'each_min',
  'count_min',
  'presence',
  'one_of',
  'distinct_min',
  'level_min',
] as const
export type RuleKind = (typeof ruleKinds)[number]

export type Flag = 'verifiable' | 'external' | 'participatory'

/** The part of a standard that says how periods, reductions and rounding work. One row of `cpd_standard`. */
export interface Standard {
  code: string
  name: string
  authority: string
  source_url: string
  checked_on: Day
  version: string
  unit: Unit
  /** `MM-DD`, or `personal`: the anniversary of the day on which the person was registered. */
  year_starts: string
  cycle_months: number
  pro_rata: 'none' | 'months' | 'days'
  rounding: 0.01 | 0.25 | 0.5
  /** How long evidence is kept, in years. */
  keep_years: number | null
  /** A day on which one of the cycles that all people share began. Null: the cycles of the person or organisation. */
  cycle_anchor?: Day | null
  /**
   * Where the period of a person begins who is registered within it: `joining` the shared period (pro rata),
   * `next_year` the first start of a year on or after that day, `cutoff` the start of that year for those who joined
   * by `first_period_cutoff` (`MM-DD`), the next for others.
   */
  first_period?: 'joining' | 'next_year' | 'cutoff'
  first_period_cutoff?: string | null
  /** Leave that is shorter than this number of months without a break reduces nothing. */
  reduced_from_months?: number | null
  /** With at least this number of waived months, a whole year is waived. */
  exempt_from_months?: number | null
  /** `MM-DD`: the last day after the end of the period on which it may be submitted. */
  submit_by?: string | null
  /** The share of people whose records are drawn for an audit each year, in per cent. */
  audit_percent?: number | null
  /** An activity may count in one category only. */
  one_category?: boolean
}

/** What activities are credited to. One row of `devcategory`; a rule that names a category counts its children too. */
export interface Category {
  code: string
  parent_code?: string | null
  name: string
  unit: Unit
  /** Credit for an hour; 1 where neither this nor `credit_per_item` is set. */
  credit_per_hour?: number | null
  /** Credit for an item, however long it took. */
  credit_per_item?: number | null
  /** The hours that an item counts as, however long it took. */
  item_hours?: number | null
  /** The most that counts in this category, in its unit. */
  cap?: number | null
  cap_per?: 'year' | 'cycle' | null
  evidence?: 'none' | 'wanted' | 'required'
  flags?: Flag[]
}

/**
 * One row of `cpd_rule`. An activity matches if it has any of the categories, any of the tags and all of the flags;
 * an empty list matches all. Facts of the plan (`factTags`) match as tags.
 */
export interface Rule {
  id: Id
  position: number
  kind: RuleKind
  category_codes?: string[]
  tags?: string[]
  flags?: Flag[]
  /** Activities with any of these do not match: `verifiable` leaves what is not verified. */
  without_flags?: Flag[]
  /** What is summed (the standard's unit if missing), or `items` where `each_min` counts activities. */
  unit?: Unit | 'items' | null
  /** Hours, credits, items, different tags; per cent for `share_max`. */
  amount: number
  /** Of `share_max`: the rule of whose count this is a share. Of `sum_min`: `amount` is per cent of what that rule requires. */
  share_of_rule_id?: Id | null
  /** `rolling`: the `window_months` up to the end of the period, and of each of its years if the window is shorter. */
  per: 'cycle' | 'year' | 'rolling'
  window_months?: number | null
  /** The rule is for people who hold this qualification only. */
  for_qualification?: string | null
  /** The amount for people who hold a qualification, instead of `amount`; the first that is held. */
  amount_for?: Record<string, number> | null
  /** Added to the amount for each of these qualifications held. */
  amount_extra?: { qualification: string; amount: number } | null
  /** `false`: neither leave nor joining later reduces it, not even leave for the whole period. */
  reduced_by_leave?: boolean
  /** Instead of the standard's. */
  reduced_from_months?: number | null
  /** What each month of leave takes off the amount, instead of its share of the months. */
  less_per_month?: number | null
  /** Of `level_min`: the code of the entrustable activity that is to be seen `amount` times. */
  epa_code?: string | null
  /** Of `level_min`: the level of supervision at which it is to be seen, or above; 1 to 5. */
  level?: number | null
  /** Of `level_min`: by how many different assessors; 1 if missing. */
  assessors?: number | null
  /** A rule whose fulfilment meets this one. */
  alternative_rule_id?: Id | null
  /** The result may be met without it. */
  desirable?: boolean
  /** The rule is for periods that begin on this day or later. */
  applies_from?: Day | null
  /** Of `presence` of a plan: made no later than the first activity was entered. */
  before_first_entry?: boolean
  /** What the rule asks for; `{required}` becomes the amount with its unit. Derived from the other fields if missing. */
  sentence?: string | null
}

/** A standard with its categories and rules, as they are or were. */
export interface RuleSet extends Standard {
  categories: Category[]
  rules: Rule[]
  /** Names of tags for sentences; a tag without one is shown as its code. */
  tags?: NamedCode[]
  /** The organisation's entrustable activities, for sentences. */
  epas?: NamedCode[]
}

export interface NamedCode {
  code: string
  name: string
}

/** A rule set that is delivered with the product. */
export interface Preset extends RuleSet {
  country: 'AU' | 'NZ' | 'GB' | 'IE' | 'CA' | 'US' | 'HK' | 'AU, NZ'
  /** `found` on the page named by `source_url`, or of general knowledge without a page. */
  basis: 'found' | 'general_knowledge'
  /** Shown beside every preset: rules change yearly. */
  notice: 'Check with your regulator.'
  /** A later version exists; kept for cycles that began under it. */
  superseded?: boolean
  qualifications?: NamedCode[]
  /** Pages besides `source_url` on which a part was found, and when. */
  sources?: { about: string; url: string; checked_on: Day }[]
  /** What the rules do not say: dates of submission, audits, what was not found. */
  notes: string[]
}

/** A part of an activity's hours that counts in one category, with its rate and cap as they were. */
export interface Credit {
  category_code: string
  hours: number
  /** The number of items; 1 if missing. */
  items?: number | null
  /** Instead of the category's. */
  credit_per_hour?: number | null
  credit_per_item?: number | null
  item_hours?: number | null
  /** The cap that the category had, null without one; the category's if missing. */
  cap?: number | null
}

export interface Activity {
  id: number
  /** What sentences call it. */
  title: string
  completed_on: Day
  /** When it was entered. */
  recorded_on?: Day | null
  credits: Credit[]
  tags?: string[]
  flags?: Flag[]
  /** Drafts and returned activities do not count. */
  state?: 'draft' | 'recorded' | 'verified' | 'returned'
}

export interface Waiver {
  from: Day
  to: Day
  /** Only a granted waiver counts. */
  state?: 'requested' | 'granted' | 'refused'
  /** How much of what its days ask for is waived; 100 if missing. */
  percent?: number
  /** The rules that it is about; all if missing or empty. */
  requirements?: Id[]
}

/** A qualification that a person holds, by the code that rules use. */
export interface Qualification {
  code: string
  issued_on?: Day | null
  expires_on?: Day | null
}

/** What rules name as tags though it is no activity. */
export const factTags = ['plan', 'plan_agreed', 'self_evaluation', 'cpd_home'] as const

/** Something that a person has done which is no activity: a plan, a self-evaluation. */
export interface Fact {
  tag: (typeof factTags)[number] | 'goals' | 'structured_conversation'
  /** The day it is of. In a cycle of several years it counts for the year of this day; without one, for each. */
  on?: Day | null
  /** A day of another year that it is for: goals are for the year in which they are to be reached. */
  for?: Day | null
  /** When it was written, if that is later. */
  recorded_on?: Day | null
}

/** An entrustable activity that an assessor has seen the person do. */
export interface Assessment {
  epa_code: string
  on: Day
  level: number
  assessor: Id
}

/** A person in a cycle. */
export interface Plan {
  /** First and last day of the organisation's cycle. */
  start: Day
  end: Day
  registered_from?: Day | null
  qualifications?: Qualification[]
  facts?: Fact[]
  assessments?: Assessment[]
  /** The organisation of the cycle is the person's CPD home, unless this is false. */
  has_cpd_home?: boolean
}

const Day = Type.String({ format: 'date' })
const RuleId = Type.Union([Type.String(), Type.Integer()])

export const Period = Type.Object({ start: Day, end: Day }, { description: 'First and last day' })

export const LineActivity = Type.Object({
  id: Type.Integer(),
  hours: Type.Number({ description: 'Worth for the rule before limits, in its unit' }),
  credit: Type.Number({ description: 'What counts' }),
  limited_by: Type.Optional(
    Type.Union(
      [
        Type.Object({ category_code: Type.String(), cap: Type.Number() }),
        Type.Object({ rule: RuleId, cap: Type.Number() }),
      ],
      { description: 'A category’s cap, or a rule of kind `sum_max` or `share_max`' },
    ),
  ),
})

const standings = ['none', 'met', 'open', 'at_risk', 'missed', 'later'] as const
export type Standing = (typeof standings)[number]

export const Line = Type.Object(
  {
    rule: RuleId,
    kind: Type.Unsafe<RuleKind>(Type.String({ enum: [...ruleKinds] })),
    period: Period,
    category_code: Type.Optional(Type.String()),
    unit: Type.Unsafe<Unit | 'items'>(Type.String({ enum: [...units, 'items'] })),
    required: Type.Number(),
    counted: Type.Number(),
    missing: Type.Number(),
    met: Type.Boolean(),
    desirable: Type.Boolean(),
    /** Missing in results that earlier releases have kept. */
    standing: Type.Optional(
      Type.Unsafe<Standing>(
        Type.String({
          enum: [...standings],
          description:
            '`none`: asks for nothing; `at_risk`: open with at most 60 days left; `missed`: its time is over; ' +
            '`later`: its time has not begun',
        }),
      ),
    ),
    activities: Type.Array(LineActivity),
    sentence: Type.String(),
  },
  { description: 'A rule in one period (and, for `each_min`, one category)' },
)

/** `empty`: nothing is asked, which is neither met nor unmet. */
export const Verdict = Type.Unsafe<'met' | 'unmet' | 'empty'>(Type.String({ enum: ['met', 'unmet', 'empty'] }))

const reasons = ['registration', 'waiver', 'not_due', 'rules_from', 'no_rule', 'no_standard'] as const
export const Nothing = Type.Object({
  reason: Type.Unsafe<(typeof reasons)[number]>(
    Type.String({ enum: [...reasons], description: 'Why nothing is asked' }),
  ),
  day: Type.Union([Type.String({ format: 'date', description: 'The date that makes it so' }), Type.Null()]),
  sentence: Type.String(),
})

export const Result = Type.Object({
  period: Period,
  lines: Type.Array(Line),
  verdict: Verdict,
  met: Type.Boolean({ description: 'Something is asked, and all of it is met' }),
  nothing: Type.Union([Nothing, Type.Null()]),
  days_left: Type.Integer({ description: 'From today to the last day of the period; 0 after it' }),
  months: Type.Number({ description: 'Of the period' }),
  waived_months: Type.Number({ description: 'Those that are waived, in part by their share, or before registration' }),
  audit_percent: Type.Union([Type.Number(), Type.Null()], { description: 'Of people whose records are audited' }),
  submit_by: Type.Union([Day, Type.Null()], { description: 'The last day for submitting, if the standard names one' }),
})

export type Period = Static<typeof Period>
export type LineActivity = Static<typeof LineActivity>
export type Line = Static<typeof Line>
export type Verdict = Static<typeof Verdict>
export type Nothing = Static<typeof Nothing>
export type Result = Static<typeof Result>
