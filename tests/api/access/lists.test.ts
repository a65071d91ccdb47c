import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import { box, connectLive, type Device, type Network, startTracker } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
const trackers: Record<string, Device> = {}

/** Two organisations with the same resources: a tracker of the user, and one without an owner. */
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  for (const [name, { id, user }] of Object.entries({ ours, theirs })) {
    trackers[`${name} user's`] = await startTracker(network, `${name}-1`, {
      organisation_id: id,
      name: 'Car',
      owner_user_id: user.id,
    })
    trackers[`${name} unowned`] = await startTracker(network, `${name}-2`, { organisation_id: id, name: 'Van' })
    await network.admin.create('boundary', { organisation_id: id, name: 'Depot', geometry: box(0, 0, 1, 1) })
  }
  for (const tracker of Object.values(trackers)) await tracker.report({ lat: 5, lon: 5 })
})
afterAll(async () => {
  for (const tracker of Object.values(trackers)) await tracker.stop()
})

/** Which trackers each person sees; others do not exist for them. */
const sees: [string, (people: Organisation) => Client, string[]][] = [
  ['the administrator', (o) => o.administrator.client, ["user's", 'unowned']],
  ['Staff', (o) => o.staff.client, ["user's", 'unowned']],
  ['the User', (o) => o.user.client, ["user's"]],
  ['the Customer', (o) => o.customer.client, []],
]

describe.each(sees)('%s', (_who, clientOf, whose) => {
  it('reads only trackers in their scope, in lists and by id', async () => {
    const client = clientOf(ours)
    const visible = whose.map((name) => trackers[`ours ${name}`]!.id)
    expect((await client.list('tracker', {})).data.map((t) => t.id).sort()).toEqual(visible.sort())
    expect([...new Set((await client.list('trackerevent', {})).data.map((e) => e.tracker_id))].sort()).toEqual(visible)
    expect((await client.list('alert', {})).data.map((a) => a.tracker_id).sort()).toEqual(visible)
    expect((await client.list('tracker', { organisation_id: theirs.id })).data).toEqual([])
    expect((await client.list('boundary', {})).data.map((b) => b.organisation_id)).toEqual([ours.id])
    for (const { id } of Object.values(trackers)) {
      const answer = await client.read('tracker', id).then(
        () => 200,
        (error) => error.status,
      )
      expect(answer).toBe(visible.includes(id) ? 200 : 404)
      expect((await client.list('trackerevent', { tracker_id: id })).data.length > 0).toBe(visible.includes(id))
    }
  })

  it('cannot change trackers out of scope', async () => {
    const client = clientOf(ours)
    for (const name of ["user's", 'unowned']) {
      const { id } = trackers[`theirs ${name}`]!
      await expect(client.update('tracker', { id, name: 'Taken' })).rejects.toMatchObject({ status: 404 })
      await expect(client.remove('tracker', id)).rejects.toMatchObject({ status: 404 })
      await expect(client.call('POST', 'tracker/token', { id })).rejects.toMatchObject({ status: 404 })
    }
    await expect(client.create('tracker', { organisation_id: theirs.id, number: 'planted' })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('receives live events of these trackers only, and of no other organisation', async () => {
    const person = Object.values(ours).find(
      (p) => typeof p === 'object' && p.client === clientOf(ours),
    ) as Organisation['user']
    const live = await connectLive(network, { token: person.token })
    const snapshot = await live.receive('snapshot')
    const visible = whose.map((name) => trackers[`ours ${name}`]!.id).sort()
    expect(snapshot.map((e: { tracker_id: number }) => e.tracker_id).sort()).toEqual(visible)

    const watcher = await connectLive(network, { token: network.token, organisation_id: theirs.id })
    for (const tracker of Object.values(trackers)) await tracker.report({ lat: 6, lon: Math.random() })
    await watcher.receive('positions')
    await new Promise((resolve) => setTimeout(resolve, 300))
    const received = live.received
      .filter((m) => m.name === 'positions')
      .flatMap((m) => m.body.map((e: { tracker_id: number }) => e.tracker_id))
    expect([...new Set(received)].sort()).toEqual(visible)
    await expect(connectLive(network, { token: person.token, organisation_id: theirs.id })).rejects.toThrow(
      'unauthorized',
    )
    live.stop()
    watcher.stop()
  })
})

it('lets users manage their own trackers, and Staff only read', async () => {
  const mine = trackers["ours user's"]!
  const unowned = trackers['ours unowned']!
  await ours.user.client.update('tracker', { id: mine.id, name: 'My car' })
  await expect(ours.staff.client.update('tracker', { id: mine.id, name: 'x' })).rejects.toMatchObject({ status: 403 })
  await ours.administrator.client.update('tracker', { id: unowned.id, name: 'Our van' })
  const { data } = await ours.user.client.create('tracker', { number: 'users-own' })
  expect([data.owner_user_id, data.organisation_id]).toEqual([ours.user.id, ours.id])
  await expect(
    ours.user.client.create('tracker', { number: 'gift', owner_user_id: ours.staff.id }),
  ).rejects.toMatchObject({ status: 403 })
})

it('refuses a guest on the live map', async () => {
  await expect(connectLive(network, {})).rejects.toThrow('unauthorized')
  await expect(connectLive(network, { token: 'rubbish' })).rejects.toThrow('unauthorized')
})
