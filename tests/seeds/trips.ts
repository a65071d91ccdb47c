import { sql } from 'kysely'
import type { Network } from '../network.ts'

/** A trip of a tracker that has ended, as the gateway finds it. */
export async function addTrip(db: Network['db'], trip: Trip): Promise<void> {
  const position = sql<string>`st_setsrid(st_makepoint(174.7, -36.8), 4326)`
  await db
    .insertInto('segment')
    .values({
      ...trip,
      kind: 'trip',
      through_at: trip.ended_at,
      begin_position: position,
      end_position: position,
      begin_place: null,
      end_place: null,
      distance_m: 1000,
      distance_source: 'positions',
      top_speed: null,
      moving_s: 60,
      idle_s: 0,
      pauses: 0,
      boundary_id: null,
      driver_id: null,
      speed_limit: null,
      limit_source: null,
      revised_at: null,
      attributes: null,
    })
    .execute()
}

type Trip = { organisation_id: number; tracker_id: number; began_at: string; ended_at: string }
