import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A colleague who was asked for feedback. Nothing here leads to the answer. */
export const DevfeedbackColleague = defineTable({
  name: 'devfeedback_colleague',
  columns: {
    id: Id,
    organisation_id: Id,
    devfeedback_id: Id,
    email: Type.String({ minLength: 3, maxLength: 254 }),
    name: Type.String({ maxLength: 200 }),
    /** Not asked yet: the list waits for approval, or was refused. */
    proposed: Type.Boolean(),
    /** Of the newest link. */
    token_sha256: Nullable(Type.String()),
    /** Not shown to anyone: that a certain person has answered says something about few answers. */
    answered: Type.Boolean(),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'devfeedback_id', 'email'],
  purge: { address: 'email' },
})
