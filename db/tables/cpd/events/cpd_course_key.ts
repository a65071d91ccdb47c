import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** The key with which the course sites of an organisation say who has completed what, and do nothing else. */
export const CpdCourseKey = defineTable({
  name: 'cpd_course_key',
  columns: {
    id: Id,
    organisation_id: Id,
    /** SHA-256 of the key, in hexadecimal. */
    key_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    last_used_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'key_sha256'],
  stays: 'course sites get the address and a key of the new installation',
})
