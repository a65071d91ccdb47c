import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Alert } from '#db/tables/alert.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { nothing, readsOfTracker } from '../access.ts'
import { defineFilter, defineResource } from '../resource.ts'
import { isOfTracker, overOrganisations, overOwnTrackers } from '../spread.ts'

export const alert = defineResource({
  name: 'alert',
  plural: 'alerts',
  about: 'Trackers that left the active boundary, or raised an alarm',
  table: 'alert',
  row: Alert.row,
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`alert.organisation_id = ${id}`),
    tracker_id: defineFilter(Id, (id) => isOfTracker('alert', id)),
    kind: defineFilter(Alert.columns.kind, (kind) => sql<SqlBool>`alert.kind = ${kind}`),
    open: defineFilter(Type.Boolean(), (open) =>
      open ? sql<SqlBool>`alert.ended_at is null` : sql<SqlBool>`alert.ended_at is not null`,
    ),
    from: defineFilter(Timestamp, (time) => sql<SqlBool>`alert.started_at >= ${time}`),
    to: defineFilter(Timestamp, (time) => sql<SqlBool>`alert.started_at < ${time}`),
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
