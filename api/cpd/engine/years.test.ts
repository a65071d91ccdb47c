import { describe, expect, it } from 'vitest'
import { activity, run, triennium, year } from './evaluate.cases.ts'
import type { Fact, Plan, Rule } from './types.ts'

/** What belongs to a year of a cycle: it is dated, and counts for the year of its date. */
const of = (tag: Fact['tag'], more: Partial<Rule> = {}): Partial<Rule> => ({
  kind: 'presence',
  tags: [tag],
  amount: 1,
  sentence: 'A record',
  ...more,
})
const counted = (plan: Plan, facts: Fact[], rule: Partial<Rule>) =>
  run([rule], [], { ...plan, facts }).lines.map(({ counted }) => counted)

describe('a cycle of three years', () => {
  it.each<[string, Fact[], Partial<Rule>, number[]]>([
    ['a plan of the second year', [{ tag: 'plan', on: '2027-02-01' }], of('plan'), [0, 1, 0]],
    ['a plan from before the cycle', [{ tag: 'plan', on: '2025-12-20' }], of('plan'), [1, 0, 0]],
    [
      'a plan in each',
      ['2026-01-05', '2027-12-31', '2028-01-01'].map((on): Fact => ({ tag: 'plan', on })),
      of('plan'),
      [1, 1, 1],
    ],
    ['a self-evaluation in June', [{ tag: 'self_evaluation', on: '2026-06-30' }], of('self_evaluation'), [0, 0, 0]],
    ['a self-evaluation in July', [{ tag: 'self_evaluation', on: '2026-07-01' }], of('self_evaluation'), [1, 0, 0]],
    ['one after the cycle', [{ tag: 'self_evaluation', on: '2029-01-10' }], of('self_evaluation'), [0, 0, 1]],
    [
      'a conversation',
      [{ tag: 'structured_conversation', on: '2027-05-05' }],
      of('structured_conversation'),
      [0, 1, 0],
    ],
    ['an agreement', [{ tag: 'plan_agreed', on: '2028-03-01' }], of('plan_agreed'), [0, 0, 1]],
    [
      'goals, for the year in which they are to be reached',
      [
        { tag: 'goals', on: '2026-02-01', for: '2027-06-30' },
        { tag: 'goals', on: '2026-02-01', for: '2027-12-31' },
        { tag: 'goals', on: '2028-02-01' },
      ],
      of('goals'),
      [0, 1, 1],
    ],
    ['a plan asked for once in the cycle', [{ tag: 'plan', on: '2027-02-01' }], of('plan', { per: 'cycle' }), [1]],
  ])('%s', (_name, facts, rule, expected) => {
    expect(counted(triennium, facts, rule)).toEqual(expected)
  })

  it('says that a self-evaluation came too early', () => {
    const facts: Fact[] = [{ tag: 'self_evaluation', on: '2027-03-03' }]
    const { lines } = run([of('self_evaluation')], [], { ...triennium, facts })
    expect(lines[1]!.sentence).toBe('A record in 2027: written on 3 March 2027, before half of the year was over.')
  })
})

describe('a cycle of one year', () => {
  it('has its second half from 1 July on, or from the middle of a shorter one', () => {
    const short = { start: '2026-01-01', end: '2026-03-31' }
    const facts = (on: string): Fact[] => [{ tag: 'self_evaluation', on }]
    expect(counted(year, facts('2026-06-30'), of('self_evaluation'))).toEqual([0])
    expect(counted(year, facts('2026-07-01'), of('self_evaluation'))).toEqual([1])
    expect(counted(short, facts('2026-02-14'), of('self_evaluation'))).toEqual([0])
    expect(counted(short, facts('2026-02-15'), of('self_evaluation'))).toEqual([1])
  })

  it('does not take a plan that was written later for one from before the first entry', () => {
    const facts: Fact[] = [{ tag: 'plan', on: '2026-01-02', recorded_on: '2026-09-09' }]
    const entered = activity(1, { A: 1 }, { recorded_on: '2026-05-06' })
    const { lines } = run([of('plan', { before_first_entry: true })], [entered], { ...year, facts })
    expect(lines[0]).toMatchObject({ met: false, counted: 0 })
  })
})
