import { describe, expect, it } from 'vitest'
import { type Did, limited, planned, plannedIn, resultOf, unmet } from '../story.ts'
import { acem, acrrm, anzca, racgp, racs, rcpa } from './colleges.ts'

const cape = { tags: ['cultural_safety', 'health_inequity', 'professionalism', 'ethics'] }
const year = (at: string, EA = 25): Did => [at, `work of ${at.slice(0, 4)}`, { EA, RP: 5, MO: 20 }, cape]
const triennium = { start: '2026-01-01', end: '2028-12-31', facts: plannedIn(2026, 2027, 2028) }
const years = [year('2026-05-01'), year('2027-05-01'), year('2028-05-01')]

describe('RACGP', () => {
  const cpr: Did = ['2027-08-01', 'basic life support', {}, { tags: ['cpr'] }]

  it('is met by three good years and a CPR course', () => {
    const result = resultOf(racgp, { plan: triennium, did: [...years, cpr] })
    expect(result.met).toBe(true)
    expect(result.lines.at(-1)!.sentence).toBe('A CPR course in the triennium: recorded (basic life support).')
  })

  it('is an hour short in one of the years', () => {
    expect(
      unmet(resultOf(racgp, { plan: triennium, did: [years[0]!, year('2027-05-01', 24), years[2]!, cpr] })),
    ).toEqual(['At least 50 h in all in 2027: 49 h = 1 activity, 1 h missing.'])
  })

  it('asks for CPR once in the triennium, not before it', () => {
    const early: Did = ['2025-12-31', 'basic life support', {}, { tags: ['cpr'] }]
    expect(unmet(resultOf(racgp, { plan: triennium, did: [...years, early] }))).toEqual([
      'A CPR course in the triennium: missing.',
    ])
  })

  it('asks for a plan and a self-evaluation of each year', () => {
    const facts = [
      { tag: 'plan', on: '2026-01-10' },
      { tag: 'self_evaluation', on: '2028-12-10' },
    ] as const
    expect(unmet(resultOf(racgp, { plan: { ...triennium, facts: [...facts] }, did: [...years, cpr] }))).toEqual([
      'A written professional development plan in 2027: missing.',
      'A written professional development plan in 2028: missing.',
      'A self-evaluation at the end of the year in 2026: missing.',
      'A self-evaluation at the end of the year in 2027: missing.',
    ])
  })
})

describe('ACRRM', () => {
  const als: Did = ['2028-08-01', 'ALS course', {}, { tags: ['advanced_life_support'] }]

  it('is met by three good years and advanced life support', () => {
    expect(resultOf(acrrm, { plan: triennium, did: [...years, als] }).met).toBe(true)
  })

  it('is an hour short', () => {
    expect(
      unmet(resultOf(acrrm, { plan: triennium, did: [year('2026-05-01', 24), years[1]!, years[2]!, als] })),
    ).toEqual(['At least 50 h in all in 2026: 49 h = 1 activity, 1 h missing.'])
  })

  it('asks for advanced life support every three years', () => {
    expect(unmet(resultOf(acrrm, { plan: triennium, did: years }))).toEqual([
      'An advanced life support course in 3 years: missing.',
    ])
  })
})

describe('ACEM', () => {
  const plan = { facts: planned }
  const skills = ['intubation', 'chest drain', 'cardioversion'].map(
    (title): Did => ['2026-06-01', title, {}, { tags: ['core_procedural_skill'] }],
  )
  const eem = (hours: number): Did => ['2026-07-01', 'EEM module', { EEM: hours }]
  const modules = [eem(0.5), eem(2), eem(0.5), eem(0.5)]

  it('is met with 3 skills and 4 modules, each of half an hour', () => {
    const result = resultOf(acem, { plan, did: [year('2026-05-01', 23), ...skills, ...modules] })
    expect(result.met).toBe(true)
    expect(result.lines[0]!.sentence).toBe('At least 12.5 h of educational activities: 25 h = 5 activities.')
    expect(result.lines.slice(-2).map(({ sentence }) => sentence)).toEqual([
      'At least 3 core procedural skills: 3.',
      'At least 4 EEM modules: 4.',
    ])
  })

  it('is an hour short, because a module counts half an hour however long it took', () => {
    expect(unmet(resultOf(acem, { plan, did: [year('2026-05-01', 22), ...skills, ...modules] }))).toEqual([
      'At least 50 h in all: 49 h = 5 activities, 1 h missing.',
    ])
  })

  it('counts skills and modules', () => {
    const did = [year('2026-05-01'), ...skills.slice(1), ...modules.slice(1)]
    expect(unmet(resultOf(acem, { plan, did }))).toEqual([
      'At least 3 core procedural skills: 2, 1 missing.',
      'At least 4 EEM modules: 3, 1 missing.',
    ])
  })
})

