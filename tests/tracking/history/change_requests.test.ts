import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { at, changesBy, point } from './changing.ts'
import { makePartitionsOf } from './closing.ts'
import { dayOf, makeEvents, makeTracker, store } from './events.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
/** The User's, with 21 events on each of the days. */
let ute: number
const DAYS = [5, 1]

beforeAll(async () => {
  network = await startNetwork({ HISTORY_CLOSE_DAYS: '0' })
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  ute = await makeTracker(network, ours, 'ute', ours.user.id)
  await makePartitionsOf(network, DAYS)
  await store(network, makeEvents([{ organisation_id: ours.id, tracker_id: ute, boundary_ids: [] }], DAYS, 21))
})
afterAll(() => network.stop())

const { admin, enter, correct, remove, eventsOf } = changesBy(() => ({
  client: ours.administrator.client,
  tracker_id: ute,
}))

describe('a position that is entered', () => {
  it('is judged by the boundaries, and raises no alert', async () => {
    const geometry = box(174, -37, 175, -36)
    const { data: boundary } = await admin().create('boundary', { name: 'Depot', geometry, active: true })
    const inside = await enter(1, 100)
    const outside = await enter(1, 101, { position: point(10, 10) })
    expect(inside).toMatchObject({ outside_boundary: false, boundary_id: boundary.id, boundary_name: 'Depot' })
    expect(outside).toMatchObject({ outside_boundary: true, boundary_id: null })
    expect((await admin().list('alert')).data).toEqual([])
    await admin().remove('boundary', boundary.id)
  })

  it.each([
    ['tracker_id', { tracker_id: 999_999_999 }, 404],
    ['fix_at', { fix_at: new Date(Date.now() + 3_600_000).toISOString() }, 400],
    ['fix_at', { fix_at: '1999-12-31T23:59:59Z' }, 400],
    ['position', { position: { type: 'Point', coordinates: [0, 91] } }, 400],
    ['position', { position: { type: 'Point', coordinates: [541, 0] } }, 400],
    ['event', { event: '   ' }, 400],
    ['event', { event: 'x'.repeat(65) }, 400],
    ['heading', { heading: 360 }, 400],
    ['speed', { speed: -1 }, 400],
    ['digest', { digest: 1 }, 400],
    ['by_hand', { by_hand: false }, 400],
  ])('is refused with a wrong %s: %j', async (field, body, status) => {
    const error = await enter(1, 200, body).catch((thrown) => thrown)
    expect(error).toMatchObject({ status, field })
  })

  it('is not what a device can claim', async () => {
    const attributes = { by_hand: true }
    const [event] = makeEvents([{ organisation_id: ours.id, tracker_id: ute, boundary_ids: [] }], [1], 1)
    await store(network, [{ ...event!, attributes, digest: 2 ** 48 - 1, event: 'claimed' }])
    const { data } = await admin().list('trackerevent', { tracker_id: ute, event: 'claimed' })
    expect(data).toMatchObject([{ by_hand: false }])
  })
})

describe('who may change events', () => {
  it('is an administrator: not the owner of the tracker, nor another organisation', async () => {
    const [row] = await eventsOf(1)
    const body = { tracker_id: ute, fix_at: at(1, 300), position: point(1, 1) }
    for (const [client, status] of [
      [ours.user.client, 403],
      [ours.staff.client, 403],
      [ours.customer.client, 404],
      [theirs.administrator.client, 404],
    ] as const) {
      await expect(client.call('PUT', 'trackerevent', body)).rejects.toMatchObject({ status })
      await expect(client.call('POST', 'trackerevent', { id: row!.id, event: 'x' })).rejects.toMatchObject({ status })
      await expect(client.call('DELETE', 'trackerevent', { id: row!.id })).rejects.toMatchObject({ status })
    }
    expect((await eventsOf(1))[0]).toEqual(row)
  })

  it('is in the audit log, with what the event was', async () => {
    const { id, fix_at } = await enter(1, 310, { event: 'found', alarm: 'theft' })
    await correct(id, { event: 'lost' })
    await remove(id)
    const { data } = await admin().list('auditlog', { limit: 3, sort: '-id' })
    expect(data.map(({ action }) => action)).toEqual([
      'trackerevent.delete',
      'trackerevent.update',
      'trackerevent.create',
    ])
    const details = { tracker_id: ute, fix_at, event_before: 'found', alarm_before: 'theft', fields: ['event'] }
    expect(data[1]).toMatchObject({ entity: 'trackerevent', entity_id: id, organisation_id: ours.id, details })
    expect(data[0]!.details).toMatchObject({ event_before: 'lost' })
  })

  it('changes nothing behind a data lock, and at most 1000 a day', async () => {
    const [row] = await eventsOf(5)
    const { data: lock } = await admin().create('datalock', {
      organisation_id: ours.id,
      locked_until: `${dayOf(4)}T00:00:00Z`,
      reason: 'Audited',
    })
    await expect(enter(5, 10)).rejects.toMatchObject({ status: 473, field: 'fix_at' })
    await expect(correct(row!.id, { event: 'x' })).rejects.toMatchObject({ status: 473 })
    await expect(remove(row!.id)).rejects.toMatchObject({ status: 473 })
    await admin().remove('datalock', lock.id)
    await network.db.updateTable('attempt').set({ count: 1000 }).where('key', '=', `event_change:${ours.id}`).execute()
    await expect(remove(row!.id)).rejects.toMatchObject({ status: 429 })
    expect((await eventsOf(5))[0]).toEqual(row)
  })
})
