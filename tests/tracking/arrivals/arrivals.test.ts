import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { foreseeLate } from '#api/tracking/arrivals/foresee.ts'
import { forgetModels } from '#api/tracking/arrivals/models.ts'
import { judgeLate } from '#gateway/alerts/late.ts'
import type { Network } from '../../network.ts'
import { limitToGroup } from '../../seeds/groups.ts'
import { makeOrganisation, type Organisation, type Person } from '../../seeds/people.ts'
import { beginOf, learnAll, writeTrip } from '../../seeds/trips.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { makeTracker } from '../history/events.ts'

let network: Network
let ours: Organisation
let truck: number
let van: number
/** Both on a street across 180°. */
const [from, to] = [
  [179.95, -17],
  [-179.94, -17],
] as const
const MINUTE = 60_000

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  truck = await makeTracker(network, ours, 'truck', ours.user.id)
  van = await makeTracker(network, ours, 'van', null)
  for (let day = 1; day <= 10; day++) {
    await drive(truck, day, 20)
    await drive(van, day, 40)
  }
  for (const tracker_id of [truck, van]) {
    await stand(tracker_id)
  }
  await learn()
})

async function stand(tracker_id: number) {
  await sql`update tracker_state set fix_at = now(), received = now(), valid = true,
      position = st_setsrid(st_makepoint(${from[0]}, ${from[1]}), 4326)
    where organisation_id = ${ours.id} and tracker_id = ${tracker_id}`.execute(network.db)
}

const drive = (tracker_id: number, days_ago: number, minutes: number) =>
  writeTrip(network.db, { organisation_id: ours.id, tracker_id, days_ago, minutes, from, to: [to[0], from[1]] })

/** All of them, from the beginning. */
async function learn() {
  await learnAll(network.db, ours.id)
  forgetModels()
}

