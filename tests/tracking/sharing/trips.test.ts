import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { settleTrips } from '#api/tracking/sharing/shared_trip.ts'
import { settlePrivateTrips } from '#db/privacy/private_trips.ts'
import type { Network } from '../../network.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from '../../seeds/people.ts'
import { writeSegment } from '../../seeds/segments.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { makeTracker } from '../history/events.ts'

let network: Network
let ours: Organisation
let others: Organisation
let limited: Person
let truck: number
let driver_id: number

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'carriers')
  others = await makeOrganisation(network, 'strangers')
  truck = await makeTracker(network, ours, 'truck', null)
  const { client } = ours.administrator
  driver_id = (await client.create('driver', { organisation_id: ours.id, name: 'Aroha' })).data.id
  const { data: group } = await client.create('trackergroup', { organisation_id: ours.id, name: 'South' })
  limited = await makePerson(network, 'limited', ours.id, 'Staff')
  const { data: members } = await client.list('membership', { organisation_id: ours.id, limit: 100 })
  const membership = members.find(({ user_id }) => user_id === limited.id)!
  await client.update('membership', { id: membership.id, role_name: 'Staff', group_ids: [group.id] })
})

/** A whole second, which is written in one way. */
const started = Math.floor(Date.now() / 1000) * 1000
const minutesAgo = (minutes: number) => new Date(started - minutes * 60_000).toISOString().replace('.000Z', 'Z')
const lonAgo = (minutes: number) => 175 - minutes / 1000

/** A report each minute of the last two hours; a trip of which it says when, and one before it. */
beforeEach(async () => {
  const { db } = network
  for (const table of ['tracker_event', 'segment', 'share_link', 'private_trip', 'tracker_state']) {
    await sql`delete from ${sql.table(table)} where tracker_id = ${truck}`.execute(db)
  }
  await sql`insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, repeated,
      late, digest)
    select ${ours.id}, ${truck}, ${minutesAgo(0)}::timestamptz - make_interval(mins => m), now(), 'position', true,
      st_setsrid(st_makepoint(175 - m / 1000.0, -36.5), 4326), false, false, m
    from generate_series(0, 120) m`.execute(db)
  await write(110, 90)
})

const write = (from: number, to: number | null, through?: number) =>
  writeSegment(network.db, {
    organisation_id: ours.id,
    tracker_id: truck,
    kind: 'trip',
    from: minutesAgo(from),
    until: to === null ? null : minutesAgo(to),
    distance_m: 12_000,
    ...(through !== undefined && { through: minutesAgo(through) }),
  })
const change = (from: number, values: object) =>
  network.db.updateTable('segment').set(values).where('tracker_id', '=', truck).where('began_at', '=', minutesAgo(from))
const idOf = async (from: number, client = ours.administrator.client) =>
  (await client.list('segment', { tracker_id: truck, kind: 'trip', limit: 100 })).data.find(
    ({ began_at }) => Date.parse(began_at) === Date.parse(minutesAgo(from)),
  )!.id

async function share(from: number, more: object = {}, client = ours.administrator.client) {
  const expires_at = new Date(Date.now() + 3600_000).toISOString()
  const { data } = await client.create('sharelink', { trip_id: await idOf(from), expires_at, ...more } as never)
  return data.token as string
}

/** Reads without a session. */
const read = (token: string) =>
  createClient({ base: network.url, retries: 0 })
    .act('POST share/position', { token })
    .then(({ data }) => data)
const refused = (token: string) => read(token).catch(({ status, message }) => ({ status, message }))
const over = { status: 470, message: 'The trip has ended.' }
const gone = { status: 469 }

