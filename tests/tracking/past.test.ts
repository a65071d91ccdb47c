import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DataOf } from '#api/client.ts'
import { box, type Network } from '../network.ts'
import { limitToGroup } from '../seeds/groups.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { closeThrough, makePartitionsOf } from './history/closing.ts'
import { makeTracker, midnight } from './history/events.ts'

let network: Network
let ours: Organisation
let truck: number
let van: number
const yard = box(174.745, -36.855, 174.755, -36.845)
const [inside, outside, beyond] = [
  [174.75, -36.85],
  [174.74, -36.85],
  [174.76, -36.85],
] as const
const DAY = 86_400_000

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  truck = await makeTracker(network, ours, 'truck', ours.user.id)
  van = await makeTracker(network, ours, 'van', null)
  await makePartitionsOf(network, [6, 5, 4, 3])
  // Over midnight, across the end of the closed days, and again on the newest one.
  await report(truck, 6, [outside, inside, inside])
  await report(truck, 5, [inside, inside, outside, outside, inside])
  await report(truck, 4, [inside])
  await report(truck, 3, [inside, outside, outside])
  await report(van, 6, [outside, beyond, beyond])
  await report(van, 3, [outside])
  await closeThrough(network, 4)
  await network.db.insertInto('driver').values({ organisation_id: ours.id, name: 'Hemi' }).execute()
  await sql`insert into driver_shift (organisation_id, tracker_id, driver_id, source, began_at, ended_at)
    select organisation_id, ${truck}, id, 'person', ${timeAt(6, 0)}, ${timeAt(5, 2)} from driver`.execute(network.db)
})

/** A minute apart each, from the end of the day before the last minutes on. */
const timeAt = (days_ago: number, minute: number) =>
  new Date(midnight(days_ago) + minute * 60_000 + (days_ago === 6 ? DAY - 180_000 : 0)).toISOString()

async function report(tracker_id: number, days_ago: number, places: readonly (readonly [number, number])[]) {
  for (const [i, [lon, lat]] of places.entries()) {
    await sql`insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, repeated,
        late, digest)
      values (${ours.id}, ${tracker_id}, ${timeAt(days_ago, i)}, now(), 'position', true,
        st_setsrid(st_makepoint(${lon}, ${lat}), 4326), false, false, ${i})`.execute(network.db)
  }
}

type VisitResults = DataOf<'POST area/visits'>
async function ask({ client }: Person, body: object = {}) {
  const whole = { visits: [] as VisitResults['visits'], trackers: 0, calls: 0 }
  const asked = { organisation_id: ours.id, geometry: yard, from: timeAt(6, 0), to: timeAt(0, 0), ...body }
  for (let after: string | null | undefined; after !== null; ) {
    const { data } = await client.act('POST area/visits', { ...asked, ...(after && { after }) })
    whole.visits.push(...data.visits)
    whole.trackers = data.trackers
    whole.calls++
    after = data.next
  }
  return whole
}
const spans = ({ visits }: { visits: VisitResults['visits'] }) =>
  visits.map(({ tracker_name, began_at, ended_at, reports }) => [tracker_name, began_at, ended_at, reports])

