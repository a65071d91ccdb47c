import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { settlePrivateTrips } from '#db/privacy/private_trips.ts'
import { box, type Network } from '../../network.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from '../../seeds/people.ts'
import { writeSegment } from '../../seeds/segments.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { closeThrough, makePartitionsOf } from '../history/closing.ts'
import { makeTracker, midnight } from '../history/events.ts'

let network: Network
let ours: Organisation
let truck: number
let driver: Person

/** Minutes of a day: it stands, drives, stands, drives, stands. Each minute there is a report, farther east. */
const at = (days_ago: number, minute: number) => new Date(midnight(days_ago) + minute * 60_000).toISOString()
const place = (minute: number) => [174 + minute / 100, -36.5] as const
const [closed, open] = [4, 2]

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'haulage')
  truck = await makeTracker(network, ours, 'truck', null)
  driver = await makePerson(network, 'driver', ours.id, 'User')
  const { data } = await ours.administrator.client.create('driver', {
    organisation_id: ours.id,
    name: 'Aroha',
    user_id: driver.id,
  })
  await makePartitionsOf(network, [closed, open])
  for (const day of [closed, open]) {
    await sql`insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, repeated,
        late, digest)
      select ${ours.id}, ${truck}, ${at(day, 0)}::timestamptz + make_interval(mins => m), now(), 'position', true,
        st_setsrid(st_makepoint(174 + m / 100.0, -36.5), 4326), false, false, m
      from generate_series(0, 49) m`.execute(network.db)
    const write = (kind: string, from: number, to: number, more = {}) =>
      writeSegment(network.db, {
        organisation_id: ours.id,
        tracker_id: truck,
        kind,
        from: at(day, from),
        until: at(day, to),
        at: place(from),
        ...more,
      })
    await write('stop', 0, 10)
    await write('trip', 10, 20, { distance_m: 12_000, top: 20 })
    await write('speeding', 14, 15, { top: 30 })
    await write('stop', 20, 30)
    await write('idle', 22, 28)
    await write('trip', 30, 40, { distance_m: 13_000, top: 20 })
    await write('stop', 40, 49)
  }
  await sql`update segment set driver_id = ${data.id} where tracker_id = ${truck}
    and kind in ('trip', 'idle', 'speeding')`.execute(network.db)
  await closeThrough(network, closed - 1)
})

const allow = (private_trips: boolean) =>
  ours.administrator.client.call('POST', 'organisationconfig/save', { organisation_id: ours.id, private_trips })
const tripsOf = async ({ client }: Person) => (await client.list('mytrip', { sort: 'began_at' })).data
const say = ({ client }: Person, id: number, is_private: boolean) =>
  client.act('POST mytrip/private', { id, private: is_private })
const minutesOf = (times: string[], day: number) =>
  times.map((time) => (Date.parse(time) - midnight(day)) / 60_000).filter((minute) => minute >= 0 && minute < 1440)

/** The minutes of a day of which anything is read that tells a place, by each reader. */
async function seenOn(day: number, client = ours.administrator.client) {
  const span = { from: at(day, 0), to: at(day, 49) }
  const events = (await client.list('trackerevent', { tracker_id: truck, ...span, sort: 'fix_at', limit: 1000 })).data
  const gpx = await (
    await fetch(
      `${network.url}/api/v1/trackerevents?${new URLSearchParams({ tracker_id: String(truck), ...span, format: 'gpx' })}`,
      { headers: { authorization: `Bearer ${ours.administrator.token}` } },
    )
  ).text()
  const past = (await client.call('GET', 'fleet/tracks', { organisation_id: ours.id, ...span })).data
  const track = past.tracks.find(({ tracker_id }: { tracker_id: number }) => tracker_id === truck)
  const area = { organisation_id: ours.id, geometry: box(174.105, -37, 174.395, -36), ...span }
  const visits = (await client.act('POST area/visits', area)).data.visits.map(({ reports }) => reports)
  return {
    events: minutesOf(
      events.map(({ fix_at }) => fix_at),
      day,
    ),
    gpx: gpx.match(/<trkpt /g)?.length ?? 0,
    fleet: track?.at.length ?? 0,
    area: visits,
  }
}

const segmentsOn = async (day: number, query = {}) =>
  (
    await ours.administrator.client.list('segment', {
      tracker_id: truck,
      from: at(day, 0),
      to: at(day, 50),
      sort: 'began_at',
      ...query,
    })
  ).data

