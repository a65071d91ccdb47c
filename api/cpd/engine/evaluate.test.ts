import { describe, expect, it } from 'vitest'
import { activity, run, standard, triennium, year } from './evaluate.cases.ts'
import type { Rule, RuleSet } from './types.ts'

describe('kinds of rules', () => {
  const did = [activity(1, { A: 6 }, { tags: ['ethics'] }), activity(2, { A1: 2, B: 3 }, { flags: ['verifiable'] })]

  it.each<[string, Partial<Rule>, boolean, string]>([
    ['sum_min', { amount: 8, category_codes: ['A'] }, true, 'At least 8 h of courses: 8 h = 2 activities.'],
    [
      'sum_min',
      { amount: 9, category_codes: ['A1'] },
      false,
      'At least 9 h of online courses: 2 h = 1 activity, 7 h missing.',
    ],
    ['sum_min', { amount: 12 }, false, 'At least 12 h of activities: 11 h = 2 activities, 1 h missing.'],
    ['sum_min', { amount: 6, tags: ['ethics'] }, true, 'At least 6 h of ethics: 6 h = 1 activity.'],
    ['sum_min', { amount: 5, flags: ['verifiable'] }, true, 'At least 5 h of verifiable activities: 5 h = 1 activity.'],
    ['sum_max', { amount: 4, category_codes: ['A'] }, true, 'At most 4 h of courses: 4 of 8 h counted.'],
    ['count_min', { amount: 2, category_codes: ['A'] }, true, 'At least 2 activities in courses: 2.'],
    ['count_min', { amount: 3 }, false, 'At least 3 activities: 2, 1 missing.'],
    ['presence', { amount: 1, tags: ['ethics'] }, true, 'Ethics: recorded (activity 1).'],
    ['presence', { amount: 1, tags: ['law'] }, false, 'Law: missing.'],
    [
      'one_of',
      { amount: 1, tags: ['law'], category_codes: ['B'] },
      true,
      'One of audits or law: recorded (activity 2).',
    ],
    ['one_of', { amount: 1, tags: ['law', 'war'] }, false, 'One of law or war: missing.'],
    ['distinct_min', { amount: 2, category_codes: ['A', 'B'] }, true, 'At least 2 of courses and audits: 2 of 2.'],
    [
      'distinct_min',
      { amount: 2, tags: ['ethics', 'law'] },
      false,
      'At least 2 of ethics and law: 1 of 2, law missing.',
    ],
  ])('%s %j', (kind, rule, met, sentence) => {
    const { lines } = run([{ kind, ...rule } as Rule], did)
    expect(lines.map((line) => [line.met, line.sentence])).toEqual([[met, sentence]])
  })

  it('each_min has a line for each category', () => {
    const { lines } = run([{ kind: 'each_min', amount: 5, category_codes: ['A', 'B'] }], did)
    expect(lines.map(({ category_code, counted, missing }) => [category_code, counted, missing])).toEqual([
      ['A', 8, 0],
      ['B', 3, 2],
    ])
  })

  it('share_max lowers what the rule counts of which it is a share, not other rules', () => {
    const { lines } = run(
      [
        { id: 'all', kind: 'sum_min', amount: 10 },
        { id: 'half', kind: 'share_max', amount: 50, tags: ['ethics'], share_of_rule_id: 'all' },
        { id: 'other', kind: 'sum_min', amount: 6, tags: ['ethics'] },
      ],
      did,
    )
    expect(lines.map(({ counted, required, met }) => [counted, required, met])).toEqual([
      [10, 10, true],
      [5, 5, true],
      [6, 6, true],
    ])
    expect(lines[0]!.activities[0]).toEqual({ id: 1, hours: 6, credit: 5, limited_by: { rule: 'half', cap: 50 } })
  })

  it('counts each year by itself', () => {
    const { lines } = run(
      [{ kind: 'sum_min', amount: 5, per: 'year' }],
      [activity(1, { A: 9 }, { completed_on: '2027-01-01' })],
      triennium,
    )
    expect(lines.map(({ counted, met }) => [counted, met])).toEqual([
      [0, false],
      [9, true],
      [0, false],
    ])
  })

  it('is for the qualification that is held at the end, or today', () => {
    const rule: Partial<Rule> = { kind: 'sum_min', amount: 5, for_qualification: 'surgeon' }
    const held = (expires_on: string, today: string) =>
      run([rule], [], { ...year, qualifications: [{ code: 'surgeon', expires_on }] }, [], today).lines.length
    expect(held('2026-06-30', '2026-06-30')).toBe(1)
    expect(held('2026-06-30', '2026-07-01')).toBe(0)
    expect(held('2026-12-31', '2027-05-01')).toBe(1)
  })
})

