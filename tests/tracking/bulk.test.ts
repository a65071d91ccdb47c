import { beforeAll, describe, expect, it } from 'vitest'
import type { InputOf } from '#api/client.ts'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let ids: number[]
let tags: number[]

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  ids = await Promise.all(['bulk-1', 'bulk-2', 'bulk-3'].map((number) => make('tracker', { number })))
  tags = [await make('tag', { name: 'leased' }), await make('tag', { name: 'crane' })]
})

const make = async (resource: 'tracker' | 'tag', body: object) =>
  (await ours.administrator.client.create(resource, { organisation_id: ours.id, ...body } as never)).data.id as number
type Body = NonNullable<InputOf<'POST bulk'>[0]>
const change = async (person: Pick<Person, 'client'>, body: Partial<Body>) =>
  (await person.client.act('POST bulk', { resource: 'tracker', organisation_id: ours.id, rows: rowsOf(ids), ...body }))
    .data
const rowsOf = (all: number[]) => all.map((id) => ({ id }))
const read = async (id: number) => (await ours.administrator.client.read('tracker', id)).data

describe('a change of many trackers', () => {
  it('is checked first, changes those that are not so already, and is undone', async () => {
    const set = { interval_s: 30, exit_delay_s: 20 }
    await ours.administrator.client.update('tracker', { id: ids[0]!, ...set })
    expect(await change(ours.administrator, { set, dry_run: true })).toEqual({
      changed: 2,
      same: 1,
      faults: [],
      rows: [],
    })
    expect((await read(ids[1]!)).interval_s).not.toBe(30)
    const done = await change(ours.administrator, { set })
    expect(done).toMatchObject({ changed: 2, same: 1, faults: [] })
    expect(await read(ids[1]!)).toMatchObject(set)
    // What was changed since stays.
    await ours.administrator.client.update('tracker', { id: ids[2]!, name: 'changed since' })
    const rows = done.rows.map((row) => ({ ...row, modified_at: row.modified_at! }))
    const undone = await change(ours.administrator, { rows })
    expect(undone).toMatchObject({ changed: 1, faults: [{ id: ids[2] }] })
    expect((await read(ids[1]!)).interval_s).not.toBe(30)
    expect((await read(ids[2]!)).interval_s).toBe(30)
  })

  it('adds to and takes from what has several values, of each row its own', async () => {
    await ours.administrator.client.update('tracker', { id: ids[0]!, tag_ids: [tags[0]!] })
    const { rows } = await change(ours.administrator, { add: { tag_ids: [tags[1]!] } })
    expect((await read(ids[0]!)).tags).toEqual(['crane', 'leased'])
    expect((await read(ids[1]!)).tags).toEqual(['crane'])
    await change(ours.administrator, { remove: { tag_ids: [tags[1]!] } })
    expect((await read(ids[0]!)).tags).toEqual(['leased'])
    expect(rows[0]!.set).toEqual({ tag_ids: [tags[0]] })
  })

  it('sets working hours of many, of administrators, and puts back what each had unless it was changed since', async () => {
    const hours = (from: string) => ({ timezone: 'Pacific/Auckland', weekly: [{ days: [1, 2], from, to: '17:00' }] })
    const { client } = ours.administrator
    await client.create('trackerprivacy', { tracker_id: ids[0]!, schedule: hours('06:00') })
    await client.update('tracker', { id: ids[2]!, working_hours: hours('08:00') })
    const set = { working_hours: hours('08:00') }
    expect(await change(ours.administrator, { set, dry_run: true })).toMatchObject({ changed: 2, same: 1, faults: [] })
    const { rows } = await change(ours.administrator, { set })
    expect((await read(ids[0]!)).working_hours).toEqual(hours('08:00'))
    const { data } = await client.list('trackerprivacy', { tracker_id: ids[1]! })
    expect(data).toMatchObject([{ schedule: hours('08:00'), by_group: false }])
    await client.update('trackerprivacy', { id: data[0]!.id, schedule: hours('09:00') })
    const undone = await change(ours.administrator, {
      rows: rows.map((row) => ({ ...row, modified_at: row.modified_at! })),
    })
    expect(undone).toMatchObject({ changed: 1, faults: [{ id: ids[1] }] })
    expect((await read(ids[0]!)).working_hours).toEqual(hours('06:00'))
    expect((await read(ids[1]!)).working_hours).toEqual(hours('09:00'))
    const never = { ...hours('08:00'), timezone: 'Mars/Base' }
    const wrong = await change(ours.administrator, { set: { working_hours: never }, dry_run: true })
    expect(wrong.faults.map(({ field }) => field)).toEqual(['working_hours', 'working_hours', 'working_hours'])
    await client.update('tracker', { id: ids[0]!, owner_user_id: ours.user.id })
    const own = { rows: rowsOf([ids[0]!]), set: { working_hours: null } }
    expect((await change(ours.user, own)).faults).toMatchObject([{ field: 'working_hours' }])
    await client.update('tracker', { id: ids[0]!, owner_user_id: null })
  })

  it('names each row that is refused, and the reason: rights, values and rows that are not seen', async () => {
    const other = (await theirs.administrator.client.create('tracker', { number: 'bulk-4' } as never)).data.id
    const bad = await change(ours.administrator, {
      rows: rowsOf([ids[0]!, other]),
      set: { active: false },
      dry_run: true,
    })
    expect(bad).toMatchObject({ changed: 1, faults: [{ id: other }] })
    const wrong = await change(ours.administrator, { set: { interval_s: -1 } })
    expect(wrong.faults.map(({ field }) => field)).toEqual(['interval_s', 'interval_s', 'interval_s'])
    expect((await change(ours.staff, { set: { active: false } })).faults).toHaveLength(3)
    expect((await change(ours.customer, { set: { active: false } })).faults).toHaveLength(3)
    expect(await read(ids[0]!)).toMatchObject({ active: true })
  })

  it.each([
    [{ set: { number: 'x' } }, 'number'],
    [{ add: { interval_s: [1] } }, 'interval_s'],
    [{ resource: 'user' }, 'resource'],
  ])('is refused for %j', async (body, field) => {
    await expect(change(ours.administrator, body)).rejects.toMatchObject({ code: 'bad_request', field })
  })
})
