import { sql } from 'kysely'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation } from './people.ts'
import { type More, writeSegment } from './segments.ts'

/** Two organisations with trips, stops and visits of the week from 16 to 22 November 2026. */
export async function makeReportedFleet(network: Network): Promise<ReportedFleet> {
  const trackers: Record<string, number> = {}
  const fleet = await makeOrganisation(network, 'haulage')
  const other = await makeOrganisation(network, 'rival')
  const write = (
    of: string,
    kind: string,
    from: string,
    until: string | null,
    more: More = {},
    organisation_id = fleet.id,
  ) => writeSegment(network.db, { organisation_id, tracker_id: trackers[of]!, kind, from, until, ...more })
  const name = (name: string, owner_user_id: number | null, organisation_id = fleet.id) =>
    network.admin.create('tracker', { number: `${name}-${organisation_id}`, name, organisation_id, owner_user_id })
  trackers.truck = (await name('Truck 7', null)).data.id
  trackers.van = (await name('=Van', fleet.user.id)).data.id
  trackers.idle = (await name('Never used', null)).data.id
  trackers.rival = (await name('Rival', null, other.id)).data.id
  const { data } = await fleet.administrator.client.create('boundary', {
    name: 'Depot',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [174, -37],
          [175, -37],
          [175, -36],
          [174, -36],
          [174, -37],
        ],
      ],
    },
  })
  const depot = data.id
  await write('truck', 'trip', '2026-11-15T22:00:00+13:00', '2026-11-16T02:00:00+13:00', { distance_m: 200_000 })
  await write('truck', 'trip', '2026-11-17T08:00:00+13:00', '2026-11-17T09:00:00+13:00', {
    distance_m: 60_000,
    top: 30,
  })
  await write('truck', 'stop', '2026-11-17T09:00:00+13:00', '2026-11-17T11:00:00+13:00', {})
  await write('truck', 'visit', '2026-11-17T07:50:00+13:00', '2026-11-17T08:10:00+13:00', { boundary_id: depot })
  await write('truck', 'visit', '2026-11-17T08:55:00+13:00', '2026-11-17T11:00:00+13:00', { boundary_id: depot })
  await write('van', 'visit', '2026-11-17T08:20:00+13:00', '2026-11-17T10:00:00+13:00', { boundary_id: depot })
  // Since the winter, and still.
  await write('van', 'stop', '2026-06-01T08:00:00+12:00', '2026-11-17T08:00:00+13:00', {})
  await write('van', 'stop', '2026-11-17T08:20:00+13:00', null, { through: '2026-11-22T23:00:00+13:00' })
  await write('rival', 'trip', '2026-11-17T08:00:00+13:00', '2026-11-17T09:00:00+13:00', { distance_m: 1 }, other.id)
  for (const [day, tracker, metres] of [
    ['2026-11-16', 'truck', 100_000],
    ['2026-11-17', 'truck', 60_000],
  ] as const) {
    await sql`insert into tracker_day (organisation_id, tracker_id, day, distance_m, estimated_m, driving_s, idle_s, stops, visits)
      values (${fleet.id}, ${trackers[tracker]}, ${day}, ${metres}, 0, 3600, 0, 1, 1)`.execute(network.db)
  }
  return { fleet, other, trackers, depot }
}

/** @property trackers ids by their names here: truck, van and idle of the fleet, rival of the other */
export type ReportedFleet = {
  fleet: Organisation
  other: Organisation
  trackers: Record<string, number>
  depot: number
}
