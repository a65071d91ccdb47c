import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { callsForHelp } from '#db/alerts/calls.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Alert, alertKinds } from '#db/tables/tracking/alert.ts'
import { nothing } from '../crud/access.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { atLeast, below, defineFilter, defineResource, equals } from '../crud/resource.ts'
import { GroupFilter, isOfGroup } from './access/groups.ts'
import { otherName, trackerName } from './access/names.ts'
import { isNoDrill, readsAlert } from './access/scopes.ts'
import { isOfTracker, overOrganisations, overSomeTrackers } from './access/spread.ts'

/** Seconds between beginning and end; up to now for an open one. */
const duration = sql`extract(epoch from coalesce(alert.ended_at, now()) - alert.started_at)::float8`

/** The next report of a device that has called for help is without it: its alert is over, and no person has come. */
const waiting = sql<SqlBool>`(alert.ended_at is null or (alert.acknowledged_at is null and alert.kind = 'alarm'
  and alert.alarm in (${sql.join(callsForHelp)}) and alert.started_at > now() - interval '1 day'))`

export const alert = defineResource({
  name: 'alert',
  plural: 'alerts',
  about:
    'List alerts: trackers that left or entered a boundary, raised an alarm, were offline, arrived or departed, or were late ' +
    'where a member has asked for it, or were too near or too far from another; also those that ended',
  table: 'alert',
  row: Type.Object({
    ...Alert.columns,
    /** Seconds; up to now while it is open. */
    duration_s: Type.Number(),
    /** The tracker's name, or its number. */
    tracker_name: Type.String(),
    /** The same of the other one, of an alert of two trackers. */
    other_tracker_name: Nullable(Type.String()),
    /** The name of the person who acknowledged it. */
    acknowledged_by: Nullable(Type.String()),
  }),
  computed: {
    duration_s: duration,
    tracker_name: trackerName('alert'),
    other_tracker_name: otherName('alert'),
    acknowledged_by: sql`(select ${displayNameOf('u')} from user_account u
      where u.id = alert.acknowledged_by_user_id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: defineFilter(Id, (id) => isOfTracker('alert', id), 'tracker'),
    group_id: defineFilter(GroupFilter, (id) => isOfGroup('alert', id)),
    kind: equals('kind', Alert.columns.kind),
    kinds: defineFilter(
      Type.Array(Alert.columns.kind, { minItems: 1, maxItems: alertKinds.length, description: 'Any of these kinds' }),
      (kinds) => sql<SqlBool>`alert.kind in (${sql.join(kinds)})`,
    ),
    boundary_id: equals('boundary_id', Id),
    open: defineFilter(Type.Boolean(), (open) =>
      open ? sql<SqlBool>`alert.ended_at is null` : sql<SqlBool>`alert.ended_at is not null`,
    ),
    waiting: defineFilter(
      Type.Boolean({
        description: 'Open, or a call for help (sos, crash, fall) of the last day that no person has acknowledged',
      }),
      (value) => (value ? waiting : sql<SqlBool>`${waiting} is not true`),
    ),
    acknowledged: defineFilter(Type.Boolean(), (acknowledged) =>
      acknowledged ? sql<SqlBool>`alert.acknowledged_at is not null` : sql<SqlBool>`alert.acknowledged_at is null`,
    ),
    drills: defineFilter(
      Type.Boolean({ description: 'true: with that of a fire drill that runs' }),
      () => sql<SqlBool>`true`,
    ),
    from: atLeast('started_at', Timestamp),
    to: below('started_at', Timestamp),
  },
  search: ['kind', 'alarm', 'boundary_name', 'acknowledged_note'],
  sort: { id: null, started_at: null, raised_at: null, ended_at: null },
  default_sort: '-started_at',
  is_history: true,
  by_organisation: true,
  spread: (viewer, query, sort) =>
    (sort.endsWith('started_at') && overSomeTrackers(viewer, 'alert', query)) ||
    overOrganisations(viewer, 'alert', query),
  listed: { where: isNoDrill('alert'), unless: 'drills' },
  reads: (viewer) => readsAlert(viewer, 'alert'),
  writes: () => nothing,
})
