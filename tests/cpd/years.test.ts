import { beforeAll, describe, expect, it } from 'vitest'
import { closeOwnPeriods } from '#api/cpd/closing/own_periods.ts'
import { dayText } from '#api/cpd/engine/amounts.ts'
import { addDays, addMonths } from '#api/cpd/engine/days.ts'
import type { Network } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

/** A cycle of three years, of which the last is this one: what it asks for in each year is dated in it. */
let network: Network
let college: College
let cycle_id: number
let plan_id: number
const this_year = Number(day(0).slice(0, 4))
const [first, second] = [this_year - 2, this_year - 1]

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'general-practice')
  const { client } = college.administrator
  const { data: standards } = await client.list('cpdstandard', { code: 'au-racgp' })
  const { data: cycle } = await client.create('devcycle', {
    name: 'Three years',
    start: `${first}-01-01`,
    end: `${this_year}-12-31`,
    cpd_standard_id: standards.at(-1)!.id,
    audience: { user_ids: [college.trainee.id] },
  })
  cycle_id = cycle.id
  plan_id = (await college.trainee.client.call('GET', 'devplans/current')).data[0].id
})

const record = async (kind: string, on: string, text?: string) => {
  const body = { id: plan_id, kind, on, ...(text !== undefined && { text }) }
  return (await college.trainee.client.call('POST', 'devplan/record', body as never)).data
}

/** What counts of a rule in each year. */
async function counted(rule: string): Promise<number[]> {
  const { data } = await college.trainee.client.call('GET', 'cpd/stats', { cycle_id })
  const lines = data.lines.filter((line: { rule: string }) => line.rule === rule)
  return lines.map((line: { counted: number }) => line.counted)
}

describe('a plan', () => {
  it('that is submitted counts for this year only, however often', async () => {
    const { client } = college.trainee
    await client.create('devgoal', { devplan_id: plan_id, description: 'Learn ultrasound' })
    await client.call('POST', 'devplan/submit', { id: plan_id })
    expect(await counted('plan')).toEqual([0, 0, 1])
    await client.update('devplan', { id: plan_id, text: 'More of it' })
    const { data } = await client.call('POST', 'devplan/submit', { id: plan_id })
    expect(data.records).toEqual([expect.objectContaining({ kind: 'plan', on: day(0), recorded_on: day(0) })])
  })

  it('of an earlier year counts for that, and the last of a year replaces others', async () => {
    await record('plan', `${first}-03-01`, 'The first year')
    await record('plan', `${first}-04-01`, 'The first year, better')
    expect(await counted('plan')).toEqual([1, 0, 1])
    const { data } = await college.trainee.client.call('POST', 'devplan/erase_record', {
      id: plan_id,
      kind: 'plan',
      on: `${first}-04-01`,
    })
    expect(data.records).toHaveLength(1)
    expect(await counted('plan')).toEqual([0, 0, 1])
  })
})

describe('a self-evaluation', () => {
  it('counts for the year of its date, from half of it on', async () => {
    const refused = { status: 400, field: 'on' }
    await expect(record('self_evaluation', `${second}-06-30`, 'Too early')).rejects.toMatchObject(refused)
    await record('self_evaluation', `${second}-12-31`, 'It went well.')
    expect(await counted('self_evaluation')).toEqual([0, 1, 0])
    await college.trainee.client.update('devplan', { id: plan_id, self_evaluation: 'So far, so good.' })
    expect(await counted('self_evaluation')).toEqual([0, 1, day(0) >= `${this_year}-07-01` ? 1 : 0])
  })

  it('is refused in the future, outside of the cycle, without a text and by others', async () => {
    const on = `${second}-12-31`
    await expect(record('plan', day(1), 'x')).rejects.toMatchObject({ status: 400, field: 'on' })
    await expect(record('plan', `${first - 1}-12-31`, 'x')).rejects.toMatchObject({ status: 400, field: 'on' })
    await expect(record('goals', on)).rejects.toMatchObject({ status: 400, field: 'text' })
    const body = { id: plan_id, kind: 'plan', on, text: 'x' } as const
    const asked = (who: College['trainee']) => who.client.call('POST', 'devplan/record', body)
    await expect(asked(college.administrator)).rejects.toMatchObject({ status: 403 })
    await expect(asked(college.customer)).rejects.toMatchObject({ status: 404 })
  })
})

