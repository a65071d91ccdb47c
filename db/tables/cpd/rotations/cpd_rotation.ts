import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** Where a trainee works for some months. Its supervisors are relationships that name it. */
export const CpdRotation = defineTable({
  name: 'cpd_rotation',
  columns: {
    id: Id,
    organisation_id: Id,
    /** The trainee. */
    user_id: Id,
    place: Type.String({ minLength: 1, maxLength: 200 }),
    /** Or the term, such as an elective. */
    specialty: Type.String({ maxLength: 200 }),
    begins: DateOnly,
    ends: DateOnly,
    /** Of full time. */
    percent: Type.Integer({ minimum: 1, maximum: 100 }),
    /** The person of it, or an administrator, who alone changes it then. */
    created_by: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'place', 'begins', 'ends'],
})
