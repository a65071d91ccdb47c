import { describe, expect, it } from 'vitest'
import { evaluate } from '../engine/evaluate.ts'
import type { Line, Result, RuleSet } from '../engine/types.ts'
import { judged } from '../engine/verdict.ts'
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
const statesOf = (result: Result | null) => {
  const { verdict } = judged(result)
  const row = { verdict, at_risk: isAtRisk(result), plan_state: 'agreed' }
  return matrixStates.filter((state) => isInState(state, row))
}

it('of nothing asked is neither met nor unmet', () => {
  const columns = [{ key: 'a' }, { key: 'b' }]
  expect(cellsOf(columns, [line({ required: 0 })])).toMatchObject([{ met: null }, null])
  expect(cellsOf(columns, [line({ kind: 'sum_max' })])).toMatchObject([{ met: null }, null])
  expect(cellsOf(columns, [line({}), line({ required: 0 })])).toMatchObject([{ met: true }, null])
  const short = line({ met: false, counted: 1, missing: 4 })
  expect(cellsOf(columns, [line({}), short])).toMatchObject([{ met: false, missing: 4 }, null])
})

describe('a minimum of each year, in a cycle of three', () => {
  const rules = { year_starts: '01-01', cycle_months: 36, pro_rata: 'none', rounding: 0.01, unit: 'hours' }
  const rule = { id: 'a', position: 1, kind: 'sum_min', amount: 5, per: 'year', category_codes: ['A'] }
  const standard = { ...rules, categories: [{ code: 'A', name: 'A', unit: 'hours' }], rules: [rule] }
  const on = (today: string, did: [day: string, hours: number][]) => {
    const activities = did.map(([completed_on, hours], id) => ({
      id,
      title: '',
      completed_on,
      credits: [{ category_code: 'A', hours }],
    }))
    const plan = { start: '2026-01-01', end: '2028-12-31' }
    return evaluate(standard as unknown as RuleSet, plan, activities, [], today)
  }

  it.each<[string, [string, number][], (string | undefined)[], boolean, object]>([
    ['2026-10-31', [], ['open', 'later', 'later'], false, { counted: 0, missing: 5, met: false }],
    ['2026-11-01', [], ['at_risk', 'later', 'later'], true, { counted: 0, missing: 5, met: false }],
    ['2026-11-01', [['2026-03-03', 5]], ['met', 'later', 'later'], false, { counted: 5, missing: 0, met: true }],
    ['2027-01-01', [['2026-03-03', 4]], ['missed', 'open', 'later'], true, { counted: 4, missing: 1, met: false }],
    [
      '2028-11-30',
      [
        ['2026-03-03', 5],
        ['2027-03-03', 5],
      ],
      ['met', 'met', 'at_risk'],
      true,
      { missing: 5 },
    ],
  ])('stands on %s after %j: %j', (today, did, standings, at_risk, cell) => {
    const result = on(today, did)
    expect(result.lines.map(({ standing }) => standing)).toEqual(standings)
    expect(isAtRisk(result)).toBe(at_risk)
    expect(cellsOf([{ key: 'a' }], result.lines)).toMatchObject([cell])
    const later = result.lines.filter(({ standing }) => standing === 'later')
    expect(later.map(({ missing, met }) => [missing, met])).toEqual(later.map(() => [0, false]))
    expect(result.verdict).toBe('unmet')
  })

  it('that has not begun says when it begins', () => {
    expect(on('2026-05-05', []).lines[2]!.sentence).toBe('At least 5 h of a in 2028: begins on 1 January 2028.')
  })
})

it('is in one of the states met, unmet and empty', () => {
  const result = (lines: Line[]) => ({ lines, days_left: 3, met: true }) as unknown as Result
  expect(statesOf(null)).toEqual(['empty'])
  expect(statesOf(result([]))).toEqual(['empty'])
  expect(isAtRisk(result([]))).toBe(false)
  expect(statesOf(result([line({})]))).toEqual(['met'])
  expect(statesOf(result([line({ met: false, standing: 'open' })]))).toEqual(['unmet'])
  expect(statesOf(result([line({ met: false, standing: 'at_risk' })]))).toEqual(['unmet', 'at_risk'])
  expect(statesOf(result([line({ met: false, standing: 'missed' })]))).toEqual(['unmet', 'at_risk'])
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
