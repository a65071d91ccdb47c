import { beforeAll, describe, expect, it } from 'vitest'
import { type Network, startTracker } from '../network.ts'
import { limitToGroup } from '../seeds/groups.ts'
import { makeOrganisation, makePerson, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let tags: Record<'leased' | 'crane', number>
let truck: number

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  tags = { leased: await make('leased'), crane: await make('Crane') }
  const device = await startTracker(network, 'truck', { organisation_id: ours.id, owner_user_id: ours.customer.id })
  truck = device.id
  await device.stop()
  await startTracker(network, 'bus', { organisation_id: ours.id }).then((bus) => bus.stop())
})

const make = async (name: string) =>
  (await ours.administrator.client.create('tag', { organisation_id: ours.id, name, colour: '#1c7ed6' })).data.id
const tagged = async (client: Organisation['administrator']['client'], tag_id: number) =>
  (await client.list('tracker', { organisation_id: ours.id, tag_id })).data.map(({ number }) => number)

describe('tags of trackers', () => {
  it('are set and replaced by administrators, are counted, and filter the list', async () => {
    const { client } = ours.administrator
    const both = await client.update('tracker', { id: truck, tag_ids: [tags.leased, tags.crane] })
    // In the order of their names.
    expect(both.data).toMatchObject({ tag_ids: [tags.crane, tags.leased], tags: ['Crane', 'leased'] })
    expect(await tagged(client, tags.crane)).toEqual(['truck'])
    expect((await client.read('tag', tags.crane)).data.trackers).toBe(1)
    await client.update('tracker', { id: truck, tag_ids: [tags.leased] })
    expect(await tagged(client, tags.crane)).toEqual([])
    await client.update('tracker', { id: truck, name: 'Truck' })
    expect(await tagged(ours.staff.client, tags.leased)).toEqual(['truck'])
  })

  it('are not of another organisation, not set by owners, and unique in any case of their letters', async () => {
    const { client } = ours.administrator
    const other = (await theirs.administrator.client.create('tag', { organisation_id: theirs.id, name: 'x' })).data.id
    const refused = { code: 'bad_request', field: 'tag_ids' }
    await expect(client.update('tracker', { id: truck, tag_ids: [other] })).rejects.toMatchObject(refused)
    const by_owner = ours.customer.client.update('tracker', { id: truck, tag_ids: [] })
    await expect(by_owner).rejects.toMatchObject({ code: 'forbidden', field: 'tag_ids' })
    await expect(make('LEASED')).rejects.toMatchObject({ code: 'name_conflict', field: 'name' })
  })

  it('are not shown to the owner of a tracker, who reads no tags, and no way to find it', async () => {
    const { data } = await ours.customer.client.read('tracker', truck)
    expect([data.tag_ids, data.tags]).toEqual([[], []])
    expect(await tagged(ours.customer.client, tags.leased)).toEqual([])
    const north = await makePerson(network, 'north', ours.id, 'Staff')
    await limitToGroup(network, north.id, ours.id, 'North')
    expect(await tagged(north.client, tags.leased)).toEqual([])
  })

  it('are read from a column of a spreadsheet, and made where that is asked for', async () => {
    const file = Buffer.from('number;tags\ntruck;"crane, Night shift"\n').toString('base64')
    const body = { kind: 'tracker', organisation_id: ours.id, file }
    const { client } = ours.administrator
    const { data } = await client.act('POST import', body)
    expect(data.faults).toMatchObject([{ line: 2, field: 'tags' }])
    expect((await client.act('POST import', { ...body, creates_missing: true })).data.updated).toBe(1)
    expect((await client.read('tracker', truck)).data.tags).toEqual(['Crane', 'Night shift'])
  })

  it('go with the tag that is deleted, and leave the tracker', async () => {
    await ours.administrator.client.remove('tag', tags.crane)
    expect((await ours.administrator.client.read('tracker', truck)).data.tags).toEqual(['Night shift'])
  })
})
