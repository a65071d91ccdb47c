import { describe, expect, it } from 'vitest'
import { type Did, resultOf, unmet } from '../story.ts'
import { abim, rcpsc } from './north_america.ts'

const plan = { start: '2026-01-01', end: '2030-12-31' }
const years = [2026, 2027, 2028, 2029, 2030]

describe('Maintenance of Certification of Canada', () => {
  const did = (last: number): Did[] =>
    years.map((at) => [`${at}-05-01`, `CPD of ${at}`, { S1: at === 2030 ? last : 70, S2: 5, S3: 5 }])

  it('is met by 400 credits', () => {
    expect(resultOf(rcpsc, { plan, did: did(70) }).met).toBe(true)
  })

  it('is a credit short', () => {
    expect(unmet(resultOf(rcpsc, { plan, did: did(69) }))).toEqual([
      'At least 400 credits: 399 credits = 5 activities, 1 credit missing.',
    ])
  })

  it('asks for 40 credits a year and 25 in each section', () => {
    const narrow: Did[] = [...did(29).slice(0, 4), ['2030-05-01', 'CPD of 2030', { S1: 34, S2: 5 }]]
    expect(unmet(resultOf(rcpsc, { plan, did: [...narrow, ['2026-06-01', 'congress', { S1: 100 }]] }))).toEqual([
      'At least 40 credits in 2030: 39 credits = 1 activity, 1 credit missing.',
      'At least 25 credits of section 3: assessment: 20 credits = 4 activities, 5 credits missing.',
    ])
  })
})

describe('American Board of Internal Medicine', () => {
  const assessment: Did = ['2022-05-01', 'LKA', {}, { tags: ['lka'] }]
  const did = (last: number): Did[] => [
    assessment,
    ['2026-05-01', 'modules', { MOC: 40 }],
    ['2028-05-01', 'modules', { MOC: 40 }],
    ['2030-05-01', 'modules', { MOC: last }],
  ]

  it('is met by 100 points, something every 2 years and an assessment in 10', () => {
    expect(resultOf(abim, { plan, did: did(20) }).met).toBe(true)
  })

  it('is a point short', () => {
    expect(unmet(resultOf(abim, { plan, did: did(19) }))).toEqual([
      'At least 100 points: 99 points = 3 activities, 1 point missing.',
    ])
  })

  it('asks for something every 2 years and an assessment in 10', () => {
    const gap: Did[] = [
      ['2020-05-01', 'exam', {}, { tags: ['exam'] }],
      ['2026-05-01', 'modules', { MOC: 50 }],
      ['2029-05-01', 'modules', { MOC: 50 }],
    ]
    expect(unmet(resultOf(abim, { plan, did: gap }))).toEqual([
      'An activity every 2 years (24 months to 31 December 2028): missing.',
      'An assessment in 10 years: longitudinal assessment (LKA) or examination (120 months to 31 December 2030): missing.',
    ])
  })

  it('takes a new subspecialty for the 100 points', () => {
    const subspecialty: Did = ['2028-05-01', 'cardiology', { MOC: 1 }, { tags: ['new_subspecialty'] }]
    const some = [['2026-05-01', 'm', { MOC: 1 }], subspecialty, ['2030-05-01', 'm', { MOC: 1 }]] as Did[]
    const result = resultOf(abim, { plan, did: [assessment, ...some] })
    expect([result.met, result.lines[0]!.sentence]).toEqual([
      true,
      'At least 100 points: 3 points = 3 activities; met instead by certification in a new subspecialty.',
    ])
  })
})