describe('RACS', () => {
  const plan = { facts: planned }

  it('is met, and submitted by 28 February', () => {
    const result = resultOf(racs, { plan, did: [year('2026-05-01')] })
    expect([result.met, result.submit_by, racs.audit_percent]).toEqual([true, '2027-02-28', 5])
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(racs, { plan, did: [year('2026-05-01', 24)] }))).toEqual([
      'At least 50 h in all: 49 h = 1 activity, 1 h missing.',
    ])
  })

  it('asks for the themes of CAPE', () => {
    expect(unmet(resultOf(racs, { plan, did: [['2026-05-01', 'work', { EA: 25, RP: 5, MO: 20 }]] }))).toEqual([
      'An activity about each of cultural safety, health inequity, professionalism and ethics: 0 of 4, cultural safety, health inequity, professionalism and ethics missing.',
    ])
  })
})

describe('RCPA', () => {
  const plan = { facts: planned }
  const work = (EA: number): Did => ['2026-05-01', 'work', { EA, RP: 15, MO: 15, PROF: 15 }]

  it('is met by 15 h in each of four categories, and submitted by 31 March', () => {
    const result = resultOf(rcpa, { plan, did: [work(15)] })
    expect([result.met, result.submit_by]).toEqual([true, '2027-03-31'])
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(rcpa, { plan, did: [work(14)] }))).toEqual([
      'At least 15 h of educational activities: 14 h = 1 activity, 1 h missing.',
      'At least 60 h in all: 59 h = 1 activity, 1 h missing.',
    ])
  })

  it('shows sums as they are', () => {
    expect(unmet(resultOf(rcpa, { plan, did: [work(14.88)] }))[0]).toBe(
      'At least 15 h of educational activities: 14.88 h = 1 activity, 0.12 h missing.',
    )
  })

  it('asks for a plan in Australia only', () => {
    expect(unmet(resultOf(rcpa, { did: [work(15)] }))).toEqual(['A written professional development plan: missing.'])
    const result = resultOf(rcpa, { plan: { qualifications: [{ code: 'practises_elsewhere' }] }, did: [work(15)] })
    expect([result.met, result.lines.at(-1)!.sentence]).toEqual([
      true,
      'A written professional development plan: not required.',
    ])
  })
})

describe('ANZCA 2026', () => {
  const plan = { facts: planned }
  const required: Did[] = [
    ['2026-03-01', 'anaphylaxis workshop', { KS: 12.5 }, { tags: ['emergency_response'] }],
    ['2026-04-01', 'patient survey', { RP: 5 }, { tags: ['patient_survey'] }],
    ['2026-05-01', 'safety course', { MO: 20 }, { tags: ['cultural_safety'] }],
  ]
  const ethics = (KS: number): Did => ['2026-06-01', 'ethics evening', { KS }, { tags: ['ethics'] }]

  it('is met', () => {
    const result = resultOf(anzca, { plan, did: [...required, ethics(12.5)] })
    expect(result.met).toBe(true)
    expect(result.lines.map(({ sentence }) => sentence)).toContain(
      'One of patient survey, multi-source feedback, peer review or clinical audit: recorded (patient survey).',
    )
  })

  it('is an hour short', () => {
    expect(unmet(resultOf(anzca, { plan, did: [...required, ethics(11.5)] }))).toEqual([
      'At least 50 h in all: 49 h = 4 activities, 1 h missing.',
    ])
  })

  it('asks for what is new in 2026, in 2026', () => {
    const did: Did[] = [...required, ['2026-06-01', 'lectures', { KS: 12.5 }]]
    expect(unmet(resultOf(anzca, { plan, did }))).toEqual([
      'An activity about health inequity, professionalism or ethics: missing.',
    ])
    const before = did.map(([at, ...more]): Did => [at.replace('2026', '2025'), ...more])
    expect(resultOf(anzca, { plan: { ...plan, start: '2025-01-01', end: '2025-12-31' }, did: before }).met).toBe(true)
  })

  it('asks for the plan before the first entry', () => {
    const facts = [{ tag: 'plan', on: '2026-03-05' } as const, planned[1]!]
    const did: Did[] = [
      ...required,
      ['2026-06-01', 'ethics', { KS: 12.5 }, { tags: ['ethics'], recorded_on: '2026-03-02' }],
    ]
    expect(unmet(resultOf(anzca, { plan: { facts }, did }))).toEqual([
      'A CPD plan before the first entry: made on 5 March 2026, after the first entry on 2 March 2026.',
    ])
  })

  it('asks for a structured conversation of those registered in New Zealand', () => {
    const nz = { ...plan, qualifications: [{ code: 'mcnz' }] }
    expect(unmet(resultOf(anzca, { plan: nz, did: [...required, ethics(12.5)] }))).toEqual([
      'A structured conversation (Medical Council of New Zealand): missing.',
    ])
  })

  it('exempts from 6 months of leave, and reduces nothing for less', () => {
    const away = (to: string) => resultOf(anzca, { did: [], waivers: [{ from: '2026-01-01', to }] })
    expect(away('2026-06-30')).toMatchObject({ verdict: 'empty', met: false, nothing: { reason: 'waiver' } })
    expect(unmet(away('2026-05-31'))[0]).toBe(
      'At least 25 h of practice evaluation: 0 h, 25 h missing; leave of less than 6 months does not reduce it.',
    )
  })
})

it('shows no limits where nothing is limited', () => {
  expect(limited(resultOf(racs, { did: [year('2026-05-01')] }))).toEqual([])
})
