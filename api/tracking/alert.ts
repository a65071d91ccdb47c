import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { Alert } from '#db/tables/tracking/alert.ts'
import { nothing, readsOfTracker } from '../crud/access.ts'
import { atLeast, below, defineFilter, defineResource, equals } from '../crud/resource.ts'
import { isOfTracker, overOrganisations, overOwnTrackers } from '../crud/spread.ts'

export const alert = defineResource({
  name: 'alert',
  plural: 'alerts',
  about: 'List alerts: trackers that left the active boundary, or raised an alarm',
  table: 'alert',
  row: Alert.row,
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: defineFilter(Id, (id) => isOfTracker('alert', id)),
    kind: equals('kind', Alert.columns.kind),
    open: defineFilter(Type.Boolean(), (open) =>
      open ? sql<SqlBool>`alert.ended_at is null` : sql<SqlBool>`alert.ended_at is not null`,
    ),
    from: atLeast('started_at', Timestamp),
    to: below('started_at', Timestamp),
  },
  search: ['kind', 'alarm'],
  sort: { id: null, started_at: null, raised_at: null, ended_at: null },
  default_sort: '-started_at',
  by_organisation: true,
  spread: (viewer, query, sort) =>
    (sort.endsWith('started_at') && overOwnTrackers(viewer, 'alert', query)) ||
    overOrganisations(viewer, 'alert', query),
  reads: (viewer) => readsOfTracker(viewer, 'alert'),
  writes: () => nothing,
})
