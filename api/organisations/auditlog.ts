import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { AuditLog } from '#db/tables/organisations/audit_log.ts'
import { nothing, ofAdministrator } from '../crud/access.ts'
import { atLeast, below, defineResource, equals } from '../crud/resource.ts'
import { nameEntries } from './audited_names.ts'

const { aggregate_key: _, ...columns } = AuditLog.columns

export const auditlog = defineResource({
  name: 'auditlog',
  plural: 'auditlogs',
  noun: 'log entry',
  about: 'List the audit log: actions of administrators and impersonators, sign-ins, tokens and exports',
  table: 'audit_log',
  row: Type.Object({
    ...columns,
    names: Type.Record(Type.String(), Type.String(), {
      description:
        'What people call the row of `entity_id`, and those of details such as `tracker_id`, where they may read it',
    }),
  }),
  computed: { names: sql`'{}'::jsonb` },
  complete: nameEntries,
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    action: equals('action', Type.String()),
    entity: equals('entity', Type.String()),
    entity_id: equals('entity_id', Id),
    from: atLeast('created_at', Timestamp),
    to: below('created_at', Timestamp),
  },
  search: ['action', 'entity'],
  // Ids follow the order of time.
  sort: { id: null, created_at: sql.ref('audit_log.id') },
  default_sort: '-created_at',
  is_history: true,
  reads: (viewer) => ofAdministrator(viewer, 'audit_log.organisation_id'),
  writes: () => nothing,
})
