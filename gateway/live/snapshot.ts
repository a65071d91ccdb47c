import { type Kysely, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Belonging } from '#db/live_rooms.ts'
import { movementNow } from '#db/movement/now.ts'
import type { Database } from '#db/tables/index.ts'
import type { AlertRow } from '../ingest/alerts.ts'
import type { TrackerEvent } from '../ingest/event.ts'
import type { NamedTracker, TrackerMovement, TrackerPresence, Viewer } from './messages.ts'

/** Ids are assigned before the commit, so smaller ones may be committed later; duplicates do no harm. */
const OVERLAP = 5_000

/** The last event of every tracker that the viewer may see; with `since`, only of those that reported after it. */
export async function lastEvents(
  db: Kysely<Database>,
  viewer: Viewer,
  { since, tracker_ids }: { since?: number | undefined; tracker_ids?: number[] } = {},
): Promise<TrackerEvent[]> {
  let query = db
    .selectFrom('tracker_state as s')
    .innerJoin('tracker as t', (join) =>
      join.onRef('t.organisation_id', '=', 's.organisation_id').onRef('t.id', '=', 's.tracker_id'),
    )
    .select([
      's.event_id as id',
      's.organisation_id',
      's.tracker_id',
      's.fix_at',
      's.received',
      's.event',
      's.alarm',
      's.valid',
      's.altitude',
      's.heading',
      's.speed',
      's.accuracy',
      's.outside_boundary',
      's.repeated',
      's.event_boundary_id as boundary_id',
      's.attributes',
      sql<number | null>`st_x(s.position)`.as('lon'),
      sql<number | null>`st_y(s.position)`.as('lat'),
    ])
    .where('s.organisation_id', '=', viewer.organisation_id)
    .where('s.event_id', 'is not', null)
    .where('t.drill', '=', false)
  if (!viewer.sees_all) query = query.where(isSeen(viewer, 't'))
  if (since !== undefined) query = query.where('s.event_id', '>', since - OVERLAP)
  if (tracker_ids) query = query.where('s.tracker_id', '=', anyOf(tracker_ids))
  return (await query.execute()).map(({ lon, lat, ...row }) => ({
    ...(row as Omit<TrackerEvent, 'position' | 'late'>),
    position:
      lon === null || lat === null ? null : { type: 'Point' as const, coordinates: [lon, lat] as [number, number] },
    late: false,
  }))
}

/** The presence of all trackers that the viewer may see and that ever had a contact. */
export async function presenceOf(
  db: Kysely<Database>,
  viewer: Viewer,
  { tracker_ids }: { tracker_ids?: number[] } = {},
): Promise<TrackerPresence[]> {
  let query = db
    .selectFrom('tracker_presence as p')
    .innerJoin('tracker as t', (join) =>
      join.onRef('t.organisation_id', '=', 'p.organisation_id').onRef('t.id', '=', 'p.tracker_id'),
    )
    .select(['p.tracker_id', 'p.online', 'p.changed_at'])
    .where('p.organisation_id', '=', viewer.organisation_id)
  if (!viewer.sees_all) query = query.where(isSeen(viewer, 't'))
  if (tracker_ids) query = query.where('p.tracker_id', '=', anyOf(tracker_ids))
  return query.execute()
}

/** What the trackers that the viewer may see do at present. */
export async function movementsOf(
  db: Kysely<Database>,
  viewer: Viewer,
  { tracker_ids }: { tracker_ids?: number[] } = {},
): Promise<TrackerMovement[]> {
  let query = db
    .selectFrom('movement_checkpoint as followed')
    .innerJoin('tracker as t', (join) =>
      join.onRef('t.organisation_id', '=', 'followed.organisation_id').onRef('t.id', '=', 'followed.tracker_id'),
    )
    .innerJoin('tracker_state as latest', (join) =>
      join
        .onRef('latest.organisation_id', '=', 'followed.organisation_id')
        .onRef('latest.tracker_id', '=', 'followed.tracker_id'),
    )
    .select(['followed.tracker_id', movementNow.as('movement')])
    .where('followed.organisation_id', '=', viewer.organisation_id)
    .where('followed.movement', 'is not', null)
  if (!viewer.sees_all) query = query.where(isSeen(viewer, 't'))
  if (tracker_ids) query = query.where('followed.tracker_id', '=', anyOf(tracker_ids))
  return (await query.execute()).map(({ tracker_id, movement }) => ({ tracker_id, ...movement! }))
}

/** The names of these trackers that the viewer may see. */
export async function namesOf(db: Kysely<Database>, viewer: Viewer, tracker_ids: number[]): Promise<NamedTracker[]> {
  let query = db
    .selectFrom('tracker')
    .select(['id', 'number', 'name'])
    .where('organisation_id', '=', viewer.organisation_id)
    .where('id', '=', anyOf(tracker_ids))
  if (!viewer.sees_all) query = query.where(isSeen(viewer, 'tracker'))
  return query.execute()
}

/** Whose trackers are that are there still. */
export async function belongingsOf(db: Kysely<Database>, tracker_ids: number[]): Promise<Map<number, Belonging>> {
  const rows = await db
    .selectFrom('tracker')
    .select(['id', 'owner_user_id', 'group_id'])
    .where('id', '=', anyOf(tracker_ids))
    .execute()
  return new Map(rows.map(({ id, ...belonging }) => [id, belonging]))
}

/** Whether a viewer who does not see all trackers sees this one. */
const isSeen = ({ user_id, group_ids }: Viewer, tracker: string) => sql<boolean>`(
  ${sql.ref(`${tracker}.owner_user_id`)} = ${user_id} or ${sql.ref(`${tracker}.group_id`)} = ${anyOf([...group_ids])})`

/** Alerts of two trackers are for who sees both. */
const isOtherSeen = (viewer: Viewer) => sql<boolean>`(a.other_tracker_id is null or exists (
  select from tracker o where o.organisation_id = a.organisation_id and o.id = a.other_tracker_id
    and ${isSeen(viewer, 'o')}))`

const anyOf = (ids: number[]) => sql<number>`any(${bigints(ids)}::bigint[])`

/** The alerts that are open or ended in the last day, for clients that lost their connection. */
export async function recentAlerts(db: Kysely<Database>, viewer: Viewer): Promise<AlertRow[]> {
  let query = db
    .selectFrom('alert as a')
    .innerJoin('tracker as t', (join) =>
      join.onRef('t.organisation_id', '=', 'a.organisation_id').onRef('t.id', '=', 'a.tracker_id'),
    )
    .selectAll('a')
    .where('a.organisation_id', '=', viewer.organisation_id)
    // Presence says who is offline.
    .where('a.kind', '<>', 'offline')
    .where((eb) => eb.or([eb('a.ended_at', 'is', null), eb('a.ended_at', '>', sql<string>`now() - interval '1 day'`)]))
  if (!viewer.sees_all) query = query.where(isSeen(viewer, 't')).where(isOtherSeen(viewer))
  return query.orderBy('a.started_at', 'desc').limit(1000).execute()
}
