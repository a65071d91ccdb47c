import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { CapPer, Evidence, Flags, Unit } from './values.ts'

/** What an activity counts as. Rates, hours and caps are hundredths. */
export const Devcategory = defineTable({
  name: 'devcategory',
  columns: {
    id: Id,
    organisation_id: Id,
    parent_devcategory_id: Nullable(Id),
    code: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$', description: 'letters, digits, _ . -' }),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.String({ maxLength: 2000 }),
    unit: Unit,
    /** What an hour, or each activity, counts. Without both an hour counts one. */
    credit_per_hour: Nullable(Type.Integer({ minimum: 0 })),
    credit_per_item: Nullable(Type.Integer({ minimum: 0 })),
    /** Hours that an item counts as. */
    item_hours: Nullable(Type.Integer({ minimum: 0 })),
    cap: Nullable(Type.Integer({ minimum: 0 })),
    cap_per: Nullable(CapPer),
    evidence: Evidence,
    flags: Flags,
    position: Type.Integer(),
    active: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name', 'code'],
  required: ['organisation_id', 'code', 'name'],
  conflicts: { devcategory_code: ['conflict', 'code'] },
})
