import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hundredths } from './amounts.ts'
import { evaluate } from './evaluate.ts'
import { splitProblem } from './split.ts'
import type { Activity, Flag, Line, Plan, Result, Rule, RuleSet, Waiver } from './types.ts'

const codes = ['A', 'B', 'C']
const tags = ['ethics', 'audit', 'plan']
const flags: Flag[] = ['verifiable', 'external']
const plan: Plan = { start: '2025-01-01', end: '2027-12-31' }
const today = '2027-06-30'

const amount = fc.integer({ min: 0, max: 6000 }).map((value) => value / 100)
const day = fc
  .integer({ min: 0, max: 365 * 4 })
  .map((days) => new Date(Date.UTC(2024, 6, 1 + days)).toISOString().slice(0, 10))
const some = <T>(values: T[]) => fc.subarray(values)

const activity = fc.record({
  title: fc.constant('activity'),
  completed_on: day,
  credits: fc
    .dictionary(fc.constantFrom(...codes), amount)
    .map((hours) => Object.entries(hours).map(([category_code, hours]) => ({ category_code, hours }))),
  tags: some(tags),
  flags: some(flags),
})
const activities = fc
  .array(activity, { maxLength: 25 })
  .map((all) => all.map((one, index): Activity => ({ ...one, id: index + 1 })))

const minimum = fc.record({
  kind: fc.constantFrom(
    'sum_min' as const,
    'each_min' as const,
    'count_min' as const,
    'presence' as const,
    'distinct_min' as const,
  ),
  category_codes: some(codes),
  tags: some(tags),
  flags: some(flags),
  amount,
  per: fc.constantFrom('cycle' as const, 'year' as const, 'rolling' as const),
  window_months: fc.constantFrom(12, 24, 36),
})
const limit = fc.record({
  kind: fc.constant('sum_max' as const),
  category_codes: some(codes),
  tags: some(tags),
  flags: some(flags),
  amount,
  per: fc.constantFrom('cycle' as const, 'year' as const, 'rolling' as const),
  window_months: fc.constantFrom(12, 24, 36),
})
const share = fc.record({
  kind: fc.constant('share_max' as const),
  tags: some(tags).filter((all) => all.length > 0),
  amount: fc.integer({ min: 0, max: 100 }),
  share_of_rule_id: fc.constantFrom(0, 1),
  per: fc.constant('cycle' as const),
})
const waivers = fc.array(
  fc.tuple(day, day).map(([a, b]): Waiver => (a < b ? { from: a, to: b } : { from: b, to: a })),
  { maxLength: 4 },
)
const cap = fc.option(amount, { nil: null })

