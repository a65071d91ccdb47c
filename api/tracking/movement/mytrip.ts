import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { nothing } from '../../crud/access.ts'
import { below, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { readsDriven } from '../access/scopes.ts'
import { segment } from './segment.ts'

const { boundary_id: _b, boundary_name: _n, revised_at: _r, attributes: _a, ...columns } = segment.row.properties
const { speed_limit: _s, limit_source: _l, ...shown } = columns

const allows = sql<SqlBool>`coalesce((select c.private_trips from organisation_config c
  where c.organisation_id = segment.organisation_id), false)`
const isOfViewer = (user_id: number) => sql<SqlBool>`exists (select from private_trip p
  where p.organisation_id = segment.organisation_id and p.tracker_id = segment.tracker_id and p.user_id = ${user_id}
    and p.began_at < coalesce(segment.ended_at, segment.through_at) and p.ended_at > segment.began_at)`

/** What a driver has driven, also with trackers that they do not see otherwise. */
export const mytrip = defineResource({
  name: 'mytrip',
  plural: 'mytrips',
  noun: 'trip of yours',
  about: 'List the trips that you have driven, as the driver who you are',
  table: 'segment',
  row: Type.Object({
    ...shown,
    /** Whether you may mark it private: it has ended, and the organisation allows it. */
    markable: Type.Boolean(),
    /** Whether you have marked it private, and may take that back. */
    marked: Type.Boolean(),
  }),
  computed: {
    ...segment.computed,
    markable: sql`(segment.ended_at is not null and ${allows})`,
    marked: (viewer) => isOfViewer(viewer.user_id),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: equals('tracker_id', Id),
    from: defineFilter(
      Type.String({ ...Timestamp, description: 'That end after this time, or continue' }),
      (from) => sql<SqlBool>`(segment.ended_at is null or segment.ended_at > ${from})`,
    ),
    to: below('began_at', Timestamp),
  },
  sums: segment.sums!,
  search: ['begin_place', 'end_place'],
  sort: { id: null, began_at: null },
  default_sort: '-began_at',
  is_history: true,
  by_organisation: true,
  reads: readsDriven,
  writes: () => nothing,
})
