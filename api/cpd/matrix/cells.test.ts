import { expect, it } from 'vitest'
import { evaluate } from '../engine/evaluate.ts'
import type { Line, Result, RuleSet } from '../engine/types.ts'
import { cellsOf, isAtRisk, isInState, matrixStates } from './cells.ts'

const line = (more: Partial<Line>): Line => ({
  rule: 'a',
  kind: 'sum_min',
  period: { start: '2026-01-01', end: '2026-12-31' },
  unit: 'hours',
  required: 5,
  counted: 5,
  missing: 0,
  met: true,
  desirable: false,
  activities: [],
  sentence: '',
  ...more,
})
const statesOf = (result: Result | null) =>
  matrixStates.filter((state) => isInState(state, { result, plan_state: 'agreed', is_closed: false }))

it('of nothing asked is neither met nor unmet', () => {
  const columns = [{ key: 'a' }, { key: 'b' }]
  expect(cellsOf(columns, [line({ required: 0 })])).toMatchObject([{ met: null }, null])
  expect(cellsOf(columns, [line({ kind: 'sum_max' })])).toMatchObject([{ met: null }, null])
  expect(cellsOf(columns, [line({}), line({ required: 0 })])).toMatchObject([{ met: true }, null])
  const short = line({ met: false, counted: 1, missing: 4 })
  expect(cellsOf(columns, [line({}), short])).toMatchObject([{ met: false, missing: 4 }, null])
})

it('is in one of the states met, unmet and empty', () => {
  const result = (lines: Line[]) => ({ lines, days_left: 3, met: true }) as unknown as Result
  expect(statesOf(null)).toEqual(['empty'])
  expect(statesOf(result([]))).toEqual(['empty'])
  expect(isAtRisk(result([]), false)).toBe(false)
  expect(statesOf(result([line({})]))).toEqual(['met'])
  expect(statesOf(result([line({ met: false })]))).toEqual(['unmet', 'at_risk'])
})

it('is empty for a person who is registered after the cycle', () => {
  const rules = { year_starts: '01-01', cycle_months: 12, pro_rata: 'none', rounding: 0.01, unit: 'hours' }
  const standard = {
    ...rules,
    categories: [],
    rules: [{ id: 1, position: 1, kind: 'presence', amount: 1, per: 'cycle' }],
  }
  const plan = { start: '2026-01-01', end: '2026-12-31', registered_from: '2027-01-01' }
  expect(statesOf(evaluate(standard as unknown as RuleSet, plan, [], [], '2026-11-23'))).toEqual(['empty'])
})
