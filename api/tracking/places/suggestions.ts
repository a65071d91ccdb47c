import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { bigints, doubles } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import { isPrivate } from '#db/privacy/private_trips.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { readsShared } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import { organisationFor } from '../../crud/belonging.ts'
import { limitReads } from '../../crud/lists.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { GroupFilter, isOfGroup } from '../access/groups.ts'
import { readsOfTracker } from '../access/scopes.ts'
import { type Cluster, clusterStops } from './cluster.ts'
import { daysOf, figuresOf, guesses, type PlaceFigures, type PlaceStop } from './figures.ts'
import { type LonLat, metresBetween, toSpace } from './globe.ts'
import { townOf } from './town.ts'
import { isUnnamed } from './unnamed.ts'

const Query = Type.Object(
  {
    organisation_id: Type.Optional(Id),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 180, description: 'The last ones; 60 by default' })),
    group_id: Type.Optional(GroupFilter),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '100 by default' })),
  },
  { additionalProperties: false },
)

const Hour = Type.Integer({ minimum: 0, maximum: 23 })
const Place = Type.Object({
  lon: Type.Number(),
  lat: Type.Number(),
  radius_m: Type.Integer({ description: 'of a circle with all of the stops' }),
  name: Nullable(Type.String({ description: 'of the nearest location, where one is in the circle' })),
  town: Type.String({ description: 'where it is from the nearest town' }),
  trackers: Type.Integer(),
  tracker_names: Type.Array(Type.String(), { description: 'Those with most stops, five at most' }),
  stops: Type.Integer(),
  per_week: Type.Number({ description: 'stops' }),
  median_s: Type.Number({ description: 'of a stop' }),
  total_s: Type.Number(),
  first_at: Timestamp,
  last_at: Timestamp,
  hours: Nullable(
    Type.Object(
      { from: Hour, until: Hour },
      { description: 'In which most arrive, by the clocks of the organisation; null where there are no such' },
    ),
  ),
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { description: '1 is Monday' }),
  guess: Nullable(
    Type.Unsafe<(typeof guesses)[number]>(
      Type.String({ enum: [...guesses], description: 'what it may be, where the numbers are clear' }),
    ),
  ),
})

export const suggestPlaces = defineAction({
  method: 'GET',
  path: 'place/suggestions',
  tags: ['boundaries'],
  summary: 'Find places outside of all boundaries where trackers stop again and again; nothing is stored',
  description:
    'A place has at least five stops on three days, and is no ignored place. Of trackers and boundaries that you see. ' +
    'Those with most stops are first.',
  query: Query,
  answer: Type.Object({
    places: Type.Array(Place),
    count: Type.Integer({ description: 'Places, also those beyond the limit' }),
    stops: Type.Integer({ description: 'Stops outside of boundaries, read for it' }),
    since: Type.String({ ...Timestamp, description: 'From which time stops count' }),
    is_cut: Type.Boolean({ description: 'Whether there were more stops; the newest are read' }),
  }),
  run: ({ context, viewer, query }) => inTurn(String(viewer.user_id), () => suggest(context, viewer, query)),
})

/** Half of an answer is work of this process. */
const inTurn = makeFairLimiter({ concurrency: 1, per_user: 2, total: 20 })

async function suggest({ reads, db }: ApiContext, viewer: Viewer, query: Static<typeof Query>) {
  const organisation_id = organisationFor(viewer, query.organisation_id)
  const { days = 60, limit = 100 } = query
  const read = await readStops(reads, viewer, { ...query, organisation_id, days })
  const is_cut = read.length > MOST_STOPS
  const stops = read.slice(0, MOST_STOPS)
  const now = Date.now() / 1000
  const since = is_cut ? stops.at(-1)!.began : now - days * DAY_S
  // Of a fleet that is new, since its first stop.
  const weeks = Math.max(1, (now - Math.max(since, stops.at(-1)?.began ?? since)) / (7 * DAY_S))
  const clusters = (await clusterStops(stops, LEAST_STOPS)).filter((place) => daysOf(place.stops) >= LEAST_DAYS)
  // What was ignored a moment ago is not in a replica yet.
  const places = await withoutKnown(db, viewer, organisation_id, clusters)
  const shown = places.slice(0, limit).map((place) => ({ ...place, figures: figuresOf(place.stops, weeks) }))
  const locations = shown.length > 0 ? await readLocations(reads, viewer, organisation_id) : []
  const most = shown.flatMap(({ figures }) => figures.tracker_ids.slice(0, MOST_NAMES))
  const names = await readNames(reads, organisation_id, most)
  return {
    places: shown.map((place) => toPlace(place, locations, names)),
    count: places.length,
    stops: stops.length,
    since: toTime(since),
    is_cut,
  }
}

/** The newest first, week by week: on the embedded database others wait for a statement. */
async function readStops(db: Db, viewer: Viewer, request: Request): Promise<Stop[]> {
  const stops: Stop[] = []
  const now = Date.now()
  for (let day = 0; day < request.days && stops.length <= MOST_STOPS; day += AT_ONCE_DAYS) {
    const [from, to] = [Math.min(request.days, day + AT_ONCE_DAYS), day].map((days) => now - days * DAY_S * 1000)
    for (const stop of await limitReads(viewer, () => readSpan(db, viewer, request, [from!, to!]))) stops.push(stop)
  }
  return stops
}

