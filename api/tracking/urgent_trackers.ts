import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Tracker } from '#db/tables/tracking/tracker.ts'
import { defineAction } from '../crud/action.ts'
import type { Viewer } from '../crud/viewer.ts'
import { Point } from './point.ts'
import { tracker } from './tracker.ts'

const Urgent = Type.Object({
  id: Id,
  number: Tracker.columns.number,
  name: Tracker.columns.name,
  demo: Type.Boolean(),
  state: Type.Union([Type.Literal('outside'), Type.Literal('offline')]),
  /** Since when it is outside, or offline. */
  since: Nullable(Timestamp),
  /** Since when it is offline, also if it is outside. */
  offline_since: Nullable(Timestamp),
  position: Nullable(Point),
})
type Urgent = Static<typeof Urgent>
const Query = Type.Object(
  {
    organisation_id: Id,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Trackers of each state, at most; 10 by default' }),
    ),
  },
  { additionalProperties: false },
)

/** Trackers that are outside or offline, for the home page of a large fleet: read from indexes of these alone. */
export const listUrgentTrackers = defineAction({
  method: 'GET',
  path: 'trackers/urgent',
  tags: ['trackers'],
  summary: 'List the trackers that are outside and those that are offline, the latest first',
  query: Query,
  answer: Type.Array(Urgent),
  status: 200,
  async run({ context: { db }, viewer, query: { organisation_id, limit = 10 } }) {
    const statements = urgentStatements(viewer, organisation_id, limit)
    const [outside, offline] = await Promise.all(statements.map((statement) => statement.execute(db as Db)))
    return [...outside!.rows, ...offline!.rows]
  },
})

/** One statement for each state, so that each is read in the order of its index. */
export function urgentStatements(viewer: Viewer, organisation_id: number, limit: number): RawBuilder<Urgent>[] {
  const reads = tracker.reads(viewer)
  const is_outside = sql<SqlBool>`coalesce(s.outside_boundary, s.outside)`
  const columns = sql`tracker.id, tracker.number, tracker.name, tracker.demo,
    case when s.position is not null then json_build_object(
      'type', 'Point', 'coordinates', json_build_array(st_x(s.position), st_y(s.position))) end as position`
  return [
    sql<Urgent>`
      select ${columns}, 'outside' as state, p.changed_at as offline_since,
        coalesce(s.outside_since, (select min(b.since) from boundary_breach b
          where b.organisation_id = s.organisation_id and b.tracker_id = s.tracker_id)) as since
      from tracker_state s
      join tracker on tracker.organisation_id = s.organisation_id and tracker.id = s.tracker_id and tracker.active
      left join tracker_presence p
        on p.organisation_id = s.organisation_id and p.tracker_id = s.tracker_id and not p.online
      where s.organisation_id = ${organisation_id} and ${is_outside} and s.event_id is not null and ${reads}
        and not tracker.drill
      order by s.outside_since desc limit ${sql.lit(limit)}`,
    sql<Urgent>`
      select ${columns}, 'offline' as state, p.changed_at as offline_since, p.changed_at as since
      from tracker_presence p
      join tracker on tracker.organisation_id = p.organisation_id and tracker.id = p.tracker_id and tracker.active
      join tracker_state s on s.organisation_id = p.organisation_id and s.tracker_id = p.tracker_id
      where p.organisation_id = ${organisation_id} and not p.online and s.event_id is not null
        and ${is_outside} is not true and ${reads}
      order by p.changed_at desc limit ${sql.lit(limit)}`,
  ]
}
