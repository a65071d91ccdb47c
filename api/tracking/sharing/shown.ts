import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import type { StoredEvent } from '#db/history/read.ts'
import { archivedRows } from '#db/history/recordset.ts'
import { listShownParts } from '#db/history/shown_parts.ts'
import { isShown } from '#db/privacy/private_trips.ts'
import type { ApiContext } from '../../context.ts'
import type { Viewer } from '../../crud/viewer.ts'
import type { Arrival } from '../arrivals/arrive.ts'
import { estimateArrivals } from '../arrivals/estimate.ts'
import { lastOfClosedDays } from '../history/last_event.ts'
import { location } from '../location.ts'
import type { Link, SharedLink } from './find_link.ts'

/** Positions of the ways of all trackers of a link, at most, and of one. */
const trail_points = 4000
const most_points = 200

/** What a link shows of each of its trackers. */
export async function readShown(
  context: ApiContext,
  { link, creator, trackers }: SharedLink,
  place: Place | null,
): Promise<ShownTracker[]> {
  const { db } = context
  const ids = trackers.map(({ id }) => id)
  const fixes = await lastFixes(db, link, ids)
  const trails = link.trail_min > 0 ? await readTrails(db, link, ids) : new Map<number, [number, number][]>()
  const arrivals = place && (await estimate(context, { link, creator, trackers }, fixes, place))
  return trackers.map((tracker) =>
    describe(context, link, tracker, {
      fix: fixes.get(tracker.id) ?? nowhere,
      trail: trails.get(tracker.id) ?? [],
      arrival: arrivals?.get(tracker.id),
    }),
  )
}

/** What a link says of a tracker whose last fix is known. */
export function describe({ config }: ApiContext, link: Link, { id, name }: Shared, { fix, trail, arrival }: Report) {
  const { lon, lat, speed, ...others } = fix
  const position = placeOf({ lon, lat })
  return {
    // Of this link and tracker: ids are counted, and would tell how many trackers there are.
    key: createHmac('sha256', config.jwt_secret).update(`share ${link.id} ${id}`).digest('base64url').slice(0, 16),
    name: link.shows_names ? name : null,
    ...others,
    position: position && { type: 'Point' as const, coordinates: position },
    speed: link.shows_speed ? speed : null,
    trail,
    distance_m: arrival?.distance_m ?? null,
    arrives_at: arrival?.arrives_at ?? null,
    earliest_at: arrival?.earliest_at ?? null,
    latest_at: arrival?.latest_at ?? null,
    there: arrival?.there ?? false,
  }
}

/** The place of a link, as long as its maker sees it. */
export async function readPlace(db: Db, creator: Viewer, { organisation_id, location_id }: Link) {
  if (location_id === null) return null
  const found = await db
    .selectFrom('location')
    .select(['name', sql<number>`st_x(position)`.as('lon'), sql<number>`st_y(position)`.as('lat')])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', location_id)
    .where(location.reads(creator))
    .executeTakeFirst()
  if (!found) return null
  return { name: found.name, position: { type: 'Point' as const, coordinates: [found.lon, found.lat] } }
}

/** The last fix of each: from its state, or from its events if the last report had none. */
export async function lastFixes(
  db: Db,
  { organisation_id, tracker_id }: Link,
  ids: number[],
): Promise<Map<number, Fix>> {
  const columns = sql`st_x(e.position) as lon, st_y(e.position) as lat, e.fix_at, e.speed, e.heading, e.accuracy`
  const isPlacedFix = sql`e.organisation_id = ${organisation_id} and e.valid and e.position is not null`
  const states = await sql<Row>`select e.tracker_id as id, ${columns} from tracker_state e
    where ${isPlacedFix} and e.tracker_id = any(${bigints(ids)}::bigint[])`.execute(db)
  const found = new Map(states.rows.map(({ id, ...fix }) => [Number(id), fix]))
  const others = ids.filter((id) => !found.has(id))
  if (others.length === 0) return found
  const events = await sql<Row>`select t.id, e.* from unnest(${bigints(others)}::bigint[]) t (id) cross join lateral (
    select ${columns} from tracker_event e
      where ${isPlacedFix} and e.tracker_id = t.id and ${isShown('e')}
      order by e.fix_at desc limit 1) e`.execute(db)
  for (const { id, ...fix } of events.rows) found.set(Number(id), fix)
  // Files of closed days are searched for one only: the call is public.
  if (tracker_id === null || found.has(tracker_id)) return found
  const archived = await lastOfClosedDays(
    db,
    { organisation_id, tracker_id },
    isPlaced,
    { valid: true },
    listShownParts,
  )
  if (!archived) return found
  const { rows } = await sql<Fix>`select ${columns} from (${archivedRows([archived])}) e`.execute(db)
  return found.set(tracker_id, rows[0]!)
}

/** The ways of the last minutes, never from before the link. */
async function readTrails(db: Db, { organisation_id, trail_min, begins_at, created_at }: Link, ids: number[]) {
  const since = new Date(Math.max(Date.parse(begins_at ?? created_at), Date.now() - trail_min * 60_000)).toISOString()
  const points = Math.min(most_points, Math.floor(trail_points / ids.length))
  const { rows } = await sql<{ id: number; trail: [number, number][] | null }>`
    select t.id, (select json_agg(json_build_array(e.lon, e.lat) order by e.fix_at) from (
      select st_x(e.position) as lon, st_y(e.position) as lat, e.fix_at from tracker_event e
      where e.organisation_id = ${organisation_id} and e.tracker_id = t.id and e.fix_at >= ${since}
        and e.valid and e.position is not null and ${isShown('e')} order by e.fix_at desc limit ${points}) e) as trail
    from unnest(${bigints(ids)}::bigint[]) t (id)`.execute(db)
  return new Map(rows.map(({ id, trail }) => [Number(id), trail ?? []]))
}

/** When they arrive, as the maker of the link would see it. */
export const estimate = (
  { db, config }: ApiContext,
  { link, creator, trackers }: SharedLink,
  fixes: Map<number, Fix>,
  place: Place,
) =>
  estimateArrivals(
    db,
    { viewer: creator, organisation_id: link.organisation_id, routing_url: config.routing_url },
    trackers.map(({ id }) => {
      const { speed, fix_at, ...at } = fixes.get(id) ?? nowhere
      return { id, position: placeOf(at), fix_at, speed }
    }),
    coordinatesOf(place),
  )

const placeOf = ({ lon, lat }: Pick<Fix, 'lon' | 'lat'>): [number, number] | null =>
  lon === null || lat === null ? null : [lon, lat]
const isPlaced = ({ longitude }: StoredEvent) => longitude !== null
const coordinatesOf = ({ position }: Place) => position.coordinates as [number, number]
const nowhere = { lon: null, lat: null, fix_at: null, speed: null, heading: null, accuracy: null }

export type Place = NonNullable<Awaited<ReturnType<typeof readPlace>>>
export type Fix = {
  lon: number | null
  lat: number | null
  fix_at: string | null
  speed: number | null
  heading: number | null
  accuracy: number | null
}
type Row = Fix & { id: number }
type Shared = SharedLink['trackers'][number]
type Report = { fix: Fix; trail: [number, number][]; arrival?: Arrival | undefined }
export type ShownTracker = ReturnType<typeof describe>
