import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { isDaysAgo } from '../traits.ts'

/** A signed-in user on one client. Its tokens contain its id and end with it. */
export const Session = defineTable({
  name: 'session',
  columns: {
    id: Id,
    user_id: Id,
    /** The impersonating administrator. */
    impersonator_user_id: Nullable(Id),
    /** The API key whose requests it is. */
    api_key_id: Nullable(Id),
    /** Where the person has signed in; null: here. */
    identity_provider_id: Nullable(Id),
    ip: Nullable(Type.String({ maxLength: 64 })),
    user_agent: Nullable(Type.String({ maxLength: 500 })),
    /** Created with the installation's secret, not a password. */
    by_operator: Type.Boolean(),
    /** Begun with a password of the person's own, at a proved address: only then private records are open. */
    proved: Type.Boolean(),
    last_seen_at: Timestamp,
    expires_at: Timestamp,
    /** Until when the browser may renew it by its refresh token; null if it keeps none. */
    kept_until: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: [
    'id',
    'api_key_id',
    'identity_provider_id',
    'by_operator',
    'proved',
    'last_seen_at',
    'kept_until',
    'created_at',
    'modified_at',
  ],
  stays: 'people sign in again',
  past: isDaysAgo('expires_at'),
})