describe('rates and caps', () => {
  const categories: RuleSet['categories'] = [
    { code: 'AUDIT', name: 'Audit', unit: 'credits', credit_per_item: 10, cap: 15, cap_per: 'year' },
    { code: 'TALK', name: 'Talk', unit: 'credits', credit_per_hour: 1.5 },
    { code: 'MODULE', name: 'Module', unit: 'hours', item_hours: 0.5 },
  ]

  it('credits items and hours by their rates, in the unit of the category', () => {
    const rules = [
      { kind: 'sum_min', amount: 20, unit: 'credits' },
      { kind: 'sum_min', amount: 1, unit: 'hours' },
    ] as Rule[]
    const { lines } = run(
      rules,
      [activity(1, { AUDIT: 3 }), activity(2, { TALK: 2.5 }), activity(3, { MODULE: 2 })],
      year,
      [],
      undefined,
      { categories },
    )
    expect(lines.map(({ counted }) => counted)).toEqual([13.75, 0.5])
  })

  it('uses caps in the order of days, then of numbers', () => {
    const audits = [
      activity(10, { AUDIT: 1 }),
      activity(9, { AUDIT: 1 }),
      activity(1, { AUDIT: 1 }, { completed_on: '2026-09-09' }),
    ]
    const { lines } = run([{ kind: 'sum_min', amount: 20, unit: 'credits' }], audits, year, [], undefined, {
      categories,
    })
    expect(lines[0]!.activities.map(({ id, credit }) => [id, credit])).toEqual([
      [9, 10],
      [10, 5],
      [1, 0],
    ])
    expect(lines[0]!.sentence).toBe(
      'At least 20 credits of activities: 15 credits = 3 activities, 5 credits missing; activity 10 counts 5 of 10 credits because of its cap of 15; activity 1 counts 0 of 10 credits because of its cap of 15.',
    )
  })

  it('counts by the rate and cap that an activity was recorded with', () => {
    const before = { ...activity(1, {}), credits: [{ category_code: 'AUDIT', hours: 3, credit_per_item: 8, cap: 6 }] }
    const { lines } = run([{ kind: 'sum_min', amount: 1, unit: 'credits' }], [before], year, [], undefined, {
      categories,
    })
    expect(lines[0]!.activities).toEqual([
      { id: 1, hours: 8, credit: 6, limited_by: { category_code: 'AUDIT', cap: 6 } },
    ])
  })

  it('holds the cap of a category for its children too', () => {
    const capped = standard.categories.map((one) =>
      one.code === 'A' ? { ...one, cap: 5, cap_per: 'year' as const } : one,
    )
    const did = [activity(1, { A: 3 }), activity(2, { A1: 4 }), activity(3, { A1: 4 }, { completed_on: '2027-02-01' })]
    const { lines } = run([{ kind: 'sum_min', amount: 9, per: 'cycle' }], did, triennium, [], undefined, {
      categories: capped,
    })
    expect(lines[0]!.counted).toBe(9)
  })

  it('sums the unit of the standard where a rule has none', () => {
    const days = [...standard.categories, { code: 'D', name: 'Days', unit: 'days' as const }]
    const [line] = run(
      [{ kind: 'sum_min', amount: 1, unit: null }],
      [activity(1, { A: 3, D: 60 })],
      year,
      [],
      undefined,
      { categories: days },
    ).lines
    expect([line!.counted, line!.unit]).toEqual([3, 'hours'])
  })

  it('leaves out drafts and what was returned', () => {
    const did = [
      activity(1, { A: 1 }, { state: 'draft' }),
      activity(2, { A: 2 }, { state: 'returned' }),
      activity(3, { A: 4 }, { state: 'verified' }),
    ]
    expect(run([{ kind: 'sum_min', amount: 1 }], did).lines[0]!.counted).toBe(4)
  })
})

describe('rounding', () => {
  it.each([
    [0.01, 29.17],
    [0.25, 29.25],
    [0.5, 29],
  ] as const)('to %d, half up, of what is required', (rounding, required) => {
    const waivers = [{ from: '2026-01-01', to: '2026-05-31' }]
    expect(run([{ kind: 'sum_min', amount: 50 }], [], year, waivers, undefined, { rounding }).lines[0]!.required).toBe(
      required,
    )
  })

  it('leaves what counted as it is: 14.88 h are not 15', () => {
    const did = [activity(1, { A: 14 }), activity(2, { A: 0.88 })]
    const [line] = run([{ kind: 'sum_min', amount: 15 }], did, year, [], undefined, { rounding: 0.5 }).lines
    expect(line).toMatchObject({ counted: 14.88, missing: 0.12, met: false })
    expect(line!.sentence).toBe('At least 15 h of activities: 14.88 h = 2 activities, 0.12 h missing.')
  })

  it('of what is required is said', () => {
    const leave = [{ from: '2026-01-01', to: '2026-05-31' }]
    const [line] = run([{ kind: 'sum_min', amount: 20 }], [], year, leave, undefined, { rounding: 0.25 }).lines
    expect(line).toMatchObject({ required: 11.75 })
    expect(line!.sentence).toContain('reduced from 20 h: 7 of 12 months count, rounded to 0.25 h')
  })
})

it('counts the days that are left', () => {
  const left = (today: string) => run([], [], year, [], today).days_left
  expect([left('2026-12-30'), left('2026-12-31'), left('2027-01-01'), left('2025-12-31')]).toEqual([1, 0, 0, 365])
})

it('has days in the year to which they belong', () => {
  const did = [
    activity(1, { A: 1 }, { completed_on: '2025-12-31' }),
    activity(2, { A: 2 }, { completed_on: '2026-12-31' }),
  ]
  expect(run([{ kind: 'sum_min', amount: 1 }], did).lines[0]!.counted).toBe(2)
})
