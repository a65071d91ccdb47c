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
  const leave = (months: string, person: Person, cycle_id: number) => waive(person, cycle_id, `${year}-${months}`)

  async function waive(person: Person, cycle_id: number, to: string) {
    const { data: plans } = await person.client.call('GET', 'devplans/current')
    const plan = plans.find((each: { devcycle_id: number }) => each.devcycle_id === cycle_id)
    const asked = { devplan_id: plan.id, from: `${year}-01-01`, to, kind: 'leave' as const, reason: 'A child' }
    const { data } = await person.client.create('devwaiver', asked)
    const decision = { id: data.id, outcome: 'whole', reason: 'Proved' } as const
    await college.administrator.client.call('POST', 'devwaiver/decide', decision)
  }

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