describe('a period of one’s own', () => {
  it('ends after the cycle: it is shown, waived in, and keeps the cycle from being closed', async () => {
    const { administrator, supervisor: person } = college
    const { data: standards } = await administrator.client.list('cpdstandard', { code: 'nz-inpractice' })
    const start = day(-380)
    const { data: cycle } = await administrator.client.create('devcycle', {
      name: 'General scope',
      start,
      end: addDays(addMonths(start, 12), -1),
      cpd_standard_id: standards.at(-1)!.id,
      audience: { user_ids: [person.id] },
    })
    const { data: plan } = await person.client.create('devplan', { devcycle_id: cycle.id })
    const registered_from = day(-100)
    await network.db.updateTable('devplan').set({ registered_from }).where('id', '=', plan.id).execute()
    const end = addDays(addMonths(registered_from, 12), -1)
    const { data: stats } = await person.client.call('GET', 'cpd/stats', { cycle_id: cycle.id })
    expect(stats.period).toEqual({ start: registered_from, end })
    expect(stats.lines.some(({ standing }: { standing: string }) => standing === 'at_risk')).toBe(false)
    const { data: matrix } = await administrator.client.call('GET', 'cpd/matrix', { cycle_id: cycle.id })
    expect(matrix.people[0]).toMatchObject({ end, at_risk: false, days_left: stats.days_left })
    const leave = { devplan_id: plan.id, from: day(-5), to: day(20), kind: 'leave' } as const
    const { data: waiver } = await person.client.create('devwaiver', leave)
    expect(waiver).toMatchObject({ from: day(-5), to: day(20) })
    const closing = administrator.client.call('POST', 'devcycle/expire', { id: cycle.id })
    await expect(closing).rejects.toMatchObject({ status: 476, message: expect.stringContaining(dayText(end)) })

    // The calendar and reminders name the end of the person's own period.
    const { data: dates } = await person.client.call('GET', 'cpd/calendar')
    expect(dates).toContainEqual(expect.objectContaining({ kind: 'cycle', id: cycle.id, day: end }))
    await closeOwnPeriods(network.db, end)
    expect((await person.client.read('devplan', plan.id)).data.closed_at).toBeNull()
    await closeOwnPeriods(network.db, addDays(end, 1))
    const { data: closed } = await person.client.read('devplan', plan.id)
    expect(closed).toMatchObject({ closed_from: registered_from, closed_to: end, own_closed: true })
    const record = (on: string) => person.client.create('devactivity', { target: 'Late', hours: 1, completed_on: on })
    await expect(record(day(-1))).rejects.toMatchObject({ status: 473 })
    await record(addDays(registered_from, -1))
    const { data: frozen } = await person.client.call('GET', 'cpd/stats', { cycle_id: cycle.id })
    expect(frozen).toMatchObject({ frozen: true, period: stats.period })
    const { data: rows } = await administrator.client.call('GET', 'cpd/matrix', { cycle_id: cycle.id })
    expect(rows).toMatchObject({ closed: false, people: [{ closed: true, days_left: 0 }] })

    // Opened for others by an administrator, with the reason; then it stays open until the cycle is closed.
    const reopen = (who: College['trainee'], reason: string) =>
      who.client.call('POST', 'devplan/reopen', { id: plan.id, reason })
    await expect(reopen(person, 'Please')).rejects.toMatchObject({ status: 403 })
    await expect(reopen(administrator, ' ')).rejects.toMatchObject({ status: 400, field: 'reason' })
    await reopen(administrator, 'A late certificate')
    await closeOwnPeriods(network.db, addDays(end, 1))
    await record(day(-1))
    await expect(reopen(administrator, 'Again')).rejects.toMatchObject({ status: 476 })
  })
})

describe('hours in no category', () => {
  it('count nowhere, which the answer and the result say', async () => {
    const { client } = college.trainee
    const stats = async () => (await client.call('GET', 'cpd/stats', { cycle_id })).data
    expect((await stats()).uncategorised).toBeNull()
    const work = { target: 'Reading', completed_on: `${second}-05-05`, hours: 6 }
    const { info } = await client.create('devactivity', work)
    expect(info).toBeUndefined()
    const { data: category } = await college.administrator.client.create('devcategory', {
      code: 'EA',
      name: 'Education',
    })
    const { data, info: warned } = await client.create('devactivity', { ...work, hours: 1 })
    expect(warned).toMatchObject({ warning: '1 h is in no category and does not count.' })
    expect((await stats()).uncategorised).toEqual({
      hours: 7,
      activities: 2,
      sentence: '7 h are in no category and do not count.',
    })
    expect((await client.list('devactivity', { uncategorised: true })).data).toHaveLength(2)
    await client.update('devactivity', { id: data.id, credits: [{ devcategory_id: category.id, hours: 1 }] })
    expect((await stats()).uncategorised).toMatchObject({ hours: 6, activities: 1 })
  })
})

