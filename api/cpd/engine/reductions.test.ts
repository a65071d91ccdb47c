import { describe, expect, it } from 'vitest'
import { run, triennium, year } from './evaluate.cases.ts'
import type { Rule, RuleSet, Waiver } from './types.ts'

describe('waivers', () => {
  const sum: Partial<Rule> = { id: 'sum', kind: 'sum_min', amount: 50 }
  const presence: Partial<Rule> = { id: 'there', kind: 'presence', amount: 1, tags: ['plan'] }
  const required = (...waivers: Waiver[]) => run([sum, presence], [], year, waivers).lines.map((line) => line.required)

  it.each<[string, Waiver[], number[]]>([
    ['16 of 31 days are a month', [{ from: '2026-01-16', to: '2026-01-31' }], [45.83, 1]],
    ['15 of 31 days are none', [{ from: '2026-01-17', to: '2026-01-31' }], [50, 1]],
    ['half of a month is none', [{ from: '2026-06-01', to: '2026-06-15' }], [50, 1]],
    [
      'two that overlap count once',
      [
        { from: '2026-01-01', to: '2026-06-30' },
        { from: '2026-04-01', to: '2026-06-30' },
      ],
      [25, 1],
    ],
    [
      'two that follow each other are one',
      [
        { from: '2026-01-01', to: '2026-01-10' },
        { from: '2026-01-11', to: '2026-01-20' },
      ],
      [45.83, 1],
    ],
    ['what was not granted does not count', [{ from: '2026-01-01', to: '2026-12-31', state: 'requested' }], [50, 1]],
    ['it is clipped to the cycle', [{ from: '2025-01-01', to: '2026-06-30' }], [25, 1]],
    ['the whole cycle waives all', [{ from: '2025-01-01', to: '2027-06-30' }], [0, 0]],
  ])('%s', (_name, waivers, result) => {
    expect(required(...waivers)).toEqual(result)
  })

  it('says what is waived and what is reduced', () => {
    expect(
      run([sum, presence], [], year, [{ from: '2026-01-01', to: '2026-12-31' }]).lines.map(({ sentence }) => sentence),
    ).toEqual(['At least 50 h of activities: waived.', 'Plan: waived.'])
    expect(run([sum], [], year, [{ from: '2026-01-01', to: '2026-03-31' }]).lines[0]!.sentence).toBe(
      'At least 37.5 h of activities: 0 h, 37.5 h missing; reduced from 50 h: 9 of 12 months count.',
    )
  })

  it("reduces each year's minimum by that year's months", () => {
    const { lines } = run(
      [
        { kind: 'sum_min', amount: 20, per: 'year' },
        { kind: 'sum_min', amount: 120, per: 'cycle' },
      ],
      [],
      triennium,
      [{ from: '2027-01-01', to: '2027-06-30' }],
    )
    expect(lines.map((line) => line.required)).toEqual([20, 10, 20, 100])
  })

  it('reduces counts to whole items, half up', () => {
    const { lines } = run([{ kind: 'count_min', amount: 3 }], [], year, [{ from: '2026-01-01', to: '2026-06-30' }])
    expect(lines[0]!.required).toBe(2)
  })
})

describe('pro rata', () => {
  const rule: Partial<Rule> = { kind: 'sum_min', amount: 50 }
  const required = (pro_rata: RuleSet['pro_rata'], registered_from: string, waivers: Waiver[] = []) =>
    run([rule], [], { ...year, registered_from }, waivers, undefined, { pro_rata }).lines[0]?.required

  it.each([
    ['none', '2026-07-01', 50],
    ['months', '2026-07-01', 25],
    ['months', '2026-07-16', 25],
    ['months', '2026-07-17', 20.83],
    ['days', '2026-07-02', 25.07],
    ['days', '2020-01-01', 50],
  ] as const)('%s from %s requires %d', (pro_rata, registered_from, result) => {
    expect(required(pro_rata, registered_from)).toBe(result)
  })

  it('does not reduce twice for a waiver before registration', () => {
    const waivers: Waiver[] = [{ from: '2026-01-01', to: '2026-09-30' }]
    expect([required('months', '2026-07-01', waivers), required('days', '2026-07-01', waivers)]).toEqual([12.5, 12.6])
  })

  it('requires nothing of the years before registration', () => {
    const { lines } = run([{ kind: 'presence', amount: 1, tags: ['plan'], per: 'year' }], [], {
      ...triennium,
      registered_from: '2027-05-01',
    })
    expect(lines.map(({ period }) => period.start)).toEqual(['2027-01-01', '2028-01-01'])
  })
})
