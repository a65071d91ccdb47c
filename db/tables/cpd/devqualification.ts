import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** What a person holds, and until when. */
export const Devqualification = defineTable({
  name: 'devqualification',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    type: Type.String({ minLength: 1, maxLength: 200 }),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    /** The assessment level. */
    level: Type.String({ maxLength: 200 }),
    issuer: Type.String({ maxLength: 200 }),
    number: Type.String({ maxLength: 200 }),
    issued_on: Nullable(DateOnly),
    expires_on: Nullable(DateOnly),
    devcategory_id: Nullable(Id),
    suspended: Type.Boolean(),
    extended_until: Nullable(DateOnly),
    extended_reason: Type.String({ maxLength: 2000 }),
    /** Rules and audiences count it from then on; null waits for an administrator. */
    confirmed_at: Nullable(Timestamp),
    confirmed_by_user_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'type', 'name'],
})