describe('who was in an area', () => {
  it('is found in both tiers: visits go on over midnight, and from files into the table', async () => {
    const found = await ask(ours.administrator)
    expect(found.trackers).toBe(2)
    expect(spans(found)).toEqual([
      ['The van', new Date(Date.parse(timeAt(6, 0)) + 30_000).toISOString(), expect.any(String), 0],
      ['The truck', timeAt(6, 1), timeAt(5, 1), 4],
      ['The truck', timeAt(5, 4), timeAt(3, 0), 3],
    ])
    expect(found.visits.map(({ driver_name }) => driver_name)).toEqual([null, 'Hemi', null])
    expect(found.visits[1]).toMatchObject({ lon: inside[0], lat: inside[1], seconds: 180, tracker_id: truck })
  })

  it('is asked of a span: a tracker that was there at its end has not left', async () => {
    const found = await ask(ours.administrator, { to: timeAt(5, 2), tracker_ids: [truck] })
    expect(spans(found)).toEqual([['The truck', timeAt(6, 1), null, 4]])
    expect(found.visits[0]!.last_at).toBe(timeAt(5, 1))
    expect(spans(await ask(ours.administrator, { from: timeAt(5, 1), to: timeAt(4, 0) }))).toEqual([
      ['The truck', timeAt(5, 1), timeAt(5, 1), 1],
      ['The truck', timeAt(5, 4), null, 1],
    ])
  })

  it('is the same in parts, and before the cells of old files are computed', async () => {
    const whole = spans(await ask(ours.administrator))
    const part = await ours.administrator.client.act('POST area/visits', {
      organisation_id: ours.id,
      geometry: yard,
      from: timeAt(6, 0),
      to: timeAt(5, 0),
    })
    expect(part.data).toMatchObject({ next: null })
    await sql`update event_archive set cells = null`.execute(network.db)
    expect(spans(await ask(ours.administrator))).toEqual(whole)
    await closeThrough(network, 4)
    const { rows } = await sql`select 1 from event_archive where cells is null`.execute(network.db)
    expect(rows).toEqual([])
    expect(spans(await ask(ours.administrator))).toEqual(whole)
  })

  it('is said of trackers that the person sees', async () => {
    const { visits } = await ask(ours.user)
    expect(new Set(visits.map(({ tracker_id }) => tracker_id))).toEqual(new Set([truck]))
    expect((await ask(ours.customer)).visits).toEqual([])
    const north = await makePerson(network, 'north of the past', ours.id, 'Staff')
    await limitToGroup(network, north.id, ours.id, 'North')
    expect(await ask(north)).toMatchObject({ visits: [], trackers: 0 })
    const others = await makeOrganisation(network, 'others')
    await expect(ask(others.administrator)).rejects.toThrow(/no such organisation/)
    const own = { organisation_id: others.id, tracker_ids: [truck] }
    expect(await ask(others.administrator, own)).toMatchObject({ visits: [], trackers: 0 })
    // Visits of trackers that are not seen do not come back by a made up cursor.
    const cursor = Buffer.from(JSON.stringify([midnight(1) / DAY, [[truck, 1, 2, 3, 4, 5, 0]]])).toString('base64url')
    expect(await ask(others.administrator, { ...own, after: cursor })).toMatchObject({ visits: [] })
  })

  it.each([
    ['no area', { geometry: undefined }, /geometry: is missing/],
    ['no time', { to: '2026-01-01T00:00:00Z' }, /to: is not later than from/],
    ['three years', { from: '2023-01-01T00:00:00Z' }, /to: is more than two years/],
    ['no month', { from: '2026-13-01T00:00:00Z' }, /from: must be a time such as/],
    ['another cursor', { after: 'W10' }, /after: is not what an answer has named/],
  ])('is refused with %s', async (_, body, message) => {
    const asked = { organisation_id: ours.id, geometry: yard, from: timeAt(6, 0), to: timeAt(0, 0), ...body }
    await expect(ours.administrator.client.call('POST', 'area/visits', asked)).rejects.toThrow(message)
  })

  it('is found of a tracker that reports every ten seconds', async () => {
    const scooter = await makeTracker(network, ours, 'scooter', null)
    await sql`insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, repeated,
        late, digest)
      select ${ours.id}, ${scooter}, ${timeAt(2, 0)}::timestamptz + i * interval '10 s', now(), 'position', true,
        st_setsrid(st_makepoint(${inside[0]}::float8, ${inside[1]}::float8), 4326), false, false, i
      from generate_series(0, 8639) i`.execute(network.db)
    const found = await ask(ours.administrator, { tracker_ids: [scooter] })
    expect(spans(found)).toEqual([['The scooter', timeAt(2, 0), null, 8640]])
  })

  it('is refused to platform administrators for an organisation that does not exist', async () => {
    const asked = { organisation_id: 1e9, geometry: yard, from: timeAt(6, 0), to: timeAt(0, 0) }
    await expect(network.admin.call('POST', 'area/visits', asked)).rejects.toThrow(/no such organisation/)
  })

  it('is found across the 180th meridian', async () => {
    const ferry = await makeTracker(network, ours, 'ferry', null)
    await report(ferry, 3, [
      [179.9, -17],
      [179.999, -17],
      [-179.999, -17],
      [-179.9, -17],
      [-179.8, -17],
    ])
    const across = {
      type: 'Polygon',
      coordinates: [
        [
          [179.95, -17.1],
          [180.05, -17.1],
          [180.05, -16.9],
          [179.95, -16.9],
          [179.95, -17.1],
        ],
      ],
    }
    expect(spans(await ask(ours.administrator, { geometry: across }))).toEqual([
      ['The ferry', timeAt(3, 1), timeAt(3, 2), 2],
    ])
  })
})

