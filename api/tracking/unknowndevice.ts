import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { UnknownDevice } from '#db/tables/tracking/unknown_device.ts'
import { everything, nothing } from '../crud/access.ts'
import { defineFilter, defineResource, equals } from '../crud/resource.ts'

const { canonical_number: _, ...columns } = UnknownDevice.columns
const Status = Type.Union([Type.Literal('unregistered'), Type.Literal('not_allowed'), Type.Literal('registered')])
/** A tracker's number may be registered by now, or before, for other transports. */
const status = sql<'unregistered' | 'not_allowed' | 'registered'>`coalesce((
  select case when bool_or(unknown_device.protocol = any(t.transports)) then 'registered'
    when count(*) > 0 then 'not_allowed' end
  from tracker t where t.canonical_number = unknown_device.canonical_number), 'unregistered')`

/** Nobody knows whose they are, so only those see them who run the installation. */
export const unknowndevice = defineResource({
  name: 'unknowndevice',
  plural: 'unknowndevices',
  noun: 'unknown device',
  about: 'Devices that report with a number that no tracker has, or in a way that its tracker does not list',
  table: 'unknown_device',
  row: Type.Object({
    ...columns,
    /** Whether there is a tracker with this number, and whether it may report in this way. */
    status: Status,
  }),
  computed: { status },
  filters: {
    protocol: equals('protocol', UnknownDevice.columns.protocol),
    status: defineFilter(Status, (wanted) => sql<SqlBool>`${status} = ${wanted}`),
  },
  search: ['number', 'address'],
  sort: { id: null, number: null, first_seen: null, last_seen: null, count: null },
  default_sort: '-last_seen',
  reads: (viewer) => (viewer.platform_admin ? everything : nothing),
  writes: () => nothing,
})
