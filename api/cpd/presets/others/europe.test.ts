import { describe, expect, it } from 'vitest'
import { type Did, resultOf, unmet } from '../story.ts'
import { rcpi, ukColleges, ukNmc, ukPathologists } from './europe.ts'

describe('UK Royal Colleges', () => {
  const plan = { start: '2026-01-01', end: '2030-12-31' }
  const years = (last: number, EXTERNAL = 25): Did[] =>
    [2026, 2027, 2028, 2029, 2030].map((at) => [
      `${at}-05-01`,
      `CPD of ${at}`,
      { EXTERNAL, INTERNAL: (at === 2030 ? last : 50) - EXTERNAL },
    ])

  it('is met by 50 credits a year', () => {
    const result = resultOf(ukColleges, { plan, did: years(50) })
    expect([result.met, result.lines.at(-1)!.sentence]).toEqual([
      true,
      'At least 250 credits: 250 credits = 5 activities.',
    ])
  })

  it('is a credit short', () => {
    expect(unmet(resultOf(ukColleges, { plan, did: years(49) }))).toEqual([
      'At least 50 credits in 2030: 49 credits = 1 activity, 1 credit missing.',
      'At least 250 credits: 249 credits = 5 activities, 1 credit missing.',
    ])
  })

  it('asks for 25 external credits a year of members of the Royal College of Physicians', () => {
    const did = [...years(50).slice(0, 4), ['2030-05-01', 'CPD of 2030', { EXTERNAL: 24, INTERNAL: 26 }] as Did]
    expect(resultOf(ukColleges, { plan, did }).met).toBe(true)
    expect(unmet(resultOf(ukColleges, { plan: { ...plan, qualifications: [{ code: 'rcp' }] }, did }))).toEqual([
      'At least 25 credits of external CPD in 2030: 24 credits = 1 activity, 1 credit missing.',
    ])
  })

  it('has years from April for pathologists', () => {
    const result = resultOf(ukPathologists, {
      plan: { start: '2026-04-01', end: '2031-03-31' },
      did: [['2027-03-31', 'conference', { EXTERNAL: 50 }]],
    })
    expect(result.lines.slice(0, 2).map(({ sentence }) => sentence)).toEqual([
      'At least 50 credits in the year from 1 April 2026: 50 credits = 1 activity.',
      'At least 50 credits in the year from 1 April 2027: 0 credits, 50 credits missing.',
    ])
  })
})

describe('Nursing and Midwifery Council', () => {
  const plan = { start: '2024-10-01', end: '2027-09-30' }
  const five = (category: string): Did[] =>
    [1, 2, 3, 4, 5].map((day) => [`2026-02-0${day}`, `${category} ${day}`, { [category]: 0.5 }])
  const done: Did = [
    '2027-06-01',
    'revalidation',
    {},
    { tags: ['reflective_discussion', 'confirmation', 'health_and_character', 'indemnity'] },
  ]
  const did = (CPD: number, participatory = 20): Did[] => [
    ['2026-05-01', 'ward', { PRACTICE: 450 }],
    ['2026-06-01', 'workshops', { CPD: participatory }, { flags: ['participatory'] }],
    ['2026-07-01', 'reading', { CPD: CPD - participatory }],
    ...five('FEEDBACK'),
    ...five('REFLECTION'),
    done,
  ]

  it('is met', () => {
    expect(resultOf(ukNmc, { plan, did: did(35) }).met).toBe(true)
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(ukNmc, { plan, did: did(34) }))).toEqual([
      'At least 35 h of CPD: 34 h = 2 activities, 1 h missing.',
    ])
  })

  it('asks for participation, five of each, and twice the practice of nurses who are midwives', () => {
    const both = { ...plan, qualifications: [{ code: 'nurse_and_midwife' }] }
    const work = did(35, 19).filter(([, title]) => !title.endsWith(' 5') && title !== 'revalidation')
    expect(unmet(resultOf(ukNmc, { plan: both, did: work }))).toEqual([
      'At least 900 h of practice: 450 h = 1 activity, 450 h missing.',
      'At least 20 h of participatory CPD: 19 h = 1 activity, 1 h missing.',
      'At least 5 pieces of feedback: 4, 1 missing.',
      'At least 5 written reflections: 4, 1 missing.',
      'A reflective discussion: missing.',
      'A confirmation by a confirmer: missing.',
      'A declaration of health and character: missing.',
      'A declaration of professional indemnity: missing.',
    ])
  })
})

describe('Royal College of Physicians of Ireland', () => {
  const plan = { start: '2026-05-01', end: '2027-04-30' }
  const did = (hours: Record<string, number>): Did[] => [['2027-04-30', 'work', hours]]

  it('is met without research, which is desirable', () => {
    const result = resultOf(rcpi, { plan, did: did({ EXTERNAL: 22, INTERNAL: 22, PERSONAL: 5, AUDIT: 1 }) })
    expect([result.met, result.lines[4]!.sentence]).toEqual([
      true,
      'Desirable: 2 credits of research or teaching: 0 credits.',
    ])
  })

  it('is a credit short', () => {
    expect(unmet(resultOf(rcpi, { plan, did: did({ EXTERNAL: 22, INTERNAL: 21, PERSONAL: 5, AUDIT: 1 }) }))).toEqual([
      'At least 50 credits in all: 49 credits = 1 activity, 1 credit missing.',
    ])
  })

  it('asks for both kinds, personal learning and an audit', () => {
    expect(unmet(resultOf(rcpi, { plan, did: did({ EXTERNAL: 19, INTERNAL: 40, PERSONAL: 4 }) }))).toEqual([
      'At least 20 credits of external CPD: 19 credits = 1 activity, 1 credit missing.',
      'At least 5 credits of personal learning: 4 credits = 1 activity, 1 credit missing.',
      'A clinical audit: missing.',
    ])
  })
})