describe('a link to a trip that has ended', () => {
  it('shows the way of this trip, and nothing from before or after it', async () => {
    await write(60, 40)
    const shown = await read(await share(60))
    expect(shown.trip).toEqual({
      began_at: minutesAgo(60),
      ended_at: minutesAgo(40),
      distance_m: 12_000,
      driver_name: null,
    })
    const [{ trail, position, fix_at, speed }] = shown.trackers as [(typeof shown.trackers)[number]]
    expect(trail).toHaveLength(21)
    expect(trail[0]![0]).toBeCloseTo(lonAgo(60), 6)
    expect(position!.coordinates[0]).toBeCloseTo(lonAgo(40), 6)
    expect({ at: Date.parse(fix_at!), speed }).toEqual({ at: Date.parse(minutesAgo(40)), speed: null })
  })

  it('names who drove only where its maker says so', async () => {
    await write(60, 40)
    await change(60, { driver_id }).execute()
    expect((await read(await share(60, { shows_driver: true }))).trip!.driver_name).toBe('Aroha')
    expect((await read(await share(60))).trip!.driver_name).toBeNull()
  })

  it('shows what has grown by late data', async () => {
    await write(60, 40)
    const token = await share(60)
    await change(60, { began_at: minutesAgo(65), ended_at: minutesAgo(30), through_at: minutesAgo(30) }).execute()
    expect((await read(token)).trackers[0]!.trail).toHaveLength(36)
    await settleTrips(network.db)
    expect((await read(token)).trip).toMatchObject({ began_at: minutesAgo(65), ended_at: minutesAgo(30) })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['is deleted', () => network.db.deleteFrom('segment').where('tracker_id', '=', truck).execute()],
    [
      'becomes two',
      async () => {
        await change(60, { ended_at: minutesAgo(52) }).execute()
        await write(48, 40)
      },
    ],
    [
      'becomes one with the trip before',
      async () => {
        await change(60, { began_at: minutesAgo(111) }).execute()
        await network.db.deleteFrom('segment').where('began_at', '=', minutesAgo(110)).execute()
      },
    ],
    [
      'becomes one with a trip that came after it was shared',
      async () => {
        await write(20, 10)
        await settleTrips(network.db)
        await network.db.deleteFrom('segment').where('began_at', '=', minutesAgo(20)).execute()
        await change(60, { ended_at: minutesAgo(10), through_at: minutesAgo(10) }).execute()
      },
    ],
    [
      'is marked private',
      async () => {
        const span = { organisation_id: ours.id, tracker_id: truck, began_at: minutesAgo(60), ended_at: minutesAgo(40) }
        await network.db
          .insertInto('private_trip')
          .values({ ...span, user_id: ours.user.id, hidden_until: span.ended_at })
          .execute()
        const { began_at: since, ended_at: until, ...whose } = span
        await settlePrivateTrips(network.db, [{ ...whose, since, until }])
      },
    ],
  ])('ends when the trip %s, for good', async (_name, happens) => {
    await write(60, 40)
    const token = await share(60)
    await read(token)
    await happens()
    expect(await refused(token)).toMatchObject(gone)
    await settleTrips(network.db)
    for (const table of ['segment', 'private_trip']) {
      await sql`delete from ${sql.table(table)} where tracker_id = ${truck}`.execute(network.db)
    }
    await write(60, 40)
    expect(await refused(token)).toMatchObject({ status: 470 })
  })
})

describe('a link to a trip that continues', () => {
  it('shows where the tracker is, and ends with the trip', async () => {
    await write(60, null, 3)
    const token = await share(60)
    const shown = await read(token)
    expect(shown.trip).toMatchObject({ ended_at: null })
    expect(shown.trackers[0]!.position!.coordinates[0]).toBeCloseTo(lonAgo(0), 6)
    await change(60, { ended_at: minutesAgo(5), through_at: minutesAgo(5) }).execute()
    expect(await refused(token)).toEqual(over)
    await settleTrips(network.db)
    await change(60, { ended_at: null, through_at: minutesAgo(0) }).execute()
    expect(await refused(token)).toEqual(over)
  })

  it('shows nothing of later than ten minutes after what is known of the trip', async () => {
    await write(60, null, 30)
    expect(Date.parse((await read(await share(60))).trackers[0]!.fix_at!)).toBe(Date.parse(minutesAgo(20)))
  })

  it('ends by its time, as other links do', async () => {
    await write(60, null)
    const token = await share(60)
    await network.db
      .updateTable('share_link')
      .set({ expires_at: minutesAgo(1) })
      .where('tracker_id', '=', truck)
      .execute()
    expect(await refused(token)).toEqual({ status: 470, message: 'This link has expired.' })
  })
})

describe('a link to a trip is refused', () => {
  it('to who does not see the tracker: another organisation, a member without it, a limited dispatcher', async () => {
    await write(60, 40)
    for (const { client } of [others.administrator, ours.user, limited]) {
      await expect(share(60, {}, client)).rejects.toMatchObject({ status: 404, field: 'trip_id' })
    }
  })

  it('of a private trip', async () => {
    await write(60, 40)
    const span = { organisation_id: ours.id, tracker_id: truck, began_at: minutesAgo(60), ended_at: minutesAgo(40) }
    await network.db
      .insertInto('private_trip')
      .values({ ...span, user_id: ours.user.id, hidden_until: span.ended_at })
      .execute()
    await expect(share(60)).rejects.toMatchObject({ status: 476, message: 'trip_id: the trip is private.' })
  })

  it.each([
    [{ tracker_id: 1 }, 'trip_id: give a trip, or trackers, not both.'],
    [{ trail_min: 15 }, 'trail_min: is not for a link to a trip, which begins and ends with it.'],
    [{ ends_on_arrival: true }, 'ends_on_arrival: is not for a link to a trip, which begins and ends with it.'],
  ])('with %j', async (more, message) => {
    await write(60, 40)
    await expect(share(60, more)).rejects.toMatchObject({ status: 400, message })
  })

  it('to a stop', async () => {
    await write(60, 40)
    await change(60, { kind: 'stop' }).execute()
    const { data } = await ours.administrator.client.list('segment', { tracker_id: truck, kind: 'stop' })
    const made = ours.administrator.client.create('sharelink', {
      trip_id: data[0]!.id,
      expires_at: new Date(Date.now() + 3600_000).toISOString(),
    })
    await expect(made).rejects.toMatchObject({ status: 404, field: 'trip_id' })
  })

  it('to who guesses a token, and shows a dispatcher of another group no link', async () => {
    await write(60, 40)
    await share(60)
    expect(await refused(randomBytes(32).toString('base64url'))).toMatchObject(gone)
    expect((await limited.client.list('sharelink', { organisation_id: ours.id })).data).toEqual([])
    expect((await ours.staff.client.list('sharelink', { organisation_id: ours.id })).data).toHaveLength(1)
  })
})
