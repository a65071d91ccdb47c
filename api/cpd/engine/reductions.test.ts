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

describe('waivers of a share', () => {
  const hours: Partial<Rule> = { id: 'hours', kind: 'sum_min', amount: 50 }
  const share: Partial<Rule> = { id: 'share', kind: 'sum_min', amount: 20, share_of_rule_id: 'hours' }
  const count: Partial<Rule> = { id: 'count', kind: 'count_min', amount: 4 }
  const plan: Partial<Rule> = { id: 'plan', kind: 'presence', amount: 1, tags: ['plan'] }
  const rules = [hours, share, count, plan]
  const half = { from: '2026-01-01', to: '2026-06-30', percent: 50 }
  const whole = { from: '2026-01-01', to: '2026-12-31' }
  const required = (...waivers: Waiver[]) => run(rules, [], year, waivers).lines.map((line) => line.required)

  it.each<[string, Waiver[], number[]]>([
    ['half of six months are three', [half], [37.5, 7.5, 3, 1]],
    ['half of a year leaves what is not counted', [{ ...whole, percent: 50 }], [25, 5, 2, 1]],
    ['the larger one of two counts', [half, { ...half, to: '2026-03-31', percent: 80 }], [33.75, 6.75, 3, 1]],
    ['a whole one beside a half', [half, { from: '2026-07-01', to: '2026-12-31' }], [12.5, 2.5, 1, 1]],
    ['of one requirement', [{ ...half, requirements: ['count'] }], [50, 10, 3, 1]],
    ['of a percentage, not of its sum', [{ ...whole, percent: 50, requirements: ['share'] }], [50, 5, 4, 1]],
    ['a whole one of one requirement', [{ ...whole, requirements: ['plan'] }], [50, 10, 4, 0]],
    ['one requirement beside all', [half, { ...whole, requirements: ['hours'], percent: 80 }], [10, 2, 3, 1]],
    ['of what the standard does not ask for', [{ ...whole, requirements: ['other'] }], [50, 10, 4, 1]],
    ['not granted', [{ ...half, state: 'refused', requirements: ['hours'] }], [50, 10, 4, 1]],
  ])('%s', (_name, waivers, result) => {
    expect(required(...waivers)).toEqual(result)
  })

  it('says of how many months which share is waived', () => {
    const of = (more: object) => run([hours], [], year, [half], undefined, more).lines[0]!.sentence
    expect(of({})).toBe(
      'At least 37.5 h of activities: 0 h, 37.5 h missing; reduced from 50 h: 9 of 12 months count ' +
        '(months waived in part: 6 by 50 %).',
    )
    expect(of({ pro_rata: 'days' })).toContain('reduced from 50 h: 274.5 of 365 days count (months waived in part: 6')
  })

  it('needs the length that the standard asks of leave, and is no exemption from a whole year', () => {
    const of = (more: object, ...waivers: Waiver[]) => run([hours], [], year, waivers, undefined, more).lines[0]!
    const quarter = { ...half, to: '2026-03-31' }
    expect(of({ reduced_from_months: 6 }, quarter).required).toBe(50)
    expect(of({ reduced_from_months: 6 }, quarter, { from: '2026-04-01', to: '2026-06-30' }).required).toBe(31.25)
    expect(of({ exempt_from_months: 6 }, half).required).toBe(37.5)
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
