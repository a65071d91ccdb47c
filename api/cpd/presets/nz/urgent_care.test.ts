import { describe, expect, it } from 'vitest'
import { splitProblem } from '../../engine/split.ts'
import { type Did, plannedIn, resultOf, unmet } from '../story.ts'
import { rnzcuc, rnzcuc2020 } from './urgent_care.ts'

const plan = { start: '2026-01-01', end: '2028-12-31', facts: plannedIn(2026, 2027, 2028) }
const years = [2026, 2027, 2028]

describe('urgent care, draft of 2021', () => {
  const yearly = years.map((at): Did => [`${at}-05-01`, `year ${at}`, { PEER: 1, RESUS: 4, AUDIT: 2, CULTURE: 2 }])

  it('is met by 60 h and what is required each year', () => {
    expect(resultOf(rnzcuc, { plan, did: [...yearly, ['2027-01-05', 'reading', { CPD: 60 }]] }).met).toBe(true)
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(rnzcuc, { plan, did: [...yearly, ['2027-01-05', 'reading', { CPD: 59 }]] }))).toEqual([
      'At least 60 h of triennial CPD: 59 h = 1 activity, 1 h missing.',
    ])
  })

  it('counts high value twice', () => {
    const result = resultOf(rnzcuc, { plan, did: [...yearly, ['2027-01-05', 'multi-source study', { HIGH: 30 }]] })
    expect([result.met, result.lines[0]!.counted]).toEqual([true, 60])
  })

  it('has no double dipping: a long course is split, and its yearly part is no triennial CPD', () => {
    const course = { RESUS: 4, CPD: 4 }
    expect(
      splitProblem(
        8,
        Object.entries(course).map(([category_code, hours]) => ({ category_code, hours })),
      ),
    ).toBeNull()
    const result = resultOf(rnzcuc, { plan, did: [...yearly, ['2027-01-05', 'CORE Advanced', course]] })
    expect(result.lines[0]!.sentence).toBe('At least 60 h of triennial CPD: 4 h = 1 activity, 56 h missing.')
  })

  it('asks for everything of each year', () => {
    const did: Did[] = [...yearly.slice(0, 2), ['2028-01-05', 'reading', { CPD: 60, CULTURE: 1 }]]
    expect(unmet(resultOf(rnzcuc, { plan, did }))).toEqual([
      'Peer group in 2028: missing.',
      'A resuscitation course in 2028: missing.',
      'A clinical audit in 2028: missing.',
    ])
  })

  it('asks for cultural safety once in the triennium, by its tag or category', () => {
    const without = years.map((at): Did => [`${at}-05-01`, `year ${at}`, { PEER: 1, RESUS: 4, AUDIT: 2 }])
    const did: Did[] = [...without, ['2027-01-05', 'reading', { CPD: 60 }]]
    expect(unmet(resultOf(rnzcuc, { plan, did }))).toEqual([
      'An activity of cultural safety and health equity in the triennium: missing.',
    ])
    const tagged: Did = ['2028-03-03', 'Hui', {}, { tags: ['cultural_safety'] }]
    expect(resultOf(rnzcuc, { plan, did: [...did, tagged] }).met).toBe(true)
  })
})

describe('urgent care, older page', () => {
  const did = (CME: number, PEER = 10): Did[] => [
    ...years.map((at): Did => [`${at}-05-01`, `year ${at}`, { PEER, AUDIT: 5, RESUS: 4, CLINICAL: 200 }]),
    ['2027-02-01', 'conference', { CME }],
  ]

  it('is met', () => {
    expect(resultOf(rnzcuc2020, { plan, did: did(75) }).met).toBe(true)
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(rnzcuc2020, { plan, did: did(74) }))).toEqual([
      'At least 120 h of education, peer review and audit together: 119 h = 4 activities, 1 h missing.',
    ])
  })

  it('asks for 10 h of peer review each year', () => {
    expect(
      unmet(resultOf(rnzcuc2020, { plan, did: [...did(80, 9), ['2026-02-01', 'peer group', { PEER: 10 }]] })),
    ).toEqual([
      'At least 10 h of peer review in 2027: 9 h = 1 activity, 1 h missing.',
      'At least 10 h of peer review in 2028: 9 h = 1 activity, 1 h missing.',
    ])
  })
})
