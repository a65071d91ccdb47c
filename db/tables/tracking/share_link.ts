import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { isDaysAgo } from '../traits.ts'

/** A public link: its token shows one tracker's position until it expires or is deleted. */
export const ShareLink = defineTable({
  name: 'share_link',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    created_by_user_id: Id,
    /** SHA-256 of the token, in hexadecimal. */
    token_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    expires_at: Timestamp,
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'created_at', 'modified_at'],
  past: isDaysAgo('expires_at'),
})
