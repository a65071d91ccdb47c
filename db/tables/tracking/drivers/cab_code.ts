import { Type } from 'typebox'
import { Id, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** The code in the cab of a tracker, by which its drivers say that they drive. */
export const CabCode = defineTable({
  name: 'cab_code',
  columns: {
    organisation_id: Id,
    tracker_id: Id,
    /** SHA-256 of the code, in hexadecimal. */
    code_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'tracker_id', 'code_sha256'],
})
