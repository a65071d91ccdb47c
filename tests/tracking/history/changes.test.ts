import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePartition } from '#db/history/close.ts'
import { Lease } from '#db/history/lease.ts'
import { mergeDay } from '#db/history/merge.ts'
import type { Work } from '#db/history/work.ts'
import { FileWriter } from '#db/history/write.ts'
import { connectLive, type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { at, changesBy, point } from './changing.ts'
import { closeThrough, makePartitionsOf } from './closing.ts'
import { dayOf, makeEvents, makeTracker, midnight, store } from './events.ts'

let network: Network
let ours: Organisation
/** The User's, with 21 events on each of the days, and another that has reported nothing. */
let ute: number
let silent: number
const DAYS = [8, 7, 6, 5, 1]

beforeAll(async () => {
  network = await startNetwork({ HISTORY_CLOSE_DAYS: '0' })
  ours = await makeOrganisation(network, 'ours')
  ute = await makeTracker(network, ours, 'ute', ours.user.id)
  silent = await makeTracker(network, ours, 'silent', null)
  await makePartitionsOf(network, DAYS)
  await store(network, makeEvents([{ organisation_id: ours.id, tracker_id: ute, boundary_ids: [] }], DAYS, 21))
})
afterAll(() => network.stop())

const { admin, enter, correct, remove, eventsOf } = changesBy(() => ({
  client: ours.administrator.client,
  tracker_id: ute,
}))
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const countNotes = async () => (await network.db.selectFrom('event_archive_change').selectAll().execute()).length

/** Works on files, and makes changes when the first rows were read: the first step is before it, the second after. */
async function workOnFiles(run: (work: Work) => Promise<unknown>, change: () => Promise<void>): Promise<void> {
  const { database, history } = network.server
  const lease = (await Lease.take(database.db))!
  const writer = new FileWriter(history)
  let steps = 0
  const step = async () => {
    if (++steps === 2) await change()
  }
  await run({ db: database.db, store: history, lease, writer, merge_rows: 1000, step })
  await writer.close()
  await lease.release()
  expect(steps).toBeGreaterThan(1)
}

/** Everything that reads events: lists in each order, with filters, single rows, files, and counts. */
async function answers(ids: number[]): Promise<Record<string, string>> {
  const list = `trackerevents?tracker_id=${ute}&limit=1000`
  const paths = [
    ...['fix_at', '-fix_at', 'id', '-id'].map((sort) => `${list}&sort=${sort}`),
    `${list}&event=corrected`,
    `${list}&search=rrect`,
    `${list}&event=position`,
    `trackerevents?limit=1000`,
    ...['csv', 'gpx', 'geojson'].map((format) => `trackerevents?tracker_id=${ute}&format=${format}`),
    ...ids.map((id) => `trackerevent?id=${id}`),
    'usage/days?timezone=UTC',
    `tracker?id=${ute}`,
  ]
  const headers = { authorization: `Bearer ${ours.administrator.token}` }
  const found: Record<string, string> = {}
  for (const path of paths) {
    const response = await fetch(`${network.url}/api/v1/${path}`, { headers })
    const text = await response.text()
    // The id of a request is in the answers that refuse it.
    found[path] = response.ok ? `${response.status} ${text}` : String(response.status)
  }
  return found
}

describe('events of a day that is not closed', () => {
  it('are entered, corrected and removed, and closing changes no answer', async () => {
    const before = await eventsOf(8)
    const [corrected, removed] = [before[3]!.id, before[5]!.id]
    const entered = await enter(8, 700, { event: 'found', alarm: 'theft', speed: 3.5 })
    expect(entered).toMatchObject({
      by_hand: true,
      event: 'found',
      alarm: 'theft',
      speed: 3.5,
      valid: true,
      late: true,
    })
    expect(entered.position).toEqual(point(174.5, -36.5))
    await correct(corrected, { event: ' corrected ', alarm: null })
    await remove(removed)
    const after = await eventsOf(8)
    expect(idsOf(after).sort()).toEqual([...idsOf(before).filter((id) => id !== removed), entered.id].sort())
    expect(after.filter(({ by_hand }) => by_hand)).toEqual([entered])
    expect(after.find(({ id }) => id === corrected)).toEqual({ ...before[3], event: 'corrected', alarm: null })
    await expect(admin().read('trackerevent', removed)).rejects.toMatchObject({ status: 404 })
    const expected = await answers([entered.id, corrected, removed])
    await closeThrough(network, 8)
    expect(await answers([entered.id, corrected, removed])).toEqual(expected)
    expect(await countNotes()).toBe(0)
  })
})

describe('events of a closed day', () => {
  it('are entered, corrected and removed at once, and merging changes no answer', async () => {
    await closeThrough(network, 7)
    const before = await eventsOf(7)
    const [corrected, removed] = [before[2]!, before[4]!]
    const entered = await enter(7, 400)
    await correct(corrected.id, { event: 'corrected' })
    await remove(removed.id)
    const after = await eventsOf(7)
    expect(idsOf(after).sort()).toEqual([...idsOf(before).filter((id) => id !== removed.id), entered.id].sort())
    expect(after.find(({ id }) => id === corrected.id)).toEqual({ ...corrected, event: 'corrected' })
    const { info } = await admin().list('trackerevent', { tracker_id: ute, limit: 1 })
    expect(info.total).toBe(DAYS.length * 21)
    const ids = [entered.id, corrected.id, removed.id]
    const expected = await answers(ids)
    expect(expected[`trackerevent?id=${removed.id}`]).toBe('404')
    await closeThrough(network, 7)
    expect(await answers(ids)).toEqual(expected)
    expect(await countNotes()).toBe(0)
    const { rows } = await sql`select 1 from tracker_event where fix_at < ${`${dayOf(6)}T00:00:00Z`}`.execute(
      network.db,
    )
    expect(rows).toEqual([])
  })

  it('are changed again after they were merged', async () => {
    const rows = await eventsOf(7)
    const { id } = rows.find(({ event }) => event === 'corrected')!
    const entered = rows.find(({ by_hand }) => by_hand)!
    await correct(id, { alarm: 'sos' })
    await correct(id, { event: 'again' })
    await correct(entered.id, { event: 'found' })
    await remove(rows[9]!.id)
    await closeThrough(network, 7)
    const after = await eventsOf(7)
    expect(after.find((row) => row.id === id)).toMatchObject({ event: 'again', alarm: 'sos', by_hand: false })
    expect(after.find((row) => row.id === entered.id)).toEqual({ ...entered, event: 'found' })
    expect(after).toHaveLength(rows.length - 1)
    await remove(id)
    await remove(entered.id)
    expect(await eventsOf(7)).toHaveLength(rows.length - 3)
    await closeThrough(network, 7)
    expect(await eventsOf(7)).toHaveLength(rows.length - 3)
    expect(await countNotes()).toBe(0)
  })

  it('are changed once, by whichever of two comes first', async () => {
    const [row] = await eventsOf(7)
    const outcomes = await Promise.allSettled([remove(row!.id), remove(row!.id), correct(row!.id, { event: 'both' })])
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.status] : []))
    expect(errors.every((status) => status === 404)).toBe(true)
    expect(idsOf(await eventsOf(7))).not.toContain(row!.id)
    await closeThrough(network, 7)
    expect(idsOf(await eventsOf(7))).not.toContain(row!.id)
    expect(await countNotes()).toBe(0)
  })
})

