import { sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import { isPrivate } from '#db/privacy/private_trips.ts'
import { readsSegment } from '../../access/scopes.ts'
import type { ReportRequest } from '../request.ts'
import { placeOf } from '../segments.ts'

/**
 * Where trackers were at some moments, in their order: the boundaries that they were in, else the town where the stop was
 * or the trip began. Null where it is not known, or private.
 */
export async function readPlaces(db: Db, asked: ReportRequest, moments: Moment[]): Promise<(string | null)[]> {
  if (moments.length === 0) return []
  const { rows } = await sql<{ place: string | null; kind: string | null }>`
    select ${placeOf(asked.viewer, 's')} as place, s.kind
    from unnest(${bigints(moments.map(({ tracker_id }) => tracker_id))}::bigint[],
      ${moments.map(({ at }) => new Date(at).toISOString())}::timestamptz[]) with ordinality x (tracker_id, at, i)
    left join lateral (
      select g.organisation_id, g.tracker_id, g.kind, g.private, x.at as began_at, x.at as end_at,
        case when g.private then 'Private' else g.begin_place end as begin_place
      from (select segment.*, ${isPrivate('segment')} as private from segment where segment.organisation_id = ${asked.organisation_id} and segment.tracker_id = x.tracker_id
        and segment.kind in ('trip', 'stop') and segment.began_at <= x.at
        and coalesce(segment.ended_at, 'infinity') > x.at and ${readsSegment(asked.viewer)}
      order by segment.began_at desc limit 1) g) s on true
    order by x.i`.execute(db)
  return rows.map(({ place, kind }) => (place && kind === 'trip' ? `On a trip, ${place}` : place))
}

type Moment = { tracker_id: number; at: number }
