import { countsItems, hundredths } from '../engine/amounts.ts'
import { headOf } from '../engine/heads.ts'
import type { Line, Result, RuleSet } from '../engine/types.ts'

/** Days before the end of a cycle from which unmet requirements are a risk. */
export const RISK_DAYS = 60

/** The columns of a matrix: a rule each, and of rules that ask for several categories each category. */
export function columnsOf(rules: RuleSet | null): Column[] {
  if (!rules) return []
  return rules.rules
    .toSorted((a, b) => a.position - b.position)
    .flatMap((rule) => {
      const unit = countsItems(rule) ? ('items' as const) : (rule.unit ?? rules.unit)
      const codes = rule.kind === 'each_min' ? (rule.category_codes ?? []) : [undefined]
      return codes.map((code) => ({
        key: keyOf({ rule: rule.id, category_code: code }),
        title: headOf(rules, rule, { amount: hundredths(rule.amount), unit, code }),
        unit,
        desirable: rule.desirable ?? false,
      }))
    })
}

/**
 * A person's cell for each column: null where the rule is not for them. Of a rule with several periods that which is
 * missing something, else the last.
 */
export function cellsOf(columns: Column[], lines: Line[]): (Cell | null)[] {
  const by_key = Map.groupBy(lines, keyOf)
  return columns.map(({ key }) => {
    const all = by_key.get(key) ?? []
    const shown = all.find(({ met }) => !met) ?? all.at(-1)
    if (!shown) return null
    const { counted, required, missing } = shown
    return { counted, required, missing, met: all.every(({ met }) => met) }
  })
}

/** What lists are filtered by. A cycle without a standard is neither met nor unmet. */
export function isInState(state: MatrixState, { result, plan_state, is_closed }: Judged): boolean {
  if (state === 'no_plan') return plan_state === null || plan_state === 'draft'
  if (!result || result.lines.length === 0) return false
  if (state === 'met') return result.met
  if (state === 'unmet') return !result.met
  return isAtRisk(result, is_closed)
}

/** Something is missing, and the end is near. */
export const isAtRisk = (result: Result | null, is_closed: boolean): boolean =>
  !is_closed && result !== null && result.lines.length > 0 && !result.met && result.days_left <= RISK_DAYS

const keyOf = ({ rule, category_code }: Pick<Line, 'rule' | 'category_code'>) =>
  category_code === undefined ? String(rule) : `${rule} ${category_code}`

export const matrixStates = ['met', 'unmet', 'at_risk', 'no_plan'] as const
export type MatrixState = (typeof matrixStates)[number]
export type Column = { key: string; title: string; unit: Line['unit']; desirable: boolean }
export type Cell = { counted: number; required: number; missing: number; met: boolean }
type Judged = { result: Result | null; plan_state: string | null; is_closed: boolean }