describe('while a day is being closed', () => {
  it('what is changed after it was read stays changed', async () => {
    const { db } = network
    const before = await eventsOf(6)
    const [corrected, removed] = [before[1]!.id, before[2]!.id]
    const expected = before
      .filter(({ id }) => id !== removed)
      .map((row) => (row.id === corrected ? { ...row, event: 'corrected late' } : row))
    const name = `tracker_event_y${dayOf(6).replace('-', 'm').replace('-', 'd')}`
    const [from, to] = [midnight(6), midnight(5)].map((time) => new Date(time).toISOString())
    await workOnFiles(
      (work) => closePartition(work, { name, from: from!, to: to! }),
      async () => {
        await correct(corrected, { event: 'corrected late' })
        await remove(removed)
      },
    )
    expect(await countNotes()).toBe(2)
    const stored = await db.selectFrom('tracker_event').select('id').where('fix_at', '<', to!).execute()
    expect(idsOf(stored)).toEqual([corrected])
    expect(await eventsOf(6)).toEqual(expected)
    await closeThrough(network, 6)
    expect(await eventsOf(6)).toEqual(expected)
    expect(await countNotes()).toBe(0)
  })
})

describe('while late reports are merged', () => {
  it('what is changed after it was read stays changed', async () => {
    const before = await eventsOf(6)
    const [late, gone] = [await enter(6, 501), await enter(6, 502)]
    const [corrected, removed] = [before[6]!.id, before[7]!.id]
    const changed = new Map([late.id, corrected].map((id) => [id, 'merged late']))
    await workOnFiles(
      (work) => mergeDay(work, { organisation_id: ours.id, day: dayOf(6) }),
      async () => {
        for (const [id, event] of changed) await correct(id, { event })
        for (const id of [gone.id, removed]) await remove(id)
      },
    )
    const expected = [...before, late]
      .filter(({ id }) => id !== removed)
      .map((row) => ({ ...row, event: changed.get(row.id) ?? row.event }))
      .sort((a, b) => a.fix_at.localeCompare(b.fix_at) || a.id - b.id)
    expect(await eventsOf(6)).toEqual(expected)
    await closeThrough(network, 6)
    expect(await eventsOf(6)).toEqual(expected)
    expect(await countNotes()).toBe(0)
  })
})

