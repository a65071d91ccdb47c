import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Role } from '#db/tables/role.ts'
import { everything, nothing } from '../access.ts'
import { defineFilter, defineResource } from '../resource.ts'

export const role = defineResource({
  name: 'role',
  plural: 'roles',
  about: 'What a person may be, in an organisation or on the platform',
  table: 'role',
  row: Role.row,
  filters: {
    is_admin: defineFilter(Type.Boolean(), (value) => sql<SqlBool>`role.is_admin = ${value}`),
    platform: defineFilter(Type.Boolean(), (value) => sql<SqlBool>`role.platform = ${value}`),
  },
  search: ['name'],
  sort: { id: null, name: null },
  default_sort: 'id',
  reads: () => everything,
  writes: () => nothing,
})