describe('for all rules', () => {
  const limits = fc.array(fc.oneof(limit, share), { maxLength: 4 })
  const rules = fc
    .tuple(fc.array(minimum, { minLength: 2, maxLength: 5 }), limits)
    .map(([all, more]) => [...all, ...more] as Rule[])

  it('the order of activities, rules and waivers changes nothing', () => {
    const property = fc.property(rules, activities, waivers, cap, fc.integer(), (all, did, off, cap, seed) => {
      const set = setOf(all, cap)
      const mixed = { ...set, rules: shuffled(set.rules, seed), categories: shuffled(set.categories, seed) }
      expect(evaluate(mixed, plan, shuffled(did, seed), shuffled(off, seed), today)).toEqual(
        evaluate(set, plan, did, off, today),
      )
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('what the activities of a line count adds up to the line', () => {
    const property = fc.property(rules, activities, cap, (all, did, cap) => {
      const facts: Plan['facts'] = []
      for (const line of evaluate(setOf(all, cap), { ...plan, facts }, did, [], today).lines) {
        expect(sum(line.activities.map(({ credit }) => credit))).toBe(hundredths(line.counted))
        expect(line.met).toBe(line.kind.endsWith('_max') || line.counted >= line.required)
        expect(hundredths(line.missing)).toBe(
          line.kind.endsWith('_max') ? 0 : Math.max(0, hundredths(line.required) - hundredths(line.counted)),
        )
      }
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('no cap, limit or share is exceeded', () => {
    const property = fc.property(rules, activities, amount, (all, did, cap) => {
      const capped = (code: string): Rule[] =>
        ['year', 'cycle'].map((per) => ({
          id: `${code} ${per}`,
          position: 99,
          kind: 'sum_min',
          category_codes: [code],
          amount: 0,
          per: per as 'year',
        }))
      const { lines } = evaluate(setOf([...all, ...capped('A')], cap), plan, did, [], today)
      for (const line of lines) {
        if (line.kind === 'sum_max') expect(line.counted).toBeLessThanOrEqual(line.required)
        if (line.kind === 'share_max') expect(line.counted).toBeLessThanOrEqual(line.required)
        if (line.rule === 'A year') expect(line.counted).toBeLessThanOrEqual(cap)
      }
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('a waiver never raises what is required', () => {
    const property = fc.property(rules, waivers, waivers, (all, some, more) => {
      const [before, after] = [some, [...some, ...more]].map((off) => evaluate(setOf(all, null), plan, [], off, today))
      for (const [index, line] of before!.lines.entries()) {
        if (!line.kind.endsWith('_max')) expect(after!.lines[index]!.required).toBeLessThanOrEqual(line.required)
      }
      expect(after!.waived_months).toBeGreaterThanOrEqual(before!.waived_months)
    })
    fc.assert(property, { numRuns: 200 })
  })
})

describe('for rules without rates, items and caps', () => {
  const rules = fc.array(minimum, { minLength: 1, maxLength: 5 })

  it('an activity more never lowers what a minimum counts', () => {
    const property = fc.property(rules, activities, activity, (all, did, one) => {
      const [before, after] = [did, [...did, { ...one, id: 99 }]].map((list) =>
        evaluate(setOf(all as Rule[], null), plan, list, [], today),
      )
      for (const [index, line] of before!.lines.entries()) {
        expect(after!.lines[index]!.counted).toBeGreaterThanOrEqual(line.counted)
      }
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('no sum counts more than the hours', () => {
    const property = fc.property(rules, activities, (all, did) => {
      const hours = sum(did.flatMap(({ credits }) => credits.map((credit) => credit.hours)))
      for (const line of sums(evaluate(setOf(all as Rule[], null), plan, did, [], today))) {
        expect(hundredths(line.counted)).toBeLessThanOrEqual(hours)
      }
    })
    fc.assert(property, { numRuns: 200 })
  })

  it('splitting an activity in two within one category changes no sum', () => {
    const property = fc.property(
      rules,
      activities,
      activity,
      fc.constantFrom(...codes),
      fc.nat(6000),
      fc.nat(6000),
      (all, did, one, code, a, b) => {
        const part = (id: number, value: number): Activity => ({
          ...one,
          id,
          credits: [{ category_code: code, hours: value / 100 }],
        })
        const whole = evaluate(setOf(all as Rule[], null), plan, [...did, part(98, a + b)], [], today)
        const parts = evaluate(setOf(all as Rule[], null), plan, [...did, part(98, a), part(99, b)], [], today)
        expect(sums(parts).map(({ counted }) => counted)).toEqual(sums(whole).map(({ counted }) => counted))
      },
    )
    fc.assert(property, { numRuns: 200 })
  })
})

it('a split is right exactly if its parts add up', () => {
  const property = fc.property(
    fc.array(fc.nat(100_000), { minLength: 1, maxLength: 6 }),
    fc.integer({ min: -3, max: 3 }),
    (parts, off) => {
      const credits = parts.map((value, index) => ({ category_code: String(index), hours: value / 100 }))
      const hours = (parts.reduce((all, value) => all + value, 0) + off) / 100
      expect(splitProblem(hours, credits) === null).toBe(off === 0)
    },
  )
  fc.assert(property)
})

function setOf(rules: Rule[], cap: number | null): RuleSet {
  return {
    code: 'test',
    name: 'Test',
    authority: '',
    source_url: '',
    checked_on: '2026-01-01',
    version: '1',
    unit: 'hours',
    year_starts: '01-01',
    cycle_months: 36,
    pro_rata: 'none',
    rounding: 0.01,
    keep_years: null,
    categories: codes.map((code) => ({
      code,
      name: code,
      unit: 'hours',
      ...(code === 'A' ? { cap, cap_per: 'year' } : {}),
    })),
    rules: rules.map((rule, index) => {
      const isSum = ['sum_min', 'each_min', 'sum_max', 'share_max'].includes(rule.kind)
      return { ...rule, id: rule.id ?? index, position: index, ...(isSum ? { unit: 'hours' } : {}) }
    }),
  }
}

function sums({ lines }: Result): Line[] {
  return lines.filter(({ kind }) => kind === 'sum_min' || kind === 'each_min')
}

/** In hundredths. */
function sum(values: number[]): number {
  return values.reduce((all, value) => all + hundredths(value), 0)
}

function shuffled<T>(values: T[], seed: number): T[] {
  const keyed = values.map((value, index) => ({ value, key: Math.sin(seed + index * 7919) }))
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value)
}
