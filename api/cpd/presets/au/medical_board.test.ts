import { describe, expect, it } from 'vitest'
import { type Did, planned, resultOf, unmet } from '../story.ts'
import { medicalBoard, medicalBoardWithCape } from './medical_board.ts'

describe('Medical Board of Australia', () => {
  const plan = { facts: planned }

  it('is not met by 60 h of education alone, and says so in three sentences', () => {
    const result = resultOf(medicalBoard, { plan, did: [['2026-03-01', 'lectures', { EA: 60 }]] })
    expect(result.met).toBe(false)
    expect(unmet(result)).toEqual([
      'At least 5 h of reviewing performance: 0 h, 5 h missing.',
      'At least 5 h of measuring outcomes: 0 h, 5 h missing.',
      'At least 25 h of reviewing performance and measuring outcomes together: 0 h, 25 h missing.',
    ])
  })

  it('is met by 12.5 h of education, 5 of reviewing, 20 of measuring and 12.5 of any', () => {
    const result = resultOf(medicalBoard, {
      plan,
      did: [
        ['2026-02-01', 'lectures', { EA: 12.5 }],
        ['2026-03-01', 'case reviews', { RP: 5 }],
        ['2026-04-01', 'audits', { MO: 20 }],
        ['2026-05-01', 'conference', { EA: 12.5 }],
      ],
    })
    expect(result.met).toBe(true)
    expect(result.lines.map(({ sentence }) => sentence)).toEqual([
      'At least 12.5 h of educational activities: 25 h = 2 activities.',
      'At least 5 h of reviewing performance: 5 h = 1 activity.',
      'At least 5 h of measuring outcomes: 20 h = 1 activity.',
      'At least 25 h of reviewing performance and measuring outcomes together: 25 h = 2 activities.',
      'At least 50 h in all: 50 h = 4 activities.',
      'A written professional development plan: recorded (10 January 2026).',
      'A self-evaluation at the end of the year: recorded (10 December 2026).',
      'A CPD home: recorded.',
    ])
  })

  it('is one hour short', () => {
    const did: Did[] = [
      ['2026-02-01', 'lectures', { EA: 24 }],
      ['2026-03-01', 'reviews and audits', { RP: 5, MO: 20 }],
    ]
    expect(unmet(resultOf(medicalBoard, { plan, did }))).toEqual([
      'At least 50 h in all: 49 h = 2 activities, 1 h missing.',
    ])
  })

  it('counts a hybrid activity as it is split', () => {
    const result = resultOf(medicalBoard, { plan, did: [['2026-02-01', 'peer group with audit', { RP: 2, MO: 2 }]] })
    expect(result.lines.slice(1, 4).map(({ counted }) => counted)).toEqual([2, 2, 4])
    expect(result.lines[3]!.activities).toEqual([{ id: 1, hours: 4, credit: 4 }])
  })

  it('asks for the plan, the self-evaluation and the CPD home', () => {
    const did: Did[] = [['2026-02-01', 'all kinds', { EA: 25, RP: 5, MO: 20 }]]
    expect(unmet(resultOf(medicalBoard, { plan: { has_cpd_home: false }, did }))).toEqual([
      'A written professional development plan: missing.',
      'A self-evaluation at the end of the year: missing.',
      'A CPD home: missing.',
    ])
  })

  it('shows what a cap that an organisation sets on a category leaves', () => {
    const capped = medicalBoard.categories.map((one) =>
      one.code === 'MO' ? { ...one, cap: 6, cap_per: 'year' as const } : one,
    )
    const result = resultOf(
      { ...medicalBoard, categories: capped },
      { plan, did: [['2026-02-01', 'audit of ankle scans', { MO: 8 }]] },
    )
    expect(result.lines[2]!.sentence).toBe(
      'At least 5 h of measuring outcomes: 6 h = 1 activity; audit of ankle scans counts 6 of 8 h because of its cap of 6.',
    )
  })

  it('has each of the four themes of CAPE where a CPD home requires them', () => {
    const did: Did[] = [
      [
        '2026-02-01',
        'all kinds',
        { EA: 25, RP: 5, MO: 20 },
        { tags: ['cultural_safety', 'ethics', 'professionalism'] },
      ],
    ]
    expect(unmet(resultOf(medicalBoardWithCape, { plan, did }))).toEqual([
      'An activity about each of cultural safety, health inequity, professionalism and ethics: 3 of 4, health inequity missing.',
    ])
    const equity: Did = ['2026-05-01', 'equity course', {}, { tags: ['health_inequity'] }]
    expect(resultOf(medicalBoardWithCape, { plan, did: [...did, equity] }).met).toBe(true)
    const short: Did = ['2026-02-01', 'all kinds', { EA: 24, RP: 5, MO: 20 }, did[0]![3]]
    expect(unmet(resultOf(medicalBoardWithCape, { plan, did: [short, equity] }))).toEqual([
      'At least 50 h in all: 49 h = 1 activity, 1 h missing.',
    ])
  })
})
