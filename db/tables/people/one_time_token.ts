import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { isDaysAgo } from '../traits.ts'

export const purposes = ['register', 'password', 'email', 'recovery'] as const

/** A single-use token that proves access to the user's mail, or a set of recovery codes. */
export const OneTimeToken = defineTable({
  name: 'one_time_token',
  columns: {
    id: Id,
    user_id: Id,
    purpose: Type.Unsafe<Purpose>(Type.Union(purposes.map((purpose) => Type.Literal(purpose)))),
    token_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    /** The address it was sent to and proves; null for recovery codes. */
    email: Nullable(Type.String({ maxLength: 254 })),
    /**
     * Requested with the public registration form, and not sent because an organisation added the account. Of a new
     * address: requested by the person, in a session that opens private records.
     */
    self_requested: Type.Boolean(),
    expires_at: Timestamp,
    used_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  defaults: ['id', 'email', 'self_requested', 'used_at', 'created_at'],
  moves: { with_accounts: true },
  purge: { address: 'email' },
  past: isDaysAgo('expires_at'),
})

export type Purpose = (typeof purposes)[number]
