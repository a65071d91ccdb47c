import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { likelyDriver, openReasons } from '#db/movement/group_plans.ts'
import { isPrivate } from '#db/privacy/private_trips.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Segment } from '#db/tables/tracking/movement/segment.ts'
import { nothing } from '../../crud/access.ts'
import { below, defineFilter, defineResource, equals } from '../../crud/resource.ts'

import { GroupFilter, isOfGroup } from '../access/groups.ts'
import { trackerName } from '../access/names.ts'
import { readsSegment } from '../access/scopes.ts'
import { isOfTracker, overOrganisations, overSomeTrackers } from '../access/spread.ts'
import { BoxParam, meetsBbox } from '../geometry/bbox.ts'
import { Point } from '../point.ts'
import { noteFile, noteRows } from '../privacy/note_views.ts'
import { segmentFiles } from './files.ts'

const { begin_position: _b, end_position: _e, through_at: _t, ...columns } = Segment.columns

/** Nothing of the places of private trips is in an answer, also not by a search. */
const shown = (value: RawBuilder<unknown>) => sql`case when not ${isPrivate('segment')} then ${value} end`
const pointOf = (column: string) => sql`json_build_object('type', 'Point', 'coordinates',
  json_build_array(st_x(${sql.ref(column)}), st_y(${sql.ref(column)})))`

const duration = sql<number>`extract(epoch from coalesce(segment.ended_at, segment.through_at) - segment.began_at)::float8`

type OpenReason = (typeof openReasons)[number]

export const segment = defineResource({
  name: 'segment',
  plural: 'segments',
  about: 'List trips, stops, idling, gaps, visits of boundaries, speeding and towing of trackers; also what continues',
  table: 'segment',
  row: Type.Object({
    ...columns,
    /** Seconds; up to the last report while it continues. */
    duration_s: Type.Number(),
    /** Null of private trips, as all of their places. */
    begin_position: Nullable(Point),
    end_position: Nullable(Point),
    /** Whether it is a trip that its driver has marked private, or a rest between two of them. */
    private: Type.Boolean(),
    /** The tracker's name, or its number. */
    tracker_name: Type.String(),
    /** The boundary's name, while it exists. */
    boundary_name: Nullable(Type.String()),
    /** The driver's name, while there is such a driver. */
    driver_name: Nullable(Type.String()),
    /** Whether the driver is known by a planned shift only: no key, card, code or person has said it. */
    driver_planned: Type.Boolean(),
    /** Of a trip without a driver, what the plans of groups say: who is likely, or why they do not say it. */
    group_plan: Nullable(
      Type.Object({
        driver_id: Nullable(Id),
        driver_name: Nullable(Type.String()),
        open_because: Nullable(Type.Unsafe<OpenReason>(Type.String({ enum: [...openReasons] }))),
      }),
    ),
  }),
  computed: {
    duration_s: duration,
    begin_position: shown(pointOf('segment.begin_position')),
    end_position: shown(pointOf('segment.end_position')),
    begin_place: shown(sql.ref('segment.begin_place')),
    end_place: shown(sql.ref('segment.end_place')),
    private: isPrivate('segment'),
    tracker_name: trackerName('segment'),
    boundary_name: sql`(select b.name from boundary b
      where b.organisation_id = segment.organisation_id and b.id = segment.boundary_id)`,
    driver_name: sql`(select d.name from driver d
      where d.organisation_id = segment.organisation_id and d.id = segment.driver_id)`,
    driver_planned: sql`(segment.driver_id is not null and not exists (select from driver_shift x
      where x.organisation_id = segment.organisation_id and x.tracker_id = segment.tracker_id
        and x.driver_id = segment.driver_id and x.began_at <= coalesce(segment.ended_at, segment.through_at)
        and (x.ended_at is null or x.ended_at > segment.began_at)))`,
    group_plan: likelyDriver('segment'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: defineFilter(Id, (id) => isOfTracker('segment', id)),
    group_id: defineFilter(GroupFilter, (id) => isOfGroup('segment', id)),
    kind: equals('kind', Segment.columns.kind),
    boundary_id: equals('boundary_id', Id),
    driver_id: equals('driver_id', Id),
    has_driver: defineFilter(Type.Boolean(), (has) =>
      has ? sql<SqlBool>`segment.driver_id is not null` : sql<SqlBool>`segment.driver_id is null`,
    ),
    open: defineFilter(Type.Boolean(), (open) =>
      open ? sql<SqlBool>`segment.ended_at is null` : sql<SqlBool>`segment.ended_at is not null`,
    ),
    from: defineFilter(
      Type.String({ ...Timestamp, description: 'That end after this time, or continue' }),
      (from) => sql<SqlBool>`(segment.ended_at is null or segment.ended_at > ${from})`,
    ),
    to: below('began_at', Timestamp),
    // Of private trips none is found by its place.
    bbox: defineFilter(
      BoxParam,
      (box) => sql<SqlBool>`(not ${isPrivate('segment')} and ${meetsBbox(sql`segment.begin_position`, box)})`,
    ),
  },
  sums: {
    distance_m: sql`coalesce(sum(segment.distance_m), 0)`,
    estimated_m: sql`coalesce(sum(segment.distance_m) filter (where segment.distance_source = 'estimated'), 0)`,
    duration_s: sql`coalesce(sum(${duration}), 0)`,
    moving_s: sql`coalesce(sum(segment.moving_s), 0)::float8`,
    idle_s: sql`coalesce(sum(segment.idle_s), 0)::float8`,
    pauses: sql`coalesce(sum(segment.pauses), 0)::float8`,
    top_speed: sql`max(segment.top_speed)::float8`,
  },
  files: segmentFiles,
  complete: noteRows,
  exports: noteFile,
  search: ['begin_place', 'end_place'],
  sort: { id: null, began_at: null },
  default_sort: '-began_at',
  is_history: true,
  by_organisation: true,
  spread: (viewer, query, sort) =>
    (sort.endsWith('began_at') && overSomeTrackers(viewer, 'segment', query)) ||
    overOrganisations(viewer, 'segment', query),
  reads: readsSegment,
  writes: () => nothing,
})
