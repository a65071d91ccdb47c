import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { UnknownDevice } from '#db/tables/tracking/unknown_device.ts'
import { everything, nothing } from '../crud/access.ts'
import { defineFilter, defineResource, equals } from '../crud/resource.ts'

const { canonical_number: _, ...columns } = UnknownDevice.columns
const Status = Type.Union([
  Type.Literal('unregistered'),
  Type.Literal('not_allowed'),
  Type.Literal('registered'),
  Type.Literal('unreadable'),
])
/** Whether a tracker has the number now, and whether it allows this transport. */
const status = sql<
  'unregistered' | 'not_allowed' | 'registered' | 'unreadable'
>`case when unknown_device.number is null then 'unreadable' else coalesce((
  select case when bool_or(unknown_device.protocol = any(t.transports)) then 'registered'
    when count(*) > 0 then 'not_allowed' end
  from tracker t where t.canonical_number = unknown_device.canonical_number), 'unregistered') end`

/** Unknown devices belong to no organisation, so only platform administrators see them. */
export const unknowndevice = defineResource({
  name: 'unknowndevice',
  plural: 'unknowndevices',
  noun: 'unknown device',
  about:
    'List unknown devices: they report with an unregistered number, by a transport that their tracker does not allow, or in a way that their port cannot read. `bytes` is what they sent last',
  table: 'unknown_device',
  row: Type.Object({
    ...columns,
    /** Whether a tracker has this number, and whether it allows this transport. */
    status: Status,
  }),
  computed: { status },
  filters: {
    protocol: equals('protocol', UnknownDevice.columns.protocol),
    status: defineFilter(Status, (value) => sql<SqlBool>`${status} = ${value}`),
  },
  search: ['number', 'address'],
  sort: { id: null, number: null, first_seen: null, last_seen: null, count: null },
  default_sort: '-last_seen',
  reads: (viewer) => (viewer.platform_admin ? everything : nothing),
  writes: () => nothing,
})
