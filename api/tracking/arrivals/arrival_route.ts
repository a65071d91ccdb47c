import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { readsShared } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { readsTracker } from '../access/scopes.ts'
import { estimateArrivals } from './estimate.ts'

const Query = Type.Object(
  {
    tracker_id: Id,
    boundary_id: Type.Optional(Id),
    location_id: Type.Optional(Id),
    lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  },
  { additionalProperties: false },
)

export const readArrival = defineAction({
  method: 'GET',
  path: 'arrival/estimate',
  tags: ['tracker_history'],
  summary: 'Estimate when a tracker arrives at a boundary, a location or a position',
  description:
    'Learned from the trips of trackers of the same kind that you see, at such an hour of such a day; otherwise by road ' +
    'where the installation has a server for routes, or by the straight line. Of a tracker that stands it is as if it left now.',
  query: Query,
  answer: Type.Object({
    distance_m: Nullable(Type.Number({ description: 'The straight line' })),
    arrives_at: Nullable(
      Type.String({ ...Timestamp, description: 'Null where it is there, or cannot be said: as of an old position' }),
    ),
    earliest_at: Nullable(Type.String({ ...Timestamp, description: 'Four of five come from then' })),
    latest_at: Nullable(Type.String({ ...Timestamp, description: 'until then; null where it is not learned' })),
    trips: Type.Integer({ description: 'From how many it is learned; 0: by road or the straight line' }),
    by_road: Type.Boolean({ description: 'By a server for routes, without traffic' }),
    there: Type.Boolean(),
    stands: Type.Boolean({ description: 'Whether it stands' }),
  }),
  run: ({ context, viewer, query }) => inTurn(String(viewer.user_id), () => read(context, viewer, query)),
})

/** Some milliseconds of this process each, and a second where the model of an organisation is read. */
const inTurn = makeFairLimiter({ concurrency: 1, per_user: 5, total: 50 })

async function read({ db, config }: ApiContext, viewer: Viewer, query: Static<typeof Query>) {
  const tracker = await readTracker(db, viewer, query.tracker_id)
  const { lon, lat, is_inside } = await readPlace(db, viewer, tracker, query)
  const { organisation_id, id, stands, fix_at, speed } = tracker
  const position = tracker.lon === null || tracker.lat === null ? null : ([tracker.lon, tracker.lat] as const)
  const asking = { viewer, organisation_id, routing_url: config.routing_url }
  const found = await estimateArrivals(db, asking, [{ id, fix_at, speed, position }], [lon, lat])
  const arrival = found.get(id)!
  const there = arrival.there || is_inside
  return there
    ? { ...arrival, arrives_at: null, earliest_at: null, latest_at: null, there, stands }
    : { ...arrival, stands }
}

async function readTracker(db: Db, viewer: Viewer, id: number): Promise<TrackerNow> {
  const { rows } = await sql<TrackerNow>`
    select tracker.id::float8 as id, tracker.organisation_id::float8 as organisation_id, st_x(s.position) as lon,
      st_y(s.position) as lat, s.fix_at, s.speed::float8 as speed,
      coalesce(m.movement is distinct from 'moving', true) as stands
    from tracker
    left join tracker_state s on s.organisation_id = tracker.organisation_id and s.tracker_id = tracker.id and s.valid
    left join movement_checkpoint m on m.organisation_id = tracker.organisation_id and m.tracker_id = tracker.id
    where tracker.id = ${id} and ${readsTracker(viewer)}`.execute(db)
  if (!rows[0]) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  return rows[0]
}

/** Where to: the middle of a boundary, or a position of it where the middle is outside. */
async function readPlace(db: Db, viewer: Viewer, tracker: TrackerNow, query: Static<typeof Query>) {
  const { boundary_id, location_id, lon, lat } = query
  const named = [boundary_id, location_id, lon ?? lat].filter((each) => each !== undefined)
  if (named.length !== 1) throw wrong('boundary_id', 'or location_id, or lon and lat, is needed, and only one of them.')
  if (boundary_id === undefined && location_id === undefined) {
    if (lon === undefined || lat === undefined) throw wrong(lon === undefined ? 'lon' : 'lat', 'is missing.')
    return { lon, lat, is_inside: false }
  }
  const { organisation_id } = tracker
  const { rows } =
    boundary_id === undefined
      ? await sql<Place>`select st_x(position) as lon, st_y(position) as lat, false as is_inside from location
          where organisation_id = ${organisation_id} and id = ${location_id!} and ${readsShared(viewer, 'location')}`.execute(
          db,
        )
      : await sql<Place>`select st_x(p.at) as lon, st_y(p.at) as lat, ${isInside(tracker)} as is_inside from boundary
          cross join lateral (select coalesce(st_setsrid(st_makepoint(center_lon, center_lat), 4326),
            st_pointonsurface(geometry)) as at) p
          where organisation_id = ${organisation_id} and id = ${boundary_id} and ${readsShared(viewer, 'boundary')}`.execute(
          db,
        )
  if (rows[0]) return rows[0]
  const [field, what] = boundary_id === undefined ? ['location_id', 'location'] : ['boundary_id', 'boundary']
  throw new AppError('not_found', `There is no such ${what}.`, field)
}

const isInside = ({ lon, lat }: TrackerNow) =>
  sql<SqlBool>`coalesce(st_covers(geometry, st_setsrid(st_makepoint(${lon}::float8, ${lat}::float8), 4326)), false)`

type Place = { lon: number; lat: number; is_inside: boolean }
type TrackerNow = {
  id: number
  organisation_id: number
  lon: number | null
  lat: number | null
  fix_at: string | null
  speed: number | null
  stands: boolean
}
