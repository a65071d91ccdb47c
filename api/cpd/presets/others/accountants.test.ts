import { describe, expect, it } from 'vitest'
import { periodOf } from '../../engine/periods.ts'
import { type Did, limited, resultOf, unmet } from '../story.ts'
import { caAnz, hkicpa } from './accountants.ts'

const verifiable = { flags: ['verifiable' as const] }

describe('Chartered Accountants ANZ', () => {
  const plan = { start: '2024-07-01', end: '2027-06-30' }
  const years = (hours: number, other: number): Did[] => [
    ['2024-09-01', 'courses', { CPD: hours }, verifiable],
    ['2025-09-01', 'courses', { CPD: hours }, verifiable],
    ['2026-09-01', 'ethics', { CPD: 6 }, { ...verifiable, tags: ['ethics'] }],
    ['2026-10-01', 'courses', { CPD: hours - 6 }, verifiable],
    ['2026-11-01', 'reading', { CPD: other }],
  ]

  it('is met by 120 h, 90 of them verifiable', () => {
    expect(resultOf(caAnz, { plan, did: years(30, 30) }).met).toBe(true)
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(caAnz, { plan, did: years(30, 29) }))).toEqual([
      'At least 120 h of CPD: 119 h = 5 activities, 1 h missing.',
    ])
  })

  it('has other figures for other qualifications', () => {
    const required = (code: string) =>
      resultOf(caAnz, { plan: { ...plan, qualifications: [{ code }] }, did: [] })
        .lines.slice(0, 3)
        .map((line) => line.required)
    expect([required('aca'), required('at'), required('ca')]).toEqual([
      [90, 67, 15],
      [60, 45, 10],
      [120, 90, 20],
    ])
  })

  it('counts on-the-job training for half of the verifiable hours', () => {
    const job: Did = ['2026-12-01', 'secondment', { CPD: 60 }, { ...verifiable, tags: ['on_the_job'] }]
    const result = resultOf(caAnz, { plan, did: [...years(14, 30), job] })
    expect(unmet(result)[0]).toBe(
      'At least 90 h of verifiable CPD: 84 h = 5 activities, 6 h missing; secondment counts 42 of 60 h because of the limit “on-the-job training at most 50 % of verifiable CPD”.',
    )
    expect(limited(result).at(-1)).toBe('On-the-job training at most 50 % of verifiable CPD: 42 of 60 h counted.')
  })

  it('asks specialists for 40 % in their field', () => {
    const specialist = { ...plan, qualifications: [{ code: 'specialist' }] }
    const field: Did = ['2026-12-01', 'tax', { CPD: 47 }, { ...verifiable, tags: ['specialist_field'] }]
    expect(unmet(resultOf(caAnz, { plan: specialist, did: [...years(30, 30), field] }))).toEqual([
      'At least 48 h in the field of the specialisation: 47 h = 1 activity, 1 h missing.',
    ])
  })

  it('asks for ethics in triennia from July 2024', () => {
    const did = years(30, 30).map(([at, title, hours]): Did => [at, title, hours, verifiable])
    expect(unmet(resultOf(caAnz, { plan, did }))).toEqual(['At least 6 h of verifiable ethics: 0 h, 6 h missing.'])
    const before = did.map(([at, ...more]): Did => [`${Number(at.slice(0, 4)) - 1}${at.slice(4)}`, ...more])
    expect(resultOf(caAnz, { plan: { start: '2023-07-01', end: '2026-06-30' }, did: before }).met).toBe(true)
  })

  it('begins on the 1 July after admission, that day for those admitted on it', () => {
    const cycle = { start: '2026-01-01', end: '2028-12-31' }
    const admitted = (registered_from: string) => periodOf(caAnz, { ...cycle, registered_from })
    expect(admitted('2026-07-01')).toEqual({ start: '2026-07-01', end: '2029-06-30' })
    expect(admitted('2026-07-02')).toEqual({ start: '2027-07-01', end: '2030-06-30' })
  })
})

describe('Hong Kong Institute of CPAs', () => {
  const plan = { start: '2025-12-01', end: '2026-11-30' }
  const did = (first: number): Did[] => [
    ['2023-12-01', 'courses', { CPD: first }, verifiable],
    ['2025-01-05', 'reading', { CPD: 40 }],
    ['2026-05-01', 'courses', { CPD: 20 }, { ...verifiable, tags: ['specialist_field'] }],
  ]

  it('is met by three years together', () => {
    expect(resultOf(hkicpa, { plan, did: did(60) }).met).toBe(true)
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(hkicpa, { plan, did: did(59) }))).toEqual([
      'At least 120 h of CPD (36 months to 30 November 2026): 119 h = 3 activities, 1 h missing.',
    ])
  })

  it('rolls: what is more than three years old no longer counts', () => {
    const next = resultOf(hkicpa, { plan: { start: '2026-12-01', end: '2027-11-30' }, did: did(60) })
    expect(unmet(next)).toEqual([
      'At least 120 h of CPD (36 months to 30 November 2027): 60 h = 2 activities, 60 h missing.',
      'At least 60 h of verifiable CPD (36 months to 30 November 2027): 20 h = 1 activity, 40 h missing.',
      'At least 20 h of CPD: 0 h, 20 h missing.',
    ])
  })

  it('asks specialists for 5 verifiable hours a year in their field', () => {
    const specialist = { ...plan, qualifications: [{ code: 'specialist' }] }
    expect(resultOf(hkicpa, { plan: specialist, did: did(60) }).met).toBe(true)
    const plain = did(60).map(([at, title, hours]): Did => [at, title, hours, verifiable])
    expect(unmet(resultOf(hkicpa, { plan: specialist, did: plain }))).toEqual([
      'At least 5 h of verifiable CPD in the field of the designation: 0 h, 5 h missing.',
    ])
  })

  it('asks for the sums of three years when these are over', () => {
    const result = resultOf(hkicpa, {
      plan: { ...plan, registered_from: '2024-03-01' },
      did: [['2026-05-01', 'courses', { CPD: 20 }]],
    })
    expect([result.met, result.lines[0]!.sentence]).toEqual([
      true,
      'At least 120 h of CPD (36 months to 30 November 2026): 20 h = 1 activity; not due before 1 December 2027.',
    ])
  })
})
