import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** What administrators and impersonators did. It outlives whom it names, so it refers to nobody by a foreign key. */
export const AuditLog = defineTable({
  name: 'audit_log',
  columns: {
    id: Id,
    /** Null: the installation's. */
    organisation_id: Nullable(Id),
    user_id: Nullable(Id),
    /** Who acted in the person's name. */
    impersonator_user_id: Nullable(Id),
    action: Type.String({ maxLength: 64 }),
    entity: Nullable(Type.String({ maxLength: 64 })),
    entity_id: Nullable(Id),
    details: Nullable(Type.Record(Type.String(), Type.Unknown())),
    ip: Nullable(Type.String({ maxLength: 64 })),
    /** What happens often is one row an hour: those with the same key count in it. */
    aggregate_key: Nullable(Type.String()),
    created_at: Timestamp,
  },
  defaults: [
    'id',
    'organisation_id',
    'impersonator_user_id',
    'entity',
    'entity_id',
    'details',
    'ip',
    'aggregate_key',
    'created_at',
  ],
})