async function ask({ client }: Person, tracker_id: number, more: object = { lon: to[0], lat: to[1] }) {
  const { data } = await client.act('GET arrival/estimate', { tracker_id, ...more })
  return {
    ...data,
    minutes: data.arrives_at && Math.round((Date.parse(data.arrives_at) - Date.now()) / (5 * MINUTE)) * 5,
  }
}
const courses = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from trip_course
    where organisation_id = ${ours.id}`.execute(network.db)
  return rows[0]!.count
}

describe('an arrival', () => {
  it('is learned from the trips of those whom one sees', async () => {
    expect(await courses()).toBe(20)
    const all = await ask(ours.administrator, truck)
    expect(all).toMatchObject({ there: false, stands: true })
    // Of working days alone, where it is one now and there are enough.
    expect(all.trips).toBeGreaterThanOrEqual(10)
    expect(Date.parse(all.earliest_at!)).toBeLessThan(Date.parse(all.arrives_at!))
    expect(Date.parse(all.latest_at!)).toBeGreaterThan(Date.parse(all.arrives_at!))
    // The truck's alone: the van may be slower, and elsewhere.
    const own = await ask(ours.user, truck)
    expect(own).toMatchObject({ minutes: 20 })
    expect(own.trips).toBeLessThanOrEqual(10)
    const north = await limitToGroup(network, ours.staff.id, ours.id, 'North')
    const empty = await makeTracker(network, ours, 'empty', null)
    await sql`update tracker set group_id = ${north} where id = ${empty}`.execute(network.db)
    await stand(empty)
    expect(await ask(ours.staff, empty)).toMatchObject({ trips: 0, earliest_at: null, latest_at: null })
    await expect(ask(ours.staff, truck)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is at a boundary or a location that one sees', async () => {
    const { client } = ours.administrator
    const place = await client.create('location', {
      organisation_id: ours.id,
      name: 'Depot',
      position: { type: 'Point', coordinates: [...to] },
      owner_user_id: null,
    })
    expect(await ask(ours.user, truck, { location_id: place.data.id })).toMatchObject({ minutes: 20 })
    const area = await client.create('boundary', {
      organisation_id: ours.id,
      name: 'Yard',
      circle: { center: [...from], radius_m: 500 },
      owner_user_id: null,
    } as never)
    expect(await ask(ours.user, truck, { boundary_id: area.data.id })).toMatchObject({ there: true, arrives_at: null })
    await expect(ask(ours.user, truck, { boundary_id: area.data.id, lon: 1 })).rejects.toMatchObject({
      code: 'bad_request',
    })
    await expect(ask(ours.user, truck, { lon: 1 })).rejects.toMatchObject({ status: 400, field: 'lat' })
    await expect(ask(ours.user, truck, { boundary_id: 999_999 })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('counts each trip once, as it was found last, and forgets those that are gone', async () => {
    await sql`update segment set ended_at = ended_at + interval '1 minute', revised_at = now()
      where organisation_id = ${ours.id} and tracker_id = ${truck} and kind = 'trip'`.execute(network.db)
    await learn()
    expect(await courses()).toBe(20)
    expect(await ask(ours.user, truck)).toMatchObject({ trips: 10 })
    const gone = new Date(beginOf(3)).toISOString()
    await sql`delete from segment where organisation_id = ${ours.id} and tracker_id = ${truck} and began_at = ${gone}`.execute(
      network.db,
    )
    // Before its course is gone, too.
    forgetModels()
    expect(await ask(ours.user, truck, { lon: to[0], lat: to[1] + 0.0001 })).toMatchObject({ trips: 9 })
    await learn()
    expect(await courses()).toBe(19)
  })

  it('is shown by a link with its range, as its maker sees it', async () => {
    const { client } = ours.user
    const place = await client.create('location', {
      organisation_id: ours.id,
      name: 'Customer',
      position: { type: 'Point', coordinates: [...to] },
    })
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const shared = await client.create('sharelink', { tracker_id: truck, expires_at, location_id: place.data.id })
    const token = shared.data.token as string
    const { data } = await client.act('POST share/position', { token })
    const [shown] = data.trackers
    expect(Math.round((Date.parse(shown!.arrives_at!) - Date.now()) / (5 * MINUTE)) * 5).toBe(20)
    expect(shown!.latest_at).not.toBeNull()
  })

  it('is foreseen where it was asked for by a time that it cannot keep, and notified once', async () => {
    const { data: yard } = await ours.administrator.client.create('boundary', {
      organisation_id: ours.id,
      name: 'Far yard',
      circle: { center: [...to], radius_m: 300 },
      owner_user_id: null,
    } as never)
    await stand(truck)
    const within = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
    const of = { tracker_id: truck, boundary_id: yard.id, kind: 'late' } as const
    const alerts = async () => (await ours.user.client.list('alert', { tracker_id: truck, kind: 'late' })).data
    const mails = async () => {
      const { rows } = await sql<{ subject: string }>`select m.subject from message m
        join alert a on a.id = m.alert_id where a.tracker_id = ${truck} and a.kind = 'late'`.execute(network.db)
      return rows.map(({ subject }) => subject)
    }
    const { data: asked } = await ours.user.client.create('alertrequest', { ...of, expected_at: within(40) })
    expect(await foreseeLate(network.db)).toBe(0)
    await sql`update alert_watch set expected_at = ${within(10)}::timestamptz where id = ${asked.id}`.execute(
      network.db,
    )
    // Of an old position it is a guess.
    await sql`update tracker_state set fix_at = now() - interval '20 minutes' where tracker_id = ${truck}`.execute(
      network.db,
    )
    expect(await foreseeLate(network.db)).toBe(0)
    await stand(truck)
    const both = await Promise.all([foreseeLate(network.db), foreseeLate(network.db)])
    expect(both[0]! + both[1]!).toBeLessThanOrEqual(1)
    await expect.poll(alerts).toHaveLength(1)
    const [alert] = await alerts()
    expect(alert).toMatchObject({ boundary_name: 'Far yard', ended_at: null })
    const minutes = (at: string | null) => Math.round((Date.parse(at!) - Date.now()) / (5 * MINUTE)) * 5
    expect([minutes(alert!.expected_at), minutes(alert!.arrives_at)]).toEqual([10, 20])
    await expect.poll(mails).toEqual(['The truck will be late at Far yard'])
    // The time is over: it is known.
    await sql`update alert_watch set expected_at = now() - interval '3 minutes',
      foreseen_for = now() - interval '3 minutes' where id = ${asked.id}`.execute(network.db)
    await judgeLate(network.db)
    expect((await ours.user.client.list('alertrequest', { kind: 'late' })).data).toEqual([])
    expect(await alerts()).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
  })
})
