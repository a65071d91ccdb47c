import { type SqlBool, sql } from 'kysely'
import { UnknownDevice as Row } from '#db/tables/unknown_device.ts'
import { everything, nothing } from '../access.ts'
import { defineFilter, defineResource } from '../resource.ts'

/** Nobody knows whose they are, so only those see them who run the installation. */
export const unknowndevice = defineResource({
  name: 'unknowndevice',
  plural: 'unknowndevices',
  about: 'Devices that report with a number that no tracker has',
  table: 'unknown_device',
  row: Row,
  filters: {
    protocol: defineFilter(Row.properties.protocol, (name) => sql<SqlBool>`unknown_device.protocol = ${name}`),
  },
  search: ['number', 'address'],
  sort: { id: null, number: null, first_seen: null, last_seen: null, count: null },
  default_sort: '-last_seen',
  reads: (viewer) => (viewer.platform_admin ? everything : nothing),
  writes: () => nothing,
})
