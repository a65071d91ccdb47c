import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { TrackerEvent } from '#db/tables/tracker_event.ts'
import { nothing, readsOfTracker } from '../access.ts'
import { defineFilter, defineResource } from '../resource.ts'
import { isOfTracker, overOrganisations, overOwnTrackers, seesOwnOnly } from '../spread.ts'
import { trackFiles } from '../tracks/index.ts'

const { digest: _, position: _p, ...columns } = TrackerEvent.columns

export const Point = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
})

export const trackerevent = defineResource({
  name: 'trackerevent',
  plural: 'trackerevents',
  about: 'Reports as they were stored, with the verdict of the geofence engine',
  table: 'tracker_event',
  row: Type.Object({ ...columns, position: Nullable(Point) }),
  computed: {
    position: sql`case when tracker_event.position is not null then json_build_object(
      'type', 'Point', 'coordinates', json_build_array(st_x(tracker_event.position), st_y(tracker_event.position))) end`,
  },
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`tracker_event.organisation_id = ${id}`),
    tracker_id: defineFilter(Id, (id) => isOfTracker('tracker_event', id)),
    from: defineFilter(Timestamp, (time) => sql<SqlBool>`tracker_event.fix_at >= ${time}`),
    to: defineFilter(Timestamp, (time) => sql<SqlBool>`tracker_event.fix_at < ${time}`),
    outside_boundary: defineFilter(Type.Boolean(), (value) => sql<SqlBool>`tracker_event.outside_boundary = ${value}`),
    repeated: defineFilter(Type.Boolean(), (value) => sql<SqlBool>`tracker_event.repeated = ${value}`),
    late: defineFilter(Type.Boolean(), (value) => sql<SqlBool>`tracker_event.late = ${value}`),
    event: defineFilter(Type.String(), (event) => sql<SqlBool>`tracker_event.event = ${event}`),
  },
  search: ['event'],
  // Ids are given as reports arrive, and are indexed; `received` is the same order.
  sort: { id: null, fix_at: null, received: sql.ref('tracker_event.id') },
  default_sort: '-received',
  // What is of one tracker, or of few, goes by its time: the key begins with the tracker and the time.
  sort_for: (viewer, { tracker_id }) => (tracker_id !== undefined || seesOwnOnly(viewer) ? '-fix_at' : undefined),
  by_organisation: true,
  spread: (viewer, query, sort) =>
    (sort.endsWith('fix_at') && overOwnTrackers(viewer, 'tracker_event', query)) ||
    overOrganisations(viewer, 'tracker_event', query),
  reads: (viewer) => readsOfTracker(viewer, 'tracker_event'),
  writes: () => nothing,
  files: trackFiles,
})