/** What continues counts up to its last report. */
async function readSpan(db: Db, viewer: Viewer, { organisation_id, group_id }: Request, span: [number, number]) {
  const grouped = group_id === undefined ? sql<SqlBool>`true` : isOfGroup('segment', group_id)
  const [from, to] = span.map((at) => new Date(at).toISOString())
  const { rows } = await sql<Stop>`
    select segment.tracker_id::float8 as tracker_id, st_x(segment.begin_position) as lon,
      st_y(segment.begin_position) as lat, extract(epoch from segment.began_at)::float8 as began,
      extract(epoch from segment.began_at at time zone o.timezone)::float8 as local,
      extract(epoch from coalesce(segment.ended_at, segment.through_at) - segment.began_at)::float8 as seconds
    from segment join organisation o on o.id = segment.organisation_id
    where segment.organisation_id = ${organisation_id} and segment.kind = 'stop'
      and segment.began_at >= ${from} and segment.began_at < ${to}
      and ${readsOfTracker(viewer, 'segment')} and ${grouped} and ${isUnnamed(viewer, 'segment')}
      and not ${isPrivate('segment')}
    order by segment.began_at desc limit ${sql.lit(MOST_STOPS + 1)}`.execute(db)
  return rows
}

/** Without those that are ignored, and those of which a boundary has the middle: its edge is drawn too narrowly. */
async function withoutKnown(db: Db, viewer: Viewer, organisation_id: number, clusters: Cluster<Stop>[]) {
  if (clusters.length === 0) return []
  const { rows: ignored } = await sql<LonLat & { radius_m: number }>`select lon, lat, radius_m from ignored_place
    where organisation_id = ${organisation_id}
      and (owner_user_id is null or owner_user_id = ${viewer.user_id})`.execute(db)
  const { rows: inside } = await sql<{ i: number }>`select distinct c.i::int - 1 as i
    from unnest(${doubles(clusters.map(({ lon }) => lon))}::float8[], ${doubles(clusters.map(({ lat }) => lat))}::float8[])
      with ordinality as c (lon, lat, i)
    cross join lateral (select st_setsrid(st_makepoint(c.lon, c.lat), 4326) as at offset 0) g
    join boundary_part p on p.organisation_id = ${organisation_id} and p.reach && g.at and st_covers(p.geometry, g.at)
      and ${readsShared(viewer, 'p')}`.execute(db)
  const named = new Set(inside.map(({ i }) => i))
  const circles = ignored.map(({ radius_m, ...centre }) => ({ at: toSpace(centre), radius_m }))
  return clusters.filter((place, i) => {
    const at = toSpace(place)
    return !named.has(i) && !circles.some((circle) => metresBetween(at, circle.at) <= circle.radius_m)
  })
}

async function readLocations(db: Db, viewer: Viewer, organisation_id: number) {
  const rows = await db
    .selectFrom('location')
    .select(['name', sql<number>`st_x(position)`.as('lon'), sql<number>`st_y(position)`.as('lat')])
    .where('organisation_id', '=', organisation_id)
    .where(readsShared(viewer, 'location'))
    .orderBy('id')
    .execute()
  return rows.map(({ name, ...position }) => ({ name, at: toSpace(position) }))
}

/** Of trackers whose stops are read. */
async function readNames(db: Db, organisation_id: number, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id::float8 as id, coalesce(nullif(t.name, ''), t.number) as name from tracker t
    where t.organisation_id = ${organisation_id} and t.id = any(${bigints([...new Set(ids)])}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function toPlace({ figures: of, ...place }: Shown, locations: Locations, names: Map<number, string>) {
  const { lon, lat } = place
  const radius_m = Math.max(LEAST_RADIUS_M, Math.ceil((place.radius_m + MARGIN_M) / 5) * 5)
  const at = toSpace(place)
  const [nearest] = locations
    .map(({ name, at: its }) => ({ name, metres: metresBetween(at, its) }))
    .filter(({ metres }) => metres <= radius_m)
    .sort((a, b) => a.metres - b.metres)
  const { tracker_ids, first_at, last_at, hours, ...figures } = of
  return {
    lon,
    lat,
    radius_m,
    name: nearest?.name ?? null,
    town: townOf(place),
    trackers: tracker_ids.length,
    tracker_names: tracker_ids.slice(0, MOST_NAMES).flatMap((id) => names.get(id) ?? []),
    ...figures,
    first_at: toTime(first_at),
    last_at: toTime(last_at),
    hours: hours && { from: hours[0], until: hours[1] },
  }
}

const toTime = (seconds: number) => new Date(seconds * 1000).toISOString()

const DAY_S = 86_400
/** Of the newest ones: 200 trackers stop some 100 000 times in 60 days. */
const MOST_STOPS = 150_000
const AT_ONCE_DAYS = 7
const LEAST_STOPS = 5
const LEAST_DAYS = 3
/** A boundary as small as its stops would not have those that come. */
const LEAST_RADIUS_M = 50
const MARGIN_M = 15
const MOST_NAMES = 5

type Request = Static<typeof Query> & { organisation_id: number; days: number }
type Stop = PlaceStop & LonLat
type Shown = Cluster<Stop> & { figures: PlaceFigures }
type Locations = Awaited<ReturnType<typeof readLocations>>
