import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

/** What people of several colleges read by REST of what they have recorded, by the standards as they are delivered. */
let network: Network
let college: College
const year = Number(day(0).slice(0, 4))

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'stories')
})

/** Puts a person into a cycle by a standard as it is delivered. */
async function under(
  person: Person,
  code: string,
  { start = `${year}-01-01`, end = `${year}-12-31`, others = [] }: Cycle = {},
) {
  const { client } = college.administrator
  const { data: standards } = await client.list('cpdstandard', { code })
  const newest = standards.toSorted((a, b) => b.version.localeCompare(a.version))[0]!
  await client.call('POST', 'cpdstandard/adopt', { id: newest.id, organisation_id: college.id })
  const cycle = { name: `${code} of ${person.id}`, start, end, audience: { user_ids: [person.id, ...others] } }
  return (await client.create('devcycle', { ...cycle, cpd_standard_id: newest.id })).data.id
}

async function record({ client }: Person, target: string, hours: Record<string, number>, more: object = {}) {
  const { data: categories } = await client.list('devcategory', { organisation_id: college.id, limit: 200 })
  const credits = Object.entries(hours).map(([code, part]) => ({
    devcategory_id: categories.find((each) => each.code === code)!.id,
    hours: part,
  }))
  const sum = credits.reduce((all, each) => all + each.hours, 0)
  const work = { target, completed_on: `${year}-01-01`, hours: sum, credits }
  return (await client.create('devactivity', { ...work, ...more } as never)).data
}

const statsOf = async ({ client }: Person, cycle_id: number) =>
  (await client.call('GET', 'cpd/stats', { cycle_id })).data
type Cycle = { start?: string; end?: string; others?: number[] }
const sentencesOf = ({ lines }: { lines: { sentence: string }[] }) => lines.map(({ sentence }) => sentence)
const titlesOf = ({ lines }: { lines: { activities: { id: number }[] }[] }) =>
  new Set(lines.flatMap(({ activities }) => activities.map(({ id }) => id)))

describe('one person in two colleges', () => {
  it('has each hour in both, as it is, with the last day for submitting and the share that is audited', async () => {
    const person = await makePerson(network, 'both', college.id, 'User')
    const surgeons = await under(person, 'au-racs')
    // Two cycles of the same days are of two audiences.
    const pathologists = await under(person, 'au-rcpa', { others: [college.trainee.id] })
    const work = await record(person, 'Department meetings', { EA: 14.88 })
    const [racs, rcpa] = [await statsOf(person, surgeons), await statsOf(person, pathologists)]
    expect(racs).toMatchObject({ submit_by: `${year + 1}-02-28`, audit_percent: 5 })
    expect(rcpa).toMatchObject({ submit_by: `${year + 1}-03-31`, audit_percent: null })
    for (const stats of [racs, rcpa]) expect([...titlesOf(stats)]).toEqual([work.id])
    // Rounded to quarters by the college, for what counts and not for what is shown.
    expect(sentencesOf(rcpa)).toContain(
      'At least 15 h of educational activities: 14.88 h = 1 activity, 0.12 h missing.',
    )
    expect(sentencesOf(racs)).toContain('At least 50 h in all: 14.88 h = 1 activity, 35.12 h missing.')
    const { data: dates } = await person.client.call('GET', 'cpd/calendar')
    const submits = dates.flatMap(({ kind, day: on }: { kind: string; day: string }) => (kind === 'submit' ? on : []))
    expect(submits.toSorted()).toEqual([`${year + 1}-02-28`, `${year + 1}-03-31`])
  })
})

