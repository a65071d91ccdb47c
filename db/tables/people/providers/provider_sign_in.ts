import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { isDaysAgo } from '../../traits.ts'

/** A sign-in that waits for the answer of the provider, in the browser that began it. */
export const ProviderSignIn = defineTable({
  name: 'provider_sign_in',
  columns: {
    id: Id,
    identity_provider_id: Id,
    state_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    /** Of the cookie of the browser: the answer counts there only. */
    browser_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    /** What the answer is checked with, sealed: the verifier of the code, and the nonce of the token. */
    checks_sealed: Type.String(),
    /** The signed-in person who connects the account; null where a person signs in. */
    link_user_id: Nullable(Id),
    keep: Type.Boolean(),
    /** When the code came: it is used once. */
    answered_at: Nullable(Timestamp),
    /** Whom the provider has signed in, while the code of their second factor is missing. */
    user_id: Nullable(Id),
    expires_at: Timestamp,
    created_at: Timestamp,
  },
  required: ['identity_provider_id', 'state_sha256', 'browser_sha256', 'checks_sealed', 'keep', 'expires_at'],
  stays: 'people sign in again',
  past: isDaysAgo('expires_at', 1),
})
