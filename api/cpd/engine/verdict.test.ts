import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import type { Plan, Rule, RuleSet, Waiver } from './types.ts'
import { judged, verdictOf } from './verdict.ts'

const sum: Rule = { id: 'sum', position: 1, kind: 'sum_min', amount: 10, per: 'cycle' }
const standard = (more: Partial<RuleSet> = {}): RuleSet => ({
  code: 'x',
  name: 'X',
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
  categories: [],
  rules: [sum],
  ...more,
})
const year: Plan = { start: '2026-01-01', end: '2026-12-31' }
const result = (rules: Partial<RuleSet>, plan: Partial<Plan> = {}, waivers: Waiver[] = []) =>
  evaluate(standard(rules), { ...year, ...plan }, [], waivers, '2026-11-23')

describe('an empty result', () => {
  const whole = [{ from: '2026-01-01', to: '2026-12-31' }]
  const rolling: Rule = { ...sum, kind: 'count_min', per: 'rolling', window_months: 12, amount: 1 }
  it.each<[name: string, rules: Partial<RuleSet>, plan: Partial<Plan>, waivers: Waiver[], nothing: object]>([
    [
      'says that registration is after the period',
      {},
      { registered_from: '2027-01-01' },
      [],
      {
        reason: 'registration',
        day: '2027-01-01',
        sentence: 'The period ends on 31 December 2026, and this person is registered from 1 January 2027.',
      },
    ],
    [
      'says that a pro rata sum is reduced to nothing by registration',
      { pro_rata: 'months' },
      { registered_from: '2026-12-31' },
      [],
      { reason: 'registration', day: '2026-12-31' },
    ],
    [
      'names the waivers that cover the period',
      {},
      {},
      whole,
      {
        reason: 'waiver',
        day: '2026-01-01',
        sentence: 'Nothing is asked in this period, because of waivers: 1 January 2026 to 31 December 2026.',
      },
    ],
    [
      'names the day on which a rolling rule is first due',
      { rules: [rolling] },
      { registered_from: '2026-06-01' },
      [],
      { reason: 'not_due', day: '2027-06-01' },
    ],
    [
      'names the day from which the rules apply',
      { rules: [{ ...sum, applies_from: '2027-01-01' }] },
      {},
      [],
      { reason: 'rules_from', day: '2027-01-01' },
    ],
    ['says that there are no rules', { rules: [] }, {}, [], { reason: 'no_rule', day: null }],
    [
      'is one of desirable rules and limits alone',
      {
        rules: [
          { ...sum, desirable: true },
          { ...sum, id: 'most', kind: 'sum_max' },
        ],
      },
      {},
      [],
      { reason: 'no_rule', day: null },
    ],
    ['is one of rules that ask for 0', { rules: [{ ...sum, amount: 0 }] }, {}, [], { reason: 'no_rule' }],
    [
      'is one of rules for a qualification that the person does not hold',
      { rules: [{ ...sum, for_qualification: 'surgeon' }] },
      {},
      [],
      { reason: 'no_rule' },
    ],
  ])('%s, and is not met', (_name, rules, plan, waivers, nothing) => {
    expect(result(rules, plan, waivers)).toMatchObject({ verdict: 'empty', met: false, nothing })
  })

  it('is also that of a cycle without a standard, and of what was kept before there were verdicts', () => {
    expect(judged(null)).toMatchObject({ verdict: 'empty', met: false, nothing: { reason: 'no_standard' } })
    const kept = { met: true, lines: [] }
    expect(judged(kept)).toMatchObject({ verdict: 'empty', met: false, nothing: { reason: 'no_rule' } })
  })
})

it('is met or unmet where something is asked, whatever limits and desirable rules say', () => {
  const line = (more: object) => ({ kind: 'sum_min' as const, required: 1, desirable: false, met: true, ...more })
  expect(verdictOf([line({}), line({ desirable: true, met: false }), line({ required: 0 })])).toBe('met')
  expect(verdictOf([line({}), line({ met: false })])).toBe('unmet')
  expect(result({})).toMatchObject({ verdict: 'unmet', met: false, nothing: null })
})
