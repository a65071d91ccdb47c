import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { isDaysAgo } from '../traits.ts'

/** The link of an invitation that was accepted or withdrawn, so that its reader learns which. Kept for a month. */
export const EndedInvitation = defineTable({
  name: 'ended_invitation',
  columns: {
    token_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    organisation_id: Id,
    outcome: Type.Union([Type.Literal('accepted'), Type.Literal('withdrawn')]),
    created_at: Timestamp,
  },
  required: ['token_sha256', 'organisation_id', 'outcome'],
  stays: 'links of this installation',
  past: isDaysAgo('created_at'),
})
