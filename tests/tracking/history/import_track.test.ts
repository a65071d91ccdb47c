import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { changesBy, point } from './changing.ts'
import { closeThrough, makePartitionsOf } from './closing.ts'
import { makeTracker, timeOn } from './events.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let ute: number

beforeAll(async () => {
  network = await startNetwork({ HISTORY_CLOSE_DAYS: '0' })
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  ute = await makeTracker(network, ours, 'ute', ours.user.id)
  await makePartitionsOf(network, [6, 5, 1])
})
afterAll(() => network.stop())

const { admin, enter, eventsOf } = changesBy(() => ({ client: ours.administrator.client, tracker_id: ute }))
/** A time of whole milliseconds. */
const at = (days_ago: number, minutes: number) => new Date(timeOn(days_ago, minutes * 60e6)).toISOString()
const fix = (days_ago: number, minutes: number, more = {}) => ({
  fix_at: at(days_ago, minutes),
  position: point(174.5 + minutes / 1000, -36.5),
  ...more,
})
/** The times of an import from and to the thirtieth minute of days. */
const shown = (from: number, to: number) => ({
  first_fix_at: at(from, 30).replace('.000', ''),
  last_fix_at: at(to, 30).replace('.000', ''),
})
const send = async (points: object[], more = {}, client = admin()) =>
  (await client.act('POST track/import', { tracker_id: ute, points, ...more } as never)).data as Record<string, unknown>

describe('a track that is imported', () => {
  it('is counted by a dry run, which writes nothing', async () => {
    const points = [
      fix(5, 2),
      fix(5, 1),
      fix(5, 1, { speed: 3 }),
      { ...fix(5, 3), fix_at: new Date(Date.now() + 3_600_000).toISOString() },
      { ...fix(5, 3), fix_at: '1970-01-01T00:00:00Z' },
    ]
    const counts = { stored: 2, known: 1, recent: 1, too_old: 1, locked: 0, private: 0, trackimport_id: null }
    const times = { first_fix_at: at(5, 1), last_fix_at: at(5, 2) }
    expect(await send(points, { dry_run: true })).toEqual({ ...counts, ...times })
    expect(await eventsOf(5)).toEqual([])
  })

  it('is history, the last position where nothing is later, and no alert', async () => {
    expect(await send([fix(5, 1), fix(5, 2, { speed: 3, altitude: 12 })])).toMatchObject({ stored: 2, known: 0 })
    const events = await eventsOf(5)
    expect(events.map(({ late, by_hand, imported, speed }) => [late, by_hand, imported, speed])).toEqual([
      [true, false, true, null],
      [false, false, true, 3],
    ])
    expect((await admin().read('tracker', ute)).data).toMatchObject({ position: fix(5, 2).position, speed: 3 })
    await enter(1, 100)
    const before = (await admin().read('tracker', ute)).data
    expect(await send([fix(5, 2), fix(5, 3)])).toMatchObject({ stored: 1, known: 1 })
    expect((await admin().read('tracker', ute)).data).toMatchObject({ position: before.position })
    expect((await admin().list('alert')).data).toEqual([])
  })

  it('is stored once, in files of closed days, too', async () => {
    await closeThrough(network, 5)
    const points = [fix(5, 1), fix(5, 2), fix(5, 3)]
    expect(await send(points)).toMatchObject({ stored: 0, known: 3, first_fix_at: null })
    expect(await send([...points, fix(5, 4)])).toMatchObject({ stored: 1, known: 3 })
    await closeThrough(network, 5)
    expect(await eventsOf(5)).toHaveLength(4)
  })

  it('is undone as a whole, out of files of closed days, too, and the last position is the one before it', async () => {
    const kangoo = await makeTracker(network, ours, 'kangoo', null)
    const of = (points: object[], more = {}) => send(points, { tracker_id: kangoo, name: 'lake.gpx', ...more })
    await of([fix(6, 1)], { name: 'before.gpx' })
    const { trackimport_id } = await of([fix(5, 30), fix(5, 31)])
    expect(await of([fix(1, 30)], { trackimport_id })).toMatchObject({ trackimport_id, stored: 1 })
    await closeThrough(network, 5)
    const { data: imports } = await admin().list('trackimport', { tracker_id: kangoo })
    expect(imports).toMatchObject([
      { name: 'lake.gpx', points: 3, ...shown(5, 1) },
      { name: 'before.gpx', points: 1 },
    ])
    const undo = async () => (await admin().act('POST trackimport/undo', { id: trackimport_id as number })).data
    expect(await undo()).toEqual({ removed: 3, left: false })
    await expect(undo()).rejects.toMatchObject({ status: 404 })
    const { data: events } = await admin().list('trackerevent', { tracker_id: kangoo })
    expect(events).toMatchObject([{ imported: true, position: fix(6, 1).position }])
    expect((await admin().read('tracker', kangoo)).data).toMatchObject({ position: fix(6, 1).position })
    const gone = await of([fix(5, 30)], { trackimport_id }).catch((thrown) => thrown)
    expect(gone).toMatchObject({ status: 404, field: 'trackimport_id' })
    expect(await of([fix(5, 30), fix(5, 31)])).toMatchObject({ stored: 2, known: 0 })
  })

  it('may lie on the antimeridian, and nowhere else than on the globe', async () => {
    expect(await send([{ ...fix(5, 10), position: point(-180, 10) }])).toMatchObject({ stored: 1 })
    const wrong = await send([{ ...fix(5, 11), position: point(0, 91) }]).catch((thrown) => thrown)
    expect(wrong).toMatchObject({ status: 400, field: 'position' })
  })

  it('is none of locked times, nor of others', async () => {
    const stranger = await send([fix(5, 20)], {}, theirs.administrator.client).catch((thrown) => thrown)
    expect(stranger).toMatchObject({ status: 404, field: 'tracker_id' })
    const owner = await send([fix(5, 20)], {}, ours.user.client).catch((thrown) => thrown)
    expect(owner).toMatchObject({ status: 403 })
    const lock = { organisation_id: ours.id, locked_until: at(1, 0) }
    await network.db
      .insertInto('data_lock')
      .values(lock as never)
      .execute()
    expect(await send([fix(5, 20), fix(1, 20)], { dry_run: true })).toMatchObject({ stored: 1, locked: 1 })
    const { data: imports } = await admin().list('trackimport', { tracker_id: ute, sort: 'id' })
    const undo = admin().act('POST trackimport/undo', { id: imports[0]!.id })
    await expect(undo).rejects.toMatchObject({ status: 473 })
  })
})
