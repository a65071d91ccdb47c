import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'

/** Writes a segment as the follower does, without the reports that it would be found in. */
export async function writeSegment(db: Kysely<Database>, segment: Written): Promise<void> {
  const { organisation_id, tracker_id, kind, from, until, distance_m = 0, top = null, boundary_id = null } = segment
  const [lon, lat] = segment.at ?? [174.5, -36.5]
  const at = sql`st_setsrid(st_makepoint(${lon}, ${lat}), 4326)`
  const through = until ?? segment.through ?? new Date().toISOString()
  await sql`insert into segment (organisation_id, tracker_id, kind, began_at, ended_at, through_at, begin_position,
      end_position, begin_place, distance_m, distance_source, top_speed, moving_s, idle_s, pauses, boundary_id)
    values (${organisation_id}, ${tracker_id}, ${kind}, ${from}, ${until}, ${through}, ${at}, ${at}, 'Warkworth',
      ${distance_m}, 'positions', ${top}, extract(epoch from ${through}::timestamptz - ${from}::timestamptz),
      0, 0, ${boundary_id})`.execute(db)
}

/** Metres; metres per second. @property through of what continues, the last report: now; @property at longitude, latitude */
export type More = {
  distance_m?: number
  top?: number
  boundary_id?: number
  through?: string
  at?: readonly [number, number]
}
type Written = More & { organisation_id: number; tracker_id: number; kind: string; from: string; until: string | null }
