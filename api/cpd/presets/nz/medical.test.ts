import { describe, expect, it } from 'vitest'
import { type Did, planned, plannedIn, resultOf, unmet } from '../story.ts'
import { inpractice, mcnz, rnzcgp, rnzcgp120, rnzcgp150 } from './medical.ts'

const conversation = (at: string): Did => [at, `conversation of ${at}`, {}, { tags: ['structured_conversation'] }]

describe('Medical Council of New Zealand, vocational scopes', () => {
  const plan = { facts: planned }
  const did: Did[] = [
    ['2026-02-01', 'peer group', { RRP: 0.5 }],
    ['2026-03-01', 'audit', { MIO: 1 }],
    ['2026-04-01', 'marae visit', { EDU: 8 }, { tags: ['cultural_safety'] }],
    conversation('2026-10-01'),
  ]

  it('is met by something of each kind, whatever its hours', () => {
    expect(resultOf(mcnz, { plan, did }).met).toBe(true)
  })

  it('lacks one kind, however many hours the others have', () => {
    expect(unmet(resultOf(mcnz, { plan, did: [...did.slice(1), ['2026-05-01', 'course', { EDU: 100 }]] }))).toEqual([
      'An activity of reviewing and reflecting on practice: missing.',
    ])
  })

  it('asks for a plan, a structured conversation, cultural safety and equity', () => {
    const work: Did[] = [['2026-02-01', 'work', { RRP: 1, MIO: 1, EDU: 1 }]]
    expect(unmet(resultOf(mcnz, { did: work }))).toEqual([
      'A structured conversation: missing.',
      'A written professional development plan: missing.',
      'An activity about cultural safety and health equity: missing.',
    ])
  })
})

describe('Inpractice', () => {
  const plan = { facts: planned, registered_from: '2024-02-29' }
  const meetings = ['04', '07', '10', '12'].map((month): Did => [`2026-${month}-05`, 'meeting', { MEETING: 1 }])
  const others: Did[] = [
    ['2026-04-02', 'peer group', { PEER: 10 }],
    ['2026-05-01', 'audit', { AUDIT: 3 }],
    ['2025-05-01', 'quiz', {}, { tags: ['quiz'] }],
    ['2024-05-01', 'feedback', {}, { tags: ['feedback'] }],
  ]
  const course = (hours: number, at = '2027-02-27'): Did => [at, 'course', { CME: hours }]

  it('is met in a year that begins on the anniversary, the 28th for 29 February', () => {
    const result = resultOf(inpractice, { plan, did: [...meetings, ...others, course(20)] })
    expect([result.met, result.period]).toEqual([true, { start: '2026-02-28', end: '2027-02-27' }])
  })

  it('is an hour short', () => {
    expect(
      unmet(resultOf(inpractice, { plan, did: [...meetings, ...others, course(19), course(1, '2027-02-28')] })),
    ).toEqual(['At least 20 h of continuing medical education: 19 h = 1 activity, 1 h missing.'])
  })

  it('asks for four meetings, and for quiz and feedback within three years', () => {
    const old = others.map(([at, ...more]): Did => [at.replace('2024-05', '2024-02').replace('2025', '2023'), ...more])
    expect(unmet(resultOf(inpractice, { plan, did: [...meetings.slice(1), ...old, course(20)] }))).toEqual([
      'At least 4 meetings with the collegial provider: 3, 1 missing.',
      'The essentials quiz once in 3 years (36 months to 27 February 2027): missing.',
      'Feedback of colleagues and patients once in 3 cycles (36 months to 27 February 2027): missing.',
    ])
  })

  it('asks for no quiz yet of those registered for less than three years', () => {
    const recent = { facts: planned, registered_from: '2026-01-01' }
    const result = resultOf(inpractice, {
      plan: recent,
      did: [...meetings, ...others.slice(0, 2), course(20, '2026-12-31')],
    })
    expect(result.met).toBe(true)
    expect(result.lines.at(-2)!.sentence).toBe(
      'The essentials quiz once in 3 years (36 months to 31 December 2026): none yet; not due before 1 January 2029.',
    )
  })

  it('is pro rata for leave', () => {
    const result = resultOf(inpractice, { plan, did: [], waivers: [{ from: '2026-03-01', to: '2026-08-31' }] })
    expect(result.lines.map(({ required }) => required)).toEqual([1, 10, 5, 1, 2, 1, 1])
  })
})

describe('Te Whanake', () => {
  const plan = { start: '2026-01-01', end: '2028-12-31', facts: plannedIn(2026, 2027, 2028) }
  const did = (ME: number): Did[] => [
    ['2026-03-01', 'courses', { ME }],
    ['2027-03-01', 'equity programme', { CSE: 24 }, { tags: ['reflection'] }],
    ['2028-03-01', 'outcomes and review', { PO: 24, RP: 24 }],
    ...['2026-11-01', '2027-11-01', '2028-11-01'].map(conversation),
  ]

  it('is met by 96 credits over four categories', () => {
    expect(resultOf(rnzcgp, { plan, did: did(24) }).met).toBe(true)
  })

  it('is a credit short', () => {
    expect(unmet(resultOf(rnzcgp, { plan, did: did(23) }))).toEqual([
      'At least 96 credits: 95 credits = 3 activities, 1 credit missing.',
    ])
  })

  it('asks for all categories, reflections and a conversation every year', () => {
    const narrow: Did[] = [['2026-03-01', 'courses', { ME: 60, CSE: 20, PO: 20 }], conversation('2026-11-01')]
    expect(unmet(resultOf(rnzcgp, { plan, did: narrow }))).toEqual([
      'Credits in each of the four learning categories: 3 of 4, reviewing practice missing.',
      'Reflections on learning activities: missing.',
      'An annual structured conversation in 2027: missing.',
      'An annual structured conversation in 2028: missing.',
    ])
  })

  it('had 120 credits before, and 150 before that', () => {
    const conversations = did(0).slice(-3)
    const work = (hours: Record<string, number>): Did[] => [['2026-03-01', 'work', hours], ...conversations]
    expect(resultOf(rnzcgp120, { plan, did: work({ CME: 90, PLAN: 30 }) }).met).toBe(true)
    expect(unmet(resultOf(rnzcgp120, { plan, did: work({ CME: 85, PLAN: 40 }) }))).toEqual([
      'At least 120 credits: 115 credits = 1 activity, 5 credits missing; work counts 115 of 125 credits because of its cap of 30.',
    ])
    expect(resultOf(rnzcgp150, { plan, did: work({ CPD: 150 }) }).met).toBe(true)
    expect(unmet(resultOf(rnzcgp150, { plan, did: work({ CPD: 149 }) }))).toEqual([
      'At least 150 credits: 149 credits = 1 activity, 1 credit missing.',
    ])
  })
})
