import { describe, expect, it } from 'vitest'
import { periodAt, periodOf } from '../../engine/periods.ts'
import { type Did, limited, resultOf, unmet } from '../story.ts'
import { cpa, ipa, ipa2018, nmba } from './others.ts'

describe('Nursing and Midwifery Board of Australia', () => {
  const plan = { start: '2026-06-01', end: '2027-05-31' }
  const course = (hours: number, at = '2027-05-31'): Did => [at, 'course', { CPD: hours }]

  it('is met by 20 h from June to May', () => {
    expect(resultOf(nmba, { plan, did: [course(20)] }).met).toBe(true)
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(nmba, { plan, did: [course(19), course(1, '2027-06-01')] }))).toEqual([
      'At least 20 h of CPD: 19 h = 1 activity, 1 h missing.',
    ])
  })

  it('is pro rata by registered months', () => {
    const result = resultOf(nmba, { plan: { ...plan, registered_from: '2026-12-10' }, did: [course(9)] })
    expect(unmet(result)).toEqual([
      'At least 10 h of CPD: 9 h = 1 activity, 1 h missing; reduced from 20 h: 6 of 12 months count.',
    ])
  })
})

describe('CPA Australia', () => {
  const plan = { start: '2026-01-01', end: '2028-12-31' }
  const year = (at: number, hours = 40): Did[] => [
    [`${at}-03-01`, `courses of ${at}`, { CPD: hours - 4 }],
    [`${at}-04-01`, `ethics of ${at}`, { CPD: 4 }, { tags: ['ethics'], flags: ['verifiable'] }],
  ]

  it('is met by 120 h, 20 a year and verifiable ethics', () => {
    const result = resultOf(cpa, { plan, did: [...year(2026), ...year(2027), ...year(2028)] })
    expect(result.met).toBe(true)
    expect(result.lines.map(({ sentence }) => sentence)).toContain(
      'At least 2 h of verifiable ethics in 2027: 4 h = 1 activity.',
    )
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(cpa, { plan, did: [...year(2026), ...year(2027), ...year(2028, 39)] }))).toEqual([
      'At least 120 h of CPD: 119 h = 6 activities, 1 h missing.',
    ])
    expect(unmet(resultOf(cpa, { plan, did: [...year(2026, 60), ...year(2027, 60), ...year(2028, 19)] }))).toEqual([
      'At least 20 h of CPD in 2028: 19 h = 2 activities, 1 h missing.',
    ])
  })

  it('counts 10 h of reading a year', () => {
    const reading: Did = ['2028-06-01', 'journals', { READING: 14 }]
    const result = resultOf(cpa, { plan, did: [...year(2026), ...year(2027), ...year(2028, 28), reading] })
    expect(unmet(result)).toEqual([
      'At least 120 h of CPD: 118 h = 7 activities, 2 h missing; journals counts 10 of 14 h because of the limit “at most 10 h of reading a year”.',
    ])
    expect(limited(result)).toContain('At most 10 h of reading a year in 2028: 10 of 14 h counted.')
  })

  it('asks for ethics that is verifiable', () => {
    const did = [...year(2026), ...year(2027), ['2028-01-01', 'ethics talk', { CPD: 40 }, { tags: ['ethics'] }] as Did]
    expect(unmet(resultOf(cpa, { plan, did }))).toEqual([
      'At least 2 h of verifiable ethics in 2028: 0 h, 2 h missing.',
      'At least 10 h of verifiable ethics: 8 h = 2 activities, 2 h missing.',
    ])
  })

  it('begins on 1 January for those who joined by 30 June, else on the next', () => {
    const joined = (registered_from: string) => periodOf(cpa, { ...plan, registered_from }).start
    expect([joined('2026-06-30'), joined('2026-07-01'), joined('2020-05-05')]).toEqual([
      '2026-01-01',
      '2027-01-01',
      '2026-01-01',
    ])
    expect(periodOf(cpa, { ...plan, registered_from: '2026-07-01' }).end).toBe('2029-12-31')
  })
})

describe('Institute of Public Accountants', () => {
  const plan = { start: '2024-07-01', end: '2027-06-30' }
  const verified = { flags: ['verifiable' as const] }
  const did = (TECH: number): Did[] => [
    ['2025-03-01', 'courses', { TECH, MGMT: 30, ETHICS: 30 }, verified],
    ['2026-03-01', 'reading', { TECH: 20, MGMT: 5, ETHICS: 5 }],
  ]

  it('is met by 90 verified and 30 unverified hours', () => {
    expect(resultOf(ipa, { plan, did: did(30) }).met).toBe(true)
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(ipa, { plan, did: did(29) }))).toEqual([
      'At least 120 h of CPD: 119 h = 2 activities, 1 h missing.',
      'At least 90 h of verified CPD: 89 h = 1 activity, 1 h missing.',
    ])
  })

  it('asks for 20 h in each area, 15 of them verified', () => {
    const narrow: Did[] = [
      ['2025-03-01', 'courses', { TECH: 80, MGMT: 30, ETHICS: 14 }, verified],
      ['2026-03-01', 'reading', { ETHICS: 5 }],
    ]
    expect(unmet(resultOf(ipa, { plan, did: narrow }))).toEqual([
      'At least 20 h of professional and ethical standards: 19 h = 2 activities, 1 h missing.',
      'At least 15 h of verified professional and ethical standards: 14 h = 1 activity, 1 h missing.',
      'At least 30 h of unverified CPD: 5 h = 1 activity, 25 h missing.',
      'At least 5 h of unverified technical and product knowledge: 0 h, 5 h missing.',
      'At least 5 h of unverified management and professional skills: 0 h, 5 h missing.',
    ])
  })

  it('has one triennium for all, and is pro rata for those who join during it', () => {
    expect(periodAt(ipa, '2026-11-22', '2026-01-05')).toEqual(plan)
    const late = resultOf(ipa, { plan: { ...plan, registered_from: '2026-07-01' }, did: [] })
    expect(late.lines.map(({ required }) => required)).toEqual([
      40, 30, 6.67, 6.67, 6.67, 5, 5, 5, 10, 1.67, 1.67, 1.67,
    ])
  })

  it('counted 30 h of unstructured CPD before July 2021, and asked for 20 h a year', () => {
    const before = { start: '2018-07-01', end: '2021-06-30' }
    const work = (UNSTRUCTURED: number): Did[] => [
      ['2018-09-01', 'courses', { STRUCTURED: 70 }],
      ['2019-09-01', 'reading', { UNSTRUCTURED }],
      ['2020-09-01', 'courses', { STRUCTURED: 20 }],
    ]
    expect(resultOf(ipa2018, { plan: before, did: work(30) }).met).toBe(true)
    expect(unmet(resultOf(ipa2018, { plan: before, did: work(29) }))).toEqual([
      'At least 120 h of CPD: 119 h = 3 activities, 1 h missing.',
    ])
    expect(limited(resultOf(ipa2018, { plan: before, did: work(45) }))).toContain(
      'At most 30 h of unstructured CPD in the triennium: 30 of 45 h counted.',
    )
  })
})
