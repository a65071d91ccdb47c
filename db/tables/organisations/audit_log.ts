import { Type } from 'typebox'
import { Id, Nullable, Sized, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** Actions of administrators and impersonators. Outlives the rows it names, so it has no foreign keys. */
export const AuditLog = defineTable({
  name: 'audit_log',
  columns: {
    id: Id,
    /** Null: the installation's. */
    organisation_id: Nullable(Id),
    user_id: Nullable(Id),
    /** The impersonator. */
    impersonator_user_id: Nullable(Id),
    action: Type.String({ maxLength: 64 }),
    entity: Nullable(Type.String({ maxLength: 64 })),
    entity_id: Nullable(Id),
    details: Nullable(Sized(4096, Type.Record(Type.String(), Type.Unknown()))),
    ip: Nullable(Type.String({ maxLength: 64 })),
    /** Key of frequent actions, which share a row per hour and are counted in it. */
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
  removal: {},
})
