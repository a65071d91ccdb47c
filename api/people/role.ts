import { Type } from 'typebox'
import { Role } from '#db/tables/people/role.ts'
import { everything, nothing } from '../crud/access.ts'
import { defineResource, equals } from '../crud/resource.ts'

export const role = defineResource({
  name: 'role',
  plural: 'roles',
  about: 'List the roles of organisations and of the platform',
  table: 'role',
  row: Role.row,
  filters: { is_admin: equals('is_admin', Type.Boolean()), platform: equals('platform', Type.Boolean()) },
  search: ['name'],
  sort: { id: null, name: null },
  default_sort: 'id',
  reads: () => everything,
  writes: () => nothing,
})