describe('where the whole fleet was', () => {
  const query = () => ({ organisation_id: ours.id, from: timeAt(5, 0), to: timeAt(4, 0) })
  type Fleet = DataOf<'GET fleet/tracks'>
  const read = async ({ client }: Person, more: object = {}): Promise<Fleet> =>
    (await client.act('GET fleet/tracks', { ...query(), ...more })).data

  it('is read of both tiers, thinned, with the verdict of each report', async () => {
    await sql`update tracker_event set outside_boundary = true where tracker_id = ${truck}`.execute(network.db)
    const { tracks, step_s, next } = await read(ours.administrator)
    expect({ step_s, next }).toEqual({ step_s: 10, next: null })
    const { tracker_id: _, ...track } = tracks.find(({ tracker_id }) => tracker_id === truck)!
    expect(track).toEqual({
      tracker_name: 'The truck',
      before: null,
      at: [0, 60, 60, 60, 60],
      lon: [17_475_000, 0, -1000, 0, 1000],
      lat: [-3_685_000, 0, 0, 0, 0],
      verdicts: [0, 2],
      silent: [],
    })
    const newest = await read(ours.administrator, { from: timeAt(3, 0), to: timeAt(2, 0) })
    expect(newest.tracks.find(({ tracker_id }) => tracker_id === truck)!.verdicts).toEqual([0, 1])
  })

  it('begins with the place where a tracker has stood since before', async () => {
    const stop = { kind: 'stop', began_at: timeAt(6, 0), through_at: timeAt(5, 0), ended_at: null } as const
    const place = sql<string>`st_setsrid(st_makepoint(174.7, -36.8), 4326)`
    const rest = { distance_m: 0, distance_source: 'positions', moving_s: 0, idle_s: 0, pauses: 0 } as const
    const whole = { ...stop, ...rest, begin_position: place, end_position: place, organisation_id: ours.id }
    await network.db
      .insertInto('segment')
      .values({ ...whole, tracker_id: van })
      .execute()
    const { tracks } = await read(ours.administrator)
    expect(tracks.find(({ tracker_id }) => tracker_id === van)).toMatchObject({
      before: { lon: 174.7, lat: -36.8 },
      at: [],
    })
  })

  it('continues after a tracker, and is said of trackers that the person sees', async () => {
    expect((await read(ours.administrator, { after: truck })).tracks.map(({ tracker_id }) => tracker_id)).toEqual([van])
    expect(await read(ours.user)).toMatchObject({ trackers: 1, tracks: [{ tracker_id: truck }] })
    expect(await read(ours.customer)).toMatchObject({ trackers: 0, tracks: [] })
    const north = await makePerson(network, 'north of the fleet', ours.id, 'Staff')
    await limitToGroup(network, north.id, ours.id, 'North of the fleet')
    expect(await read(north)).toMatchObject({ trackers: 0, tracks: [] })
  })

  it.each([
    [() => ({ to: timeAt(6, 0) }), 'to: is not later than from.'],
    [() => ({ to: timeAt(3, 0) }), 'to: is more than 26 hours later than from.'],
    [() => ({ from: 'yesterday' }), /from/],
  ])('is refused for an invalid span', async (wrong, message) => {
    await expect(read(ours.administrator, wrong())).rejects.toThrow(message)
  })
})

describe('a rehearsed boundary', () => {
  const rehearse = async () => {
    const draft = { organisation_id: ours.id, geometry: yard, rule: 'alone' as const, tracker_ids: [truck, van] }
    const { alerts, ...counts } = (await ours.administrator.client.act('POST boundary/rehearse', draft)).data
    return { ...counts, alerts: alerts.map((alert) => [alert.tracker_name, alert.started_at, alert.ended_at]) }
  }

  it('is judged in both tiers, without what was reported on private trips', async () => {
    const found = await rehearse()
    expect(found).toMatchObject({ trackers: 2, reports: 16, shortened: [], next: null })
    const first = ['The truck', timeAt(6, 0), timeAt(6, 1)]
    const last = ['The truck', timeAt(3, 1), null]
    const of_van = ['The van', timeAt(6, 0), null]
    expect(found.alerts).toEqual([first, ['The truck', timeAt(5, 2), timeAt(5, 4)], last, of_van])
    await sql`insert into private_trip (organisation_id, tracker_id, began_at, ended_at, hidden_until)
      values (${ours.id}, ${truck}, ${timeAt(5, 2)}, ${timeAt(5, 3)}, ${timeAt(5, 3)})`.execute(network.db)
    expect((await rehearse()).alerts).toEqual([first, last, of_van])
    await network.db.deleteFrom('private_trip').where('tracker_id', '=', truck).execute()
  })
})
