import { describe, expect, it } from 'vitest'
import { type Did, limited, resultOf, unmet } from '../story.ts'
import { cpeng, nursing, physio } from './others.ts'

const plan = { start: '2026-04-01', end: '2027-03-31' }

describe('Nursing Council of New Zealand', () => {
  const did = (PD: number): Did[] => [
    ['2024-05-01', 'ward', { PRACTICE: 450 }],
    ['2025-05-01', 'courses', { PD: 20 }],
    ['2026-05-01', 'courses', { PD }, { tags: ['competence'] }],
  ]

  it('is met by the last three years together', () => {
    expect(resultOf(nursing, { plan, did: did(40) }).met).toBe(true)
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(nursing, { plan, did: did(39) }))).toEqual([
      'At least 60 h of professional development in 3 years (36 months to 31 March 2027): 59 h = 2 activities, 1 h missing.',
    ])
  })

  it('forgets what is older than three years', () => {
    const old: Did[] = [['2024-03-31', 'courses', { PD: 40 }], ...did(20)]
    expect(unmet(resultOf(nursing, { plan, did: old }))).toEqual([
      'At least 60 h of professional development in 3 years (36 months to 31 March 2027): 40 h = 2 activities, 20 h missing.',
    ])
  })

  it('takes 60 days of practice instead of 450 h', () => {
    const days: Did = ['2026-06-01', 'part-time ward work', { PRACTICE_DAYS: 0 }, { items: 60 }]
    const result = resultOf(nursing, { plan, did: [...did(40).slice(1), days] })
    expect([result.met, result.lines[1]!.sentence]).toEqual([
      true,
      'At least 450 h of practice in 3 years (36 months to 31 March 2027): 0 h; met instead by at least 60 days of practice in 3 years (36 months to 31 March 2027).',
    ])
  })

  it('asks for 40 h a year of nurse practitioners', () => {
    const practitioner = { ...plan, qualifications: [{ code: 'nurse_practitioner', expires_on: '2027-03-31' }] }
    expect(
      unmet(resultOf(nursing, { plan: practitioner, did: [...did(39), ['2025-06-01', 'course', { PD: 1 }]] })),
    ).toEqual([
      'At least 40 h of professional development each year (nurse practitioners): 39 h = 1 activity, 1 h missing.',
    ])
  })
})

describe('Physiotherapy Board', () => {
  const facts = [{ tag: 'plan_agreed', on: '2026-05-01' } as const]
  const reflection = (...tags: string[]): Did => ['2026-09-01', `reflection on ${tags}`, { REFLECTION: 1 }, { tags }]
  const reflections = [reflection('maori_culture'), reflection('ethics'), reflection('professionalism')]
  const did = (hours: number): Did[] => [
    ['2024-06-01', 'courses', { CPD: hours }],
    ['2026-06-01', 'peer review', { PEER: 7 }],
    ...reflections,
  ]

  it('is met', () => {
    expect(resultOf(physio, { plan: { ...plan, facts }, did: did(90) }).met).toBe(true)
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(physio, { plan: { ...plan, facts }, did: did(89) }))).toEqual([
      'At least 100 h of CPD in 3 years (36 months to 31 March 2027): 99 h = 5 activities, 1 h missing.',
    ])
  })

  it('counts 20 h of limited activities in three years', () => {
    const reading: Did[] = [
      ['2024-06-02', 'reading', { LIMITED: 15 }],
      ['2026-06-02', 'more reading', { LIMITED: 10 }],
    ]
    const result = resultOf(physio, { plan: { ...plan, facts }, did: [...did(69), ...reading] })
    expect(unmet(result)).toEqual([
      'At least 100 h of CPD in 3 years (36 months to 31 March 2027): 99 h = 7 activities, 1 h missing; more reading counts 5 of 10 h because of the limit “at most 20 h of limited activities in 3 years”.',
    ])
    expect(limited(result)).toContain(
      'At most 20 h of limited activities in 3 years (36 months to 31 March 2027): 20 of 25 h counted.',
    )
  })

  it('asks for a signed plan and three reflections, one on Māori culture', () => {
    const work: Did[] = [['2026-06-01', 'peer review', { PEER: 100 }], reflection('ethics'), reflection('ethics')]
    expect(unmet(resultOf(physio, { plan, did: work }))).toEqual([
      'A professional development plan signed by a peer: missing.',
      'At least 3 reflections: 2, 1 missing.',
      'A reflection on Māori culture: missing.',
    ])
  })

  it('is pro rata by the registered months of the three years', () => {
    const result = resultOf(physio, { plan: { ...plan, registered_from: '2026-04-01' }, did: [] })
    expect(result.lines.find(({ rule }) => rule === 'total')!.required).toBe(33.33)
  })
})

describe('Chartered Professional Engineers', () => {
  const year = { start: '2026-01-01', end: '2026-12-31' }
  const field = { code: 'further_practice_field' }
  const did = (CPD: number): Did[] => [['2026-05-01', 'courses', { CPD }]]

  it('is met by 40 h', () => {
    expect(resultOf(cpeng, { plan: year, did: did(40) }).met).toBe(true)
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(cpeng, { plan: year, did: did(39) }))).toEqual([
      'At least 40 h of CPD: 39 h = 1 activity, 1 h missing.',
    ])
  })

  it('adds 15 h for each further practice field', () => {
    expect(unmet(resultOf(cpeng, { plan: { ...year, qualifications: [field, field] }, did: did(40) }))).toEqual([
      'At least 70 h of CPD: 40 h = 1 activity, 30 h missing.',
    ])
  })
})
