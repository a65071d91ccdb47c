import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { RelationshipKind, RelationshipState } from './values.ts'

/** Who supervises, teaches or accompanies a trainee. */
export const Userrelationship = defineTable({
  name: 'userrelationship',
  columns: {
    id: Id,
    organisation_id: Id,
    /** The trainee. */
    user_id: Id,
    other_user_id: Id,
    kind: RelationshipKind,
    assessment_level: Type.String({ maxLength: 200 }),
    begins: Nullable(DateOnly),
    ends: Nullable(DateOnly),
    state: RelationshipState,
    requested_by_user_id: Nullable(Id),
    /** Given by the trainee only. */
    may_read_private: Type.Boolean(),
    /** It is for this rotation: for what is dated in its days, also later. */
    cpd_rotation_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'other_user_id', 'kind'],
  conflicts: {
    userrelationship_open: ['conflict', 'other_user_id'],
    userrelationship_once: ['conflict', 'other_user_id'],
  },
})