describe.each([
  ['a closed day', closed],
  ['an open day', open],
])('private trips of %s', (_name, day) => {
  const own = async () => (await tripsOf(driver)).filter(({ began_at }) => began_at.startsWith(at(day, 0).slice(0, 10)))

  it('are refused until the organisation allows them', async () => {
    await allow(false)
    const [first] = await own()
    expect(first).toMatchObject({ markable: false, marked: false, private: false, begin_place: 'Warkworth' })
    await expect(say(driver, first!.id, true)).rejects.toThrow('does not allow private trips')
    await allow(true)
    expect((await own())[0]).toMatchObject({ markable: true })
  })

  it('are marked by their driver only, and taken back by who has marked them', async () => {
    const [first] = await own()
    const other = await makeOrganisation(network, `couriers ${day}`)
    for (const person of [ours.administrator, ours.staff, ours.user, other.administrator]) {
      await expect(say(person, first!.id, true)).rejects.toMatchObject({ status: 404 })
    }
    await expect(network.admin.act('POST mytrip/private', { id: first!.id, private: true })).rejects.toMatchObject({
      status: 404,
    })
    await say(driver, first!.id, true)
    await say(driver, first!.id, true)
    // An administrator who makes themselves its driver does not see it.
    const { client, id } = ours.administrator
    const { data: themselves } = await client.create('driver', { organisation_id: ours.id, name: 'Boss', user_id: id })
    await sql`update segment set driver_id = ${themselves.id} where id = ${first!.id}`.execute(network.db)
    expect((await tripsOf(ours.administrator))[0]).toMatchObject({ private: true, marked: false, begin_place: null })
    await expect(say(ours.administrator, first!.id, false)).rejects.toThrow('Another person')
    await sql`update segment set driver_id = (select id from driver where user_id = ${driver.id})
      where id = ${first!.id}`.execute(network.db)
    await client.remove('driver', themselves.id)
    const log = await client.list('auditlog', { organisation_id: ours.id, sort: '-id', limit: 20 })
    expect(log.data.find(({ action }) => action === 'tracker.private_trip')).toMatchObject({ entity_id: truck })
    await say(driver, first!.id, false)
  })

  it('have distance and times, and no place, for everybody; the rest between two has none either', async () => {
    const [first, second] = await own()
    const all = Array.from({ length: 49 }, (_, minute) => minute)
    expect(await seenOn(day)).toMatchObject({ events: all, gpx: 49, area: [29] })
    await say(driver, first!.id, true)
    const without = all.filter((minute) => minute < 10 || minute > 20)
    expect(await seenOn(day)).toMatchObject({ events: without, gpx: 38, fleet: 38, area: [19] })
    await say(driver, second!.id, true)
    const both = all.filter((minute) => minute < 10 || minute > 40)
    expect(await seenOn(day)).toMatchObject({ events: both, gpx: 18, fleet: 18, area: [] })
    expect((await seenOn(day, network.admin)).events).toEqual(both)
    const rows = await segmentsOn(day)
    expect(
      rows.map(({ kind, private: is, begin_place, end_position }) => [kind, is, begin_place, !!end_position]),
    ).toEqual([
      ['stop', false, 'Warkworth', true],
      ['trip', true, null, false],
      ['stop', true, null, false],
      ['trip', true, null, false],
      ['stop', false, 'Warkworth', true],
    ])
    expect(rows[1]).toMatchObject({ distance_m: 12_000, duration_s: 600, driver_name: 'Aroha' })
    expect((await segmentsOn(day, { search: 'Warkworth' })).length).toBe(2)
  })

  it('have no place in reports', async () => {
    const report = async (name: string) => {
      const query = {
        organisation_id: ours.id,
        report: name,
        from: at(day, 0).slice(0, 10),
        until: at(day, 0).slice(0, 10),
      }
      return JSON.stringify((await ours.administrator.client.call('GET', 'movement/report', query)).data.rows)
    }
    for (const name of ['trips', 'stops', 'idling', 'speeding', 'visits']) {
      expect(await report(name), name).not.toMatch(/"way":"\[\[174\.[123]/)
    }
    expect(await report('trips')).not.toContain('Warkworth')
  })

  it('stay private when their trips are found otherwise, and are taken back as one', async () => {
    // Late reports: both trips were one, which began earlier.
    const is_trip = sql`tracker_id = ${truck} and kind = 'trip' and began_at >= ${at(day, 0)} and began_at < ${at(day, 50)}`
    await sql`delete from segment where ${is_trip} and began_at > ${at(day, 25)}`.execute(network.db)
    await sql`update segment set began_at = ${at(day, 8)}, ended_at = ${at(day, 42)}, through_at = ${at(day, 42)}
      where ${is_trip}`.execute(network.db)
    const span = { organisation_id: ours.id, tracker_id: truck, since: at(day, 0), until: at(day, 49) }
    await settlePrivateTrips(network.db, [span])
    expect((await seenOn(day)).events).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 43, 44, 45, 46, 47, 48])
    await allow(false)
    const [one] = await own()
    expect(one).toMatchObject({ private: true, marked: true, markable: false })
    await say(driver, one!.id, false)
    expect((await seenOn(day)).events).toHaveLength(49)
  })
})
