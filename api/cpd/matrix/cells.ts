import { Type } from 'typebox'
import { countsItems, hundredths } from '../engine/amounts.ts'
import { headOf, shortOf } from '../engine/heads.ts'
import type { Line, Result, RuleSet, Verdict } from '../engine/types.ts'
import { verdictOf } from '../engine/verdict.ts'

/** The columns of a matrix: a rule each, and of rules that ask for several categories each category. */
export function columnsOf(rules: RuleSet | null): Column[] {
  if (!rules) return []
  return rules.rules
    .filter(({ kind }) => kind !== 'sum_max' && kind !== 'share_max')
    .toSorted((a, b) => a.position - b.position)
    .flatMap((rule) => {
      const unit = countsItems(rule) ? ('items' as const) : (rule.unit ?? rules.unit)
      const codes = rule.kind === 'each_min' ? (rule.category_codes ?? []) : [undefined]
      return codes.map((code) => ({
        key: keyOf({ rule: rule.id, category_code: code }),
        title: headOf(rules, rule, { amount: hundredths(rule.amount), unit, code }),
        short: shortOf(rules, rule, code),
        unit,
        desirable: rule.desirable ?? false,
      }))
    })
}

/**
 * A person's cell for each column: null where the rule is not for them. Of a rule with several periods that which is
 * missing something, else the last that has begun: what has not begun is not missing.
 */
export function cellsOf(columns: Pick<Column, 'key'>[], lines: Line[]): (Cell | null)[] {
  const by_key = Map.groupBy(lines, keyOf)
  return columns.map(({ key }) => {
    const all = by_key.get(key) ?? []
    const begun = all.filter(({ standing }) => standing !== 'later')
    const shown = begun.find(({ met }) => !met) ?? begun.at(-1) ?? all[0]
    if (!shown) return null
    const { counted, required, missing } = shown
    const verdict = verdictOf(begun.map((line) => ({ ...line, desirable: false })))
    return { counted, required, missing, met: verdict === 'empty' ? null : verdict === 'met' }
  })
}

/** What lists are filtered by. An empty result is neither met nor unmet. */
export function isInState(state: MatrixState, { verdict, at_risk, plan_state }: Judged): boolean {
  if (state === 'no_plan') return hasNoPlan(plan_state)
  return state === 'at_risk' ? at_risk : verdict === state
}

/** None was submitted. */
export const hasNoPlan = (plan_state: string | null) => plan_state === null || plan_state === 'draft'

/** Something is missing whose end is near, or over: that of a year, of the cycle, or of a rolling window. */
export const isAtRisk = (result: Result | null): boolean =>
  (result?.lines ?? []).some(
    ({ standing, desirable }) => !desirable && (standing === 'at_risk' || standing === 'missed'),
  )

const keyOf = ({ rule, category_code }: Pick<Line, 'rule' | 'category_code'>) =>
  category_code === undefined ? String(rule) : `${rule} ${category_code}`

export const matrixStates = ['met', 'unmet', 'at_risk', 'empty', 'no_plan'] as const
export const MatrixState = Type.Unsafe<MatrixState>(
  Type.String({
    enum: [...matrixStates],
    description:
      '`at_risk`: something is missing of a time, such as a year, that ends within 60 days or is over; `empty`: nothing is asked, which is not met; ' +
      '`no_plan`: none was submitted',
  }),
)
export type MatrixState = (typeof matrixStates)[number]
export type Column = { key: string; title: string; short: string; unit: Line['unit']; desirable: boolean }
/** `met` is null where nothing is asked. */
export type Cell = { counted: number; required: number; missing: number; met: boolean | null }
type Judged = { verdict: Verdict; at_risk: boolean; plan_state: string | null }
/** What a matrix shows of a person. */
export type Numbers = {
  hours: number
  activities: number
  verdict: Verdict
  met: boolean | null
  nothing: string | null
  at_risk: boolean
  end: string
  days_left: number
  cells: (Cell | null)[]
}