describe('the rules of regulators, by what people write', () => {
  /** Makes a person a cycle by a standard as it is delivered. */
  async function underStandard(name: string, code: string, start: string, end: string) {
    const person = await makePerson(network, name, college.id, 'User')
    const { client } = college.administrator
    const { data: standards } = await client.list('cpdstandard', { code })
    const [newest] = standards.sort((a, b) => b.version.localeCompare(a.version))
    const cpd_standard_id = newest!.id
    await client.call('POST', 'cpdstandard/adopt', { id: cpd_standard_id, organisation_id: college.id })
    const audience = { user_ids: [person.id] }
    const { data: cycle } = await client.create('devcycle', { name, start, end, cpd_standard_id, audience })
    return { person, cycle_id: cycle.id }
  }
  const linesOf = async ({ client }: Person, id: number, rule: string) => {
    const { data } = await client.call('GET', 'cpd/stats', { cycle_id: id })
    return data.lines.filter((line: { rule: string }) => line.rule === rule)
  }

  it('RACGP: leave of eight months takes off four hours a month of its year; a lost year is missed, a coming one later', async () => {
    const { client: admin } = college.administrator
    const end = `${this_year + 1}-12-31`
    const { person, cycle_id: id } = await underStandard('on-leave', 'au-racgp', `${second}-01-01`, end)
    const { data: plans } = await person.client.call('GET', 'devplans/current')
    const leave = { from: `${second}-10-01`, to: `${this_year}-05-31`, kind: 'leave', reason: 'A child' } as const
    const { data: waiver } = await person.client.create('devwaiver', { devplan_id: plans[0].id, ...leave })
    const total = async () => {
      const lines = await linesOf(person, id, 'total')
      return lines.map(({ required, standing }: { required: number; standing: string }) => [required, standing])
    }
    expect((await total()).map(([required]: [number]) => required)).toEqual([50, 50, 50])
    await admin.call('POST', 'devwaiver/decide', { id: waiver.id, outcome: 'whole', reason: 'Proved' })
    const [lost, now, later] = await total()
    expect([lost, later]).toEqual([
      [50 - 3 * 4, 'missed'],
      [50, 'later'],
    ])
    expect(now[0]).toBe(50 - 5 * 4)
    expect(['open', 'at_risk']).toContain(now[1])
  })

  it('IPA: thirty hours are not verified, five of them in each area', async () => {
    const [start, end] = [`${second - 1}-07-01`, `${this_year + 1}-06-30`]
    const { person, cycle_id: id } = await underStandard('accountant', 'au-ipa', start, end)
    const { data: areas } = await person.client.list('devcategory', { organisation_id: college.id, limit: 100 })
    const record = (hours: Record<string, number>, verifiable: boolean) => {
      const credits = Object.entries(hours).map(([code, part]) => ({
        devcategory_id: areas.find((area) => area.code === code)!.id,
        hours: part,
      }))
      const sum = credits.reduce((all, part) => all + part.hours, 0)
      const work = { target: 'CPD', completed_on: `${second}-03-01`, hours: sum, credits }
      return person.client.create('devactivity', { ...work, flags: verifiable ? ['verifiable'] : [] })
    }
    await record({ TECH: 100, MGMT: 30, ETHICS: 20 }, true)
    const unverified = async () => (await linesOf(person, id, 'unverified')).map(({ met }: { met: boolean }) => met)
    expect(await unverified()).toEqual([false])
    await record({ TECH: 20, MGMT: 6, ETHICS: 4 }, false)
    expect(await unverified()).toEqual([true])
    const { data } = await person.client.call('GET', 'cpd/stats', { cycle_id: id })
    expect(data).toMatchObject({ met: false, not_counted: null })
    await record({ ETHICS: 1 }, false)
    expect((await person.client.call('GET', 'cpd/stats', { cycle_id: id })).data).toMatchObject({ met: true })
  })
})
