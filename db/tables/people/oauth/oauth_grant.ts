import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** What makes an API key the grant of a client: the code that begins it, and the present access token. */
export const OAuthGrant = defineTable({
  name: 'oauth_grant',
  columns: {
    api_key_id: Id,
    oauth_client_id: Id,
    redirect_uri: Type.String({ maxLength: 2000 }),
    code_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    /** S256 of the verifier, which only the client that has asked knows. */
    code_challenge: Type.String({ minLength: 43, maxLength: 43 }),
    code_used_at: Nullable(Timestamp),
    access_sha256: Nullable(Type.String({ minLength: 64, maxLength: 64 })),
    access_expires_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  required: ['api_key_id', 'oauth_client_id', 'redirect_uri', 'code_sha256', 'code_challenge'],
  stays: 'people connect assistants to the new installation',
})
