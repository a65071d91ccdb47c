import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { type College, day, makeCollege } from '../../seeds/college.ts'
import { makePerson, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let college: College
let admin: Person

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  admin = college.administrator
  const { data: standards } = await admin.client.list('cpdstandard', { code: 'au-mba-2023' })
  await admin.client.call('POST', 'cpdstandard/adopt', { id: standards[0]!.id })
})

describe('the standard of the Medical Board of Australia', () => {
  /** A member with a submitted plan and a self-evaluation, in a cycle of their own. */
  async function start(name: string) {
    const person = await makePerson(network, name, college.id, 'User')
    const { data: standards } = await admin.client.list('cpdstandard', { code: 'au-mba-2023' })
    // Last year: of this one, a self-evaluation is written in its second half.
    const year = String(Number(day(0).slice(0, 4)) - 1)
    const { data: cycle } = await admin.client.create('devcycle', {
      name,
      start: `${year}-01-01`,
      end: `${year}-12-31`,
      cpd_standard_id: standards[0]!.id,
      audience: { user_ids: [person.id] },
    })
    const { data: plan } = await person.client.create('devplan', { devcycle_id: cycle.id })
    const { id } = plan
    await person.client.create('devgoal', { devplan_id: id, description: 'Learn ultrasound' })
    await person.client.update('devplan', { id, self_evaluation: 'It went well.' })
    await person.client.call('POST', 'devplan/submit', { id })
    const { data: categories } = await admin.client.list('devcategory', {})
    const record = async (hours: number, split: Record<string, number>) => {
      const credits = Object.entries(split).map(([code, part]) => ({
        devcategory_id: categories.find((one) => one.code === code)!.id,
        hours: part,
      }))
      await person.client.create('devactivity', { completed_on: `${year}-01-01`, hours, target: 'Work', credits })
    }
    const result = async () => (await person.client.call('GET', 'cpd/stats', { cycle_id: cycle.id })).data
    return { record, result }
  }
  const unmet = ({ lines }: { lines: { met: boolean; sentence: string }[] }) =>
    lines.flatMap(({ met, sentence }) => (met ? [] : [sentence]))

  it('is not met by 60 h of education, and says in three sentences what is missing', async () => {
    const { record, result } = await start('Hone')
    await record(60, { EA: 60 })
    expect(unmet(await result())).toEqual([
      'At least 5 h of reviewing performance: 0 h, 5 h missing.',
      'At least 5 h of measuring outcomes: 0 h, 5 h missing.',
      'At least 25 h of reviewing performance and measuring outcomes together: 0 h, 25 h missing.',
    ])
  })

  it('is met by 12.5 + 5 + 20 + 12.5 h; a hybrid of 4 h counts as 2 + 2, and 3 + 2 is refused', async () => {
    const { record, result } = await start('Wiremu')
    await record(4, { RP: 2, MO: 2 })
    expect((await result()).lines.slice(1, 4).map(({ counted }: { counted: number }) => counted)).toEqual([2, 2, 4])
    await expect(record(4, { RP: 3, MO: 2 })).rejects.toMatchObject({ status: 400, field: 'credits' })
    await record(12.5, { EA: 12.5 })
    await record(5, { RP: 5 })
    expect((await result()).met).toBe(false)
    await record(20, { MO: 20 })
    await record(12.5, { EA: 12.5 })
    expect(await result()).toMatchObject({ met: true, hours: 54 })
  })
})
