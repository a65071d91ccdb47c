import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import type { Network } from '../../network.ts'
import { byJob, type College, day, makeCollege, relate } from '../../seeds/college.ts'
import { makePerson, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let home: College
let other: College
let person: Person
let there: number

beforeAll(async () => {
  network = await sharedNetwork()
  home = await makeCollege(network, 'home')
  other = await makeCollege(network, 'other')
  await home.administrator.client.create('devcategory', { code: 'EA', name: 'Education' })
  there = (await other.administrator.client.create('devcategory', { code: 'RP', name: 'Review' })).data.id
  person = await inBoth('both')
})

/** A member of both colleges. */
async function inBoth(name: string): Promise<Person> {
  const made = await makePerson(network, name, home.id, 'User')
  await network.db
    .insertInto('membership')
    .values({ organisation_id: other.id, user_id: made.id, role_name: 'User' })
    .execute()
  return made
}
const record = async (more: object = {}, who = person) => {
  const body = { organisation_id: home.id, completed_on: day(-9), hours: 4, target: 'Workshop', learnings: 'Much' }
  return (await who.client.create('devactivity', { ...body, ...more } as never)).data
}
const share = async (id: number, more: object = {}, { client }: Person = person) => {
  const body = { id, organisation_id: other.id, credits: [{ devcategory_id: there, hours: 4 }], ...more }
  return (await client.act('POST devactivity/share', body)).data.devactivity_id
}
const read = async (id: number, { client }: Person = person) => (await client.read('devactivity', id)).data
const counted = async (organisation_id: number, user_id: number) =>
  network.db
    .selectFrom('devactivity')
    .select(['id', 'hours'])
    .where('organisation_id', '=', organisation_id)
    .where('user_id', '=', user_id)
    .execute()

describe('an activity that counts in two organisations', () => {
  it('is said in both, once, with the hours by the categories of the other', async () => {
    const { id } = await record()
    const [copy, again] = await Promise.all([share(id), share(id)])
    expect(again).toBe(copy)
    expect(await share(id)).toBe(copy)
    expect(await read(id)).toMatchObject({
      counts_in: [{ organisation: 'other', devactivity_id: copy, differs: false }],
      recorded_in: null,
    })
    expect(await read(copy)).toMatchObject({
      organisation_id: other.id,
      target: 'Workshop',
      hours: 4,
      learnings: '',
      evidence: [],
      state: 'recorded',
      credits: [{ devcategory_id: there, hours: 4, credit: 4 }],
      recorded_in: { organisation: 'home', devactivity_id: id, differs: false, removed: false },
      counts_in: [],
    })
    const { data: stats } = await person.client.list('devactivity', { organisation_id: other.id })
    expect(stats.map((one) => one.id)).toEqual([copy])
  })

  it('shows an administrator of the other what was shared, and nothing else', async () => {
    const { id } = await record()
    const shared = await share(id)
    const { administrator, supervisor } = other
    const seen = await read(shared, administrator)
    expect(seen).toMatchObject({
      learnings: '',
      evidence: [],
      recorded_in: { organisation: 'home', devactivity_id: null },
    })
    for (const who of [administrator, supervisor]) {
      await expect(read(id, who)).rejects.toMatchObject({ status: 404 })
      expect((await who.client.list('devactivity', { organisation_id: home.id })).data).toEqual([])
    }
    // And the other way round.
    await expect(read(shared, home.administrator)).rejects.toMatchObject({ status: 404 })
    expect((await read(id, home.administrator)).counts_in).toEqual([
      { organisation: 'other', devactivity_id: null, differs: false },
    ])
    const open = await record()
    expect(await read(await share(open.id, { texts: true }), administrator)).toMatchObject({ learnings: 'Much' })
  })

  it('follows the original, whose changes it refuses, until it is verified', async () => {
    const { id } = await record()
    const copy = await share(id)
    for (const change of [{ hours: 9 }, { target: 'More' }, { completed_on: day(-1) }, { provider: 'X' }]) {
      const changed = person.client.update('devactivity', { id: copy, ...change } as never)
      await expect(changed).rejects.toMatchObject({ status: 476, field: Object.keys(change)[0] })
    }
    await person.client.update('devactivity', { id: copy, learnings: 'Mine', credits: [] })
    await person.client.update('devactivity', { id: copy, credits: [{ devcategory_id: there, hours: 4 }] })
    await person.client.update('devactivity', { id, hours: 3, target: 'Long workshop', completed_on: day(-8) })
    expect(await read(copy)).toMatchObject({
      hours: 3,
      target: 'Long workshop',
      completed_on: day(-8),
      learnings: 'Mine',
      credits: [{ hours: 3, credit: 3 }],
    })
    for (const change of [{ private: true }, { state: 'draft' as const }]) {
      await expect(person.client.update('devactivity', { id, ...change })).rejects.toMatchObject({ status: 476 })
    }
    await relate(network, { organisation: other, trainee: person, other: other.supervisor })
    await other.supervisor.client.act('POST devactivity/verify', { id: copy })
    await person.client.update('devactivity', { id, hours: 2 })
    expect(await read(copy)).toMatchObject({ hours: 3, recorded_in: { differs: true } })
    expect((await read(id)).counts_in).toMatchObject([{ differs: true }])
    await person.client.remove('devactivity', id)
    expect(await read(copy)).toMatchObject({ hours: 3, recorded_in: { removed: true, devactivity_id: null } })
  })

  it('goes with its original, and leaves it alone when it is deleted itself', async () => {
    const { id } = await record()
    const first = await share(id)
    await person.client.remove('devactivity', first)
    expect(await read(id)).toMatchObject({ counts_in: [], hours: 4 })
    const second = await share(id)
    await person.client.remove('devactivity', id)
    await expect(read(second)).rejects.toMatchObject({ status: 404 })
  })

  it('stays as it is in a closed cycle of the other', async () => {
    const member = await inBoth('closing')
    const { administrator } = other
    const { data: cycle } = await administrator.client.create('devcycle', {
      name: 'Closing',
      start: day(-100),
      end: day(-50),
      audience: { user_ids: [member.id] },
    })
    const { id } = await record({ completed_on: day(-60) }, member)
    const late = await record({ completed_on: day(-61) }, member)
    const copy = await share(id, {}, member)
    await byJob(network, administrator, 'devcycle/expire', { id: cycle.id })
    await expect(share(late.id, {}, member)).rejects.toMatchObject({ code: 'archived' })
    await member.client.update('devactivity', { id, hours: 8 })
    expect(await read(copy, member)).toMatchObject({ hours: 4, recorded_in: { differs: true } })
    await member.client.remove('devactivity', id)
    expect(await read(copy, member)).toMatchObject({ hours: 4, recorded_in: { removed: true } })
  })
})

describe('sharing an activity', () => {
  it('is for its person alone, as a member of both', async () => {
    const { id } = await record()
    const theirs = await record({}, home.trainee)
    for (const who of [home.administrator, home.supervisor, other.administrator, other.trainee]) {
      await expect(share(id, {}, who)).rejects.toMatchObject({ status: 404 })
    }
    await expect(share(theirs.id, {}, home.trainee)).rejects.toMatchObject({ status: 404, field: 'organisation_id' })
    const { data } = await network.admin.call('POST', 'user/impersonate', { id: person.id })
    const asked = await fetch(`${network.url}/api/v1/devactivity/share`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id, organisation_id: other.id }),
    })
    expect(asked.status).toBe(403)
    expect(await counted(other.id, home.trainee.id)).toEqual([])
  })

  it('refuses what counts nowhere, what is private, foreign categories, chains and its own organisation', async () => {
    const { id } = await record()
    const foreign = (await home.administrator.client.list('devcategory', {})).data[0]!.id
    await expect(share(id, { credits: [{ devcategory_id: foreign, hours: 4 }] })).rejects.toMatchObject({
      status: 404,
      field: 'credits',
    })
    await expect(share(id, { credits: [{ devcategory_id: there, hours: 3 }] })).rejects.toMatchObject({ status: 400 })
    await expect(share(id, { organisation_id: home.id })).rejects.toMatchObject({
      status: 476,
      field: 'organisation_id',
    })
    const draft = await record({ state: 'draft' })
    await expect(share(draft.id)).rejects.toMatchObject({ status: 476 })
    const secret = await record({ private: true })
    await expect(share(secret.id)).rejects.toMatchObject({ status: 476 })
    const copy = await share(id)
    await expect(share(copy, { organisation_id: home.id, credits: [] })).rejects.toMatchObject({ status: 476 })
    expect((await counted(home.id, person.id)).map((one) => one.id)).not.toContain(copy)
  })

  it('is followed for its person alone: not for who acts as them, nor after they have left the other organisation', async () => {
    const leaver = await inBoth('follower')
    const { id } = await record({}, leaver)
    const other_id = (await record({}, leaver)).id
    const copies = [await share(id, {}, leaver), await share(other_id, {}, leaver)]
    const hours = async () =>
      (await counted(other.id, leaver.id)).filter((one) => copies.includes(one.id)).map((one) => one.hours)
    const { data } = await network.admin.call('POST', 'user/impersonate', { id: leaver.id })
    const acting = createClient({ base: network.url, token: () => data.token as string, retries: 0 })
    await acting.update('devactivity', { id, hours: 9, credits: [] })
    expect(await hours()).toEqual([400, 400])
    await acting.remove('devactivity', other_id)
    expect(await hours()).toEqual([400, 400])
    expect((await read(id, leaver)).counts_in).toMatchObject([{ differs: true }])
    const left = network.db.deleteFrom('membership').where('organisation_id', '=', other.id)
    await left.where('user_id', '=', leaver.id).execute()
    await leaver.client.update('devactivity', { id, hours: 8, credits: [] })
    expect(await hours()).toEqual([400, 400])
  })

  it('is refused where it becomes private at the same time, or the other way round', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await record()
      await Promise.allSettled([share(id), person.client.update('devactivity', { id, private: true })])
      const { private: is_private, counts_in } = await read(id)
      expect([is_private, counts_in.length]).toEqual(is_private ? [true, 0] : [false, 1])
    }
  })

  it('ends with the membership: who has left the other organisation shares nothing there', async () => {
    const leaver = await inBoth('leaver')
    const { id } = await record({}, leaver)
    await network.db
      .deleteFrom('membership')
      .where('organisation_id', '=', other.id)
      .where('user_id', '=', leaver.id)
      .execute()
    await expect(share(id, {}, leaver)).rejects.toMatchObject({ status: 404 })
  })
})