describe('one college with several standards', () => {
  it('counts a code that they share as each of them has it', async () => {
    const person = await makePerson(network, 'several', college.id, 'User')
    // Cycles of the same days are of different audiences.
    const [{ id: trainee }, { id: supervisor }] = [college.trainee, college.supervisor]
    // Reviewing is a type of its own for the Board, and a part of practice evaluation for anaesthetists.
    const board = await under(person, 'au-mba-2023')
    const anaesthetists = await under(person, 'au-anzca-2026', { others: [trainee] })
    // In credits in one, in hours in the other.
    const general = await under(person, 'nz-rnzcgp', { end: `${year + 2}-12-31`, others: [supervisor] })
    await record(person, 'Case reviews', { RP: 10 })
    const counted = async (cycle_id: number, id: string) => {
      const { lines } = await statsOf(person, cycle_id)
      return lines.find(({ rule }: { rule: string }) => rule === id)?.counted
    }
    expect(await counted(board, 'both')).toBe(10)
    expect(await counted(anaesthetists, 'practice_evaluation')).toBe(10)
    expect(await counted(general, 'total')).toBe(10)
  })

  it('applies the cap of a category to its parts together', async () => {
    const person = await makePerson(network, 'capped', college.id, 'User')
    const { client } = college.administrator
    const cycle_id = await under(person, 'ca-rcpsc', { start: `${year - 4}-01-01` })
    const { data: categories } = await client.list('devcategory', { organisation_id: college.id, limit: 200 })
    const { id } = categories.find(({ code }) => code === 'S2')!
    await client.update('devcategory', { id, cap: 10, cap_per: 'year' })
    for (const code of ['READ', 'WATCH']) {
      await client.create('devcategory', { code, name: code, unit: 'credits', parent_devcategory_id: id })
    }
    await record(person, 'Books', { READ: 6 })
    await record(person, 'Films', { WATCH: 6 })
    const { lines } = await statsOf(person, cycle_id)
    const line = lines.find(({ category_code }: { category_code?: string }) => category_code === 'S2')
    expect(line).toMatchObject({ counted: 10, activities: [{ credit: 6 }, { credit: 4, limited_by: { cap: 10 } }] })
  })
})

describe('what is no requirement', () => {
  it('a limit is a note where it bites, and asks for nothing', async () => {
    const person = await makePerson(network, 'reader', college.id, 'User')
    const cycle_id = await under(person, 'au-cpa', { end: `${year + 2}-12-31` })
    const limits = async () => {
      const { lines } = await statsOf(person, cycle_id)
      return lines
        .filter(({ rule }: { rule: string }) => rule === 'reading')
        .map(({ sentence, met, missing }: { sentence: string; met: boolean; missing: number }) => [
          sentence,
          met,
          missing,
        ])
    }
    expect((await limits()).filter(([, met]: [string, boolean]) => !met)).toEqual([])
    await record(person, 'Journals', { READING: 14 })
    expect((await limits())[0]).toEqual([`At most 10 h of reading a year in ${year}: 10 of 14 h counted.`, true, 0])
    expect(sentencesOf(await statsOf(person, cycle_id))).toContain(
      `At least 20 h of CPD in ${year}: 10 h = 1 activity, 10 h missing; Journals counts 10 of 14 h because of the limit “at most 10 h of reading a year”.`,
    )
  })

  it('what is desirable and missing leaves a result met', async () => {
    const person = await makePerson(network, 'physician', college.id, 'User')
    const cycle_id = await under(person, 'ie-rcpi')
    const { lines } = await statsOf(person, cycle_id)
    const desirable = lines.filter((line: { desirable?: boolean }) => line.desirable)
    expect(desirable.length).toBeGreaterThan(0)
    for (const { standing } of desirable) expect(standing).toBe('none')
  })
})

