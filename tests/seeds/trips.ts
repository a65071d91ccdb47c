import { sql } from 'kysely'
import { learnTrips } from '#api/tracking/arrivals/learn.ts'
import type { Db } from '#db/database.ts'
import { writeSegment } from './segments.ts'

/** Writes a trip along a parallel with a fix each half minute, as one that was driven an hour ago on another day. */
export async function writeTrip(db: Db, { organisation_id, tracker_id, days_ago, minutes, from, to }: Trip) {
  const begin = beginOf(days_ago)
  const count = minutes * 2
  const span = ((to[0] - from[0] + 540) % 360) - 180
  await sql`insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, repeated,
      late, digest)
    select ${organisation_id}, ${tracker_id}, to_timestamp(${begin / 1000} + i * 30), now(), 'position', true,
      st_setsrid(st_makepoint(case when lon > 180 then lon - 360 else lon end, ${from[1]}), 4326), false, false, i
    from generate_series(0, ${count}::int) i
    cross join lateral (select ${from[0]}::float8 + ${span}::float8 * i / ${count} as lon) g`.execute(db)
  const [began, ended] = [begin, begin + minutes * 60_000].map((at) => new Date(at).toISOString())
  const of = { organisation_id, tracker_id, kind: 'trip', from: began!, until: ended! }
  await writeSegment(db, { ...of, distance_m: 11_700 })
}

/** Some minutes of an hour that was an hour ago, on other days. */
export const beginOf = (days_ago: number) => Math.floor(Date.now() / 3_600_000 - 2 - 24 * days_ago) * 3_600_000

/** Learns from all trips of an organisation, from the beginning. */
export async function learnAll(db: Db, organisation_id: number): Promise<void> {
  await sql`delete from trip_learning where organisation_id = ${organisation_id}`.execute(db)
  await sql`insert into trip_learning (organisation_id) values (${organisation_id})`.execute(db)
  await learnTrips({ db, reads: db }, { organisation_id, learned_from: null }, Date.now() + 60_000)
}

type Place = readonly [lon: number, lat: number]
type Trip = { organisation_id: number; tracker_id: number; days_ago: number; minutes: number; from: Place; to: Place }
