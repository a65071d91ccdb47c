import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { AuditLog } from '#db/tables/audit_log.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { nothing, ofAdministrator } from '../access.ts'
import { defineFilter, defineResource } from '../resource.ts'

const { aggregate_key: _, ...columns } = AuditLog.columns

export const auditlog = defineResource({
  name: 'auditlog',
  plural: 'auditlogs',
  about: 'What administrators did, what was done in somebody else’s name, sign-ins, tokens and exports',
  table: 'audit_log',
  row: Type.Object(columns),
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`audit_log.organisation_id = ${id}`),
    user_id: defineFilter(Id, (id) => sql<SqlBool>`audit_log.user_id = ${id}`),
    action: defineFilter(Type.String(), (action) => sql<SqlBool>`audit_log.action = ${action}`),
    entity: defineFilter(Type.String(), (entity) => sql<SqlBool>`audit_log.entity = ${entity}`),
    entity_id: defineFilter(Id, (id) => sql<SqlBool>`audit_log.entity_id = ${id}`),
    from: defineFilter(Timestamp, (time) => sql<SqlBool>`audit_log.created_at >= ${time}`),
    to: defineFilter(Timestamp, (time) => sql<SqlBool>`audit_log.created_at < ${time}`),
  },
  search: ['action', 'entity'],
  // Ids are given in the order of time.
  sort: { id: null, created_at: sql.ref('audit_log.id') },
  default_sort: '-created_at',
  reads: (viewer) => ofAdministrator(viewer, 'audit_log.organisation_id'),
  writes: () => nothing,
})