describe('leave', () => {
  const leave = (months: string, person: Person, cycle_id: number) =>
    waive(person, cycle_id, { from: `${year}-01-01`, to: `${year}-${months}` })

  async function waive(person: Person, cycle_id: number, days: { from: string; to: string }) {
    const { data: plans } = await person.client.call('GET', 'devplans/current')
    const plan = plans.find((each: { devcycle_id: number }) => each.devcycle_id === cycle_id)
    const asked = { devplan_id: plan.id, ...days, kind: 'leave' as const, reason: 'A child' }
    const { data } = await person.client.create('devwaiver', asked)
    const decision = { id: data.id, outcome: 'whole', reason: 'Proved' } as const
    await college.administrator.client.call('POST', 'devwaiver/decide', decision)
    return data
  }

  it('Medical Board: eight months over the end of a year reduce it by the three that are in it', async () => {
    const person = await makePerson(network, 'over-the-year', college.id, 'User')
    const cycle_id = await under(person, 'au-mba-2023')
    const next = { from: `${year}-10-01`, to: `${year + 1}-05-31` }
    const waiver = await waive(person, cycle_id, next)
    const kept = { from: next.from, to: `${year}-12-31`, leave_from: null, leave_to: next.to }
    expect(waiver).toMatchObject(kept)
    const total = async () => sentencesOf(await statsOf(person, cycle_id)).find((text) => text.includes('in all'))
    const sentence = 'At least 38 h in all: 0 h, 38 h missing; reduced from 50 h by 4 h for each of 3 months of leave.'
    expect(await total()).toBe(sentence)
    // Less is granted: then it is not as long. The whole is restored by the next decision.
    const { client } = college.administrator
    const { id } = waiver
    await client.call('POST', 'devwaiver/decide', { id, outcome: 'part', to: `${year}-11-30`, reason: 'So far' })
    expect(await total()).toContain('leave of less than 6 months does not reduce it')
    await client.call('POST', 'devwaiver/decide', { id, outcome: 'whole', reason: 'All of it' })
    expect(await total()).toBe(sentence)
  })

  it('keeps the days outside of the cycle when something else of it is changed, until it has none', async () => {
    const person = await makePerson(network, 'changes-leave', college.id, 'User')
    const { client } = person
    const cycle_id = await under(person, 'au-mba-2023')
    const { data: plan } = await client.create('devplan', { devcycle_id: cycle_id })
    const asked = { devplan_id: plan.id, from: `${year - 1}-11-01`, to: `${year + 1}-02-28`, kind: 'leave' as const }
    const { data } = await client.create('devwaiver', asked)
    const whole = { from: `${year}-01-01`, to: `${year}-12-31`, leave_from: asked.from, leave_to: asked.to }
    expect(data).toMatchObject(whole)
    const change = async (body: object) => (await client.update('devwaiver', { id: data.id, ...body })).data
    expect(await change({ reason: 'A child' })).toMatchObject(whole)
    expect(await change({ from: `${year}-02-01` })).toMatchObject({ leave_from: null, leave_to: asked.to })
    expect(await change({ to: `${year}-06-30` })).toMatchObject({ from: `${year}-02-01`, leave_to: null })
  })

  it('ANZCA: five months reduce nothing, and the answer says so', async () => {
    const person = await makePerson(network, 'anaesthetist', college.id, 'User')
    const cycle_id = await under(person, 'au-anzca-2026')
    await leave('05-31', person, cycle_id)
    expect(sentencesOf(await statsOf(person, cycle_id))).toContain(
      'At least 50 h in all: 0 h, 50 h missing; leave of less than 6 months does not reduce it.',
    )
  })

  it('CA ANZ: ethics is asked for in whole, whatever the leave', async () => {
    const person = await makePerson(network, 'chartered', college.id, 'User')
    const cycle_id = await under(person, 'anz-ca', { end: `${year + 2}-12-31` })
    const asked = async () => {
      const { lines } = await statsOf(person, cycle_id)
      const required = (rule: string) =>
        lines.find((line: { rule: string; required: number }) => line.rule === rule)?.required
      return { total: required('total'), ethics: required('ethics') }
    }
    const before = await asked()
    await leave('12-31', person, cycle_id)
    const after = await asked()
    expect(after.ethics).toBe(before.ethics)
    expect(after.total).toBeLessThan(before.total)
  })
})
