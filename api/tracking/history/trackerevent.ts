import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Rule } from '#db/tables/tracking/boundary.ts'
import { FIRST_BY_HAND, FIRST_IMPORTED, TrackerEvent } from '#db/tables/tracking/tracker_event.ts'
import { ofAdministrator } from '../../crud/access.ts'
import type { ListQuery } from '../../crud/list_query.ts'
import { atLeast, below, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { makeArchived } from '../../crud/tiers/make.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { isNoDrill, readsEvent } from '../access/scopes.ts'
import { isOfTracker, overOrganisations, overSomeTrackers, overTrackers, seesSomeOnly } from '../access/spread.ts'
import { isOfKind, overKinds } from '../event_kinds.ts'
import { Point } from '../point.ts'
import { noteFile, noteRows } from '../privacy/note_views.ts'
import { trackFiles } from '../tracks/index.ts'
import { EnteredBody, enterPosition, prepareEntry } from './enter_position.ts'
import { eventFiles } from './source.ts'

const { digest: _, position: _p, ...columns } = TrackerEvent.columns

const ofBoundary = (column: string) => sql`(select ${sql.ref(`b.${column}`)} from boundary b
      where b.organisation_id = tracker_event.organisation_id and b.id = tracker_event.boundary_id)`

export const trackerevent = defineResource({
  name: 'trackerevent',
  plural: 'trackerevents',
  noun: 'tracker event',
  about: 'List tracker events: stored reports, and positions entered by hand, with the verdict of the geofence engine',
  table: 'tracker_event',
  row: Type.Object({
    ...columns,
    position: Nullable(Point),
    /** Entered by a person; no device can claim it. */
    by_hand: Type.Boolean(),
    /** Of a track that was imported. */
    imported: Type.Boolean(),
    /** The boundary's name and rule, while it exists. Outside with rule `alone` it was left, with `keep_out` entered. */
    boundary_name: Nullable(Type.String()),
    boundary_rule: Nullable(Rule),
  }),
  computed: {
    position: sql`case when tracker_event.position is not null then json_build_object(
      'type', 'Point', 'coordinates', json_build_array(st_x(tracker_event.position), st_y(tracker_event.position))) end`,
    by_hand: sql`(tracker_event.digest >= ${sql.lit(FIRST_BY_HAND)} and tracker_event.digest < ${sql.lit(FIRST_IMPORTED)})`,
    imported: sql`tracker_event.digest >= ${sql.lit(FIRST_IMPORTED)}`,
    boundary_name: ofBoundary('name'),
    boundary_rule: ofBoundary('rule'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: defineFilter(Id, (id) => isOfTracker('tracker_event', id), 'tracker'),
    from: atLeast('fix_at', Timestamp),
    to: below('fix_at', Timestamp),
    outside_boundary: equals('outside_boundary', Type.Boolean()),
    repeated: equals('repeated', Type.Boolean()),
    late: equals('late', Type.Boolean()),
    event: equals('event', Type.String()),
  },
  search: ['event'],
  finds: isOfKind,
  // Ids follow the order of arrival and are indexed; `received` sorts by them.
  sort: { id: null, fix_at: null, received: sql.ref('tracker_event.id') },
  default_sort: '-received',
  is_history: true,
  // Events of one or a few trackers sort by time: the primary key begins with tracker and time.
  sort_for: (viewer, query) => (isOfFew(viewer, query) ? '-fix_at' : undefined),
  is_sorted: isOfFew,
  by_organisation: true,
  spread: (viewer, query, sort) => {
    if (!sort.endsWith('fix_at')) {
      return overKinds(viewer, query) ?? overOrganisations(viewer, 'tracker_event', query)
    }
    return (
      overSomeTrackers(viewer, 'tracker_event', query) ??
      (isRare(query) ? null : overTrackers(viewer, 'tracker_event', query))
    )
  },
  listed: { where: isNoDrill('tracker_event') },
  reads: (viewer) => readsEvent(viewer),
  writes: (viewer) => ofAdministrator(viewer, 'tracker_event.organisation_id'),
  create: { body: EnteredBody, prepare: prepareEntry, run: enterPosition },
  archived: makeArchived(eventFiles),
  files: trackFiles,
  complete: noteRows,
  exports: noteFile,
})

/** Whether the list is of one tracker, or of the viewer's own. */
function isOfFew(viewer: Viewer, { tracker_id }: ListQuery): boolean {
  return tracker_id !== undefined || seesSomeOnly(viewer)
}

/** Whether a partial index has the matching rows: they are sorted faster than each tracker is searched for them. */
const isRare = ({ outside_boundary, repeated, late, event, search }: ListQuery) =>
  outside_boundary === true ||
  repeated === true ||
  late === true ||
  (event !== undefined && event !== 'position') ||
  search !== undefined
