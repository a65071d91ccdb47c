import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { isDaysAgo } from '../traits.ts'

/** A browser or network that a user has signed in from. */
export const SignInOrigin = defineTable({
  name: 'sign_in_origin',
  columns: { user_id: Id, origin_sha256: Type.String(), last_used_at: Timestamp },
  defaults: ['last_used_at'],
  stays: 'browsers that have signed in here',
  past: isDaysAgo('last_used_at', 400),
})