describe('the latest position', () => {
  const latest = async (id: number) => (await admin().read('tracker', id)).data.position
  const put = (fix_at: string, lon: number) =>
    admin().create('trackerevent', { tracker_id: silent, fix_at, position: point(lon, -41) })

  it('is the newest in both tiers, also after it was removed', async () => {
    const { data: old } = await put(at(8, 10), 170)
    expect(old).toMatchObject({ late: false, by_hand: true })
    expect(await latest(silent)).toEqual(point(170, -41))
    await put(at(8, 5), 169)
    expect(await latest(silent)).toEqual(point(170, -41))
    await closeThrough(network, 8)
    const { data: newest } = await put(at(1, 5), 171)
    expect(await latest(silent)).toEqual(point(171, -41))
    await admin().remove('trackerevent', newest.id)
    expect(await latest(silent)).toEqual(point(170, -41))
    await admin().remove('trackerevent', old.id)
    expect(await latest(silent)).toEqual(point(169, -41))
    const [last] = (await admin().list('trackerevent', { tracker_id: silent })).data
    await admin().remove('trackerevent', last!.id)
    expect(await latest(silent)).toBeNull()
    expect((await admin().read('tracker', silent)).data.state).toBe('never')
  })

  it('of the far side of 180° is normalised', async () => {
    const { data } = await put(at(1, 30), 181)
    expect(data.position).toEqual(point(-179, -41))
    await admin().remove('trackerevent', data.id)
  })
})

describe('the live map', () => {
  it('shows the latest position after it was entered, corrected and removed', async () => {
    const live = await connectLive(network, { token: ours.administrator.token })
    const shown = () =>
      live.received
        .flatMap(({ name, body }) => (name === 'positions' ? (body as { tracker_id: number }[]) : []))
        .findLast(({ tracker_id }) => tracker_id === ute)
    const [last] = (await admin().list('trackerevent', { tracker_id: ute, sort: '-fix_at', limit: 1 })).data
    const { data } = await admin().create('trackerevent', {
      tracker_id: ute,
      fix_at: new Date(Date.now() - 1000).toISOString(),
      position: point(176, -40),
    })
    await expect.poll(shown).toMatchObject({ id: data.id, position: point(176, -40) })
    await correct(data.id, { event: 'found' })
    await expect.poll(shown).toMatchObject({ id: data.id, event: 'found' })
    await remove(data.id)
    await expect.poll(shown).toMatchObject({ id: last!.id })
    live.stop()
  })
})
