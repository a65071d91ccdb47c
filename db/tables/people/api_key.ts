import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { isDaysAgo } from '../traits.ts'

export const keyScopes = ['read', 'write', 'devices', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]

/** A key of a program: it acts as its owner, in one organisation, within its scopes. Its session ends with it. */
export const ApiKey = defineTable({
  name: 'api_key',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    scopes: Type.Array(Type.Unsafe<KeyScope>(Type.String({ enum: [...keyScopes] })), {
      minItems: 1,
      maxItems: keyScopes.length,
      uniqueItems: true,
    }),
    /** SHA-256 of the key, in hexadecimal; null for the grant of an OAuth client, which has access tokens. */
    key_sha256: Nullable(Type.String({ minLength: 64, maxLength: 64 })),
    /** Its first characters, by which people recognise it. */
    prefix: Type.String(),
    /** Null for one that does not expire. */
    expires_at: Nullable(Timestamp),
    last_used_at: Nullable(Timestamp),
    last_used_ip: Nullable(Type.String({ maxLength: 64 })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'name', 'scopes', 'prefix'],
  stays: 'people make keys of the new installation',
  past: isDaysAgo('expires_at'),
})
