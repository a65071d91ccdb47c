import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/**
 * Where a client comes from: a platform administrator has entered it, it has registered itself (RFC 7591), or its id is
 * the address of a document with its metadata.
 */
export const clientOrigins = ['entered', 'registered', 'document'] as const
export type ClientOrigin = (typeof clientOrigins)[number]

/** A program that people may let in by OAuth, such as an assistant. None has a secret: all prove themselves by PKCE. */
export const OAuthClient = defineTable({
  name: 'oauth_client',
  columns: {
    id: Id,
    client_id: Type.String({ minLength: 1, maxLength: 500 }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    redirect_uris: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      description: 'Where the browser may be sent back to: compared exactly, except for the port of this machine',
    }),
    origin: Type.Unsafe<ClientOrigin>(Type.String({ enum: [...clientOrigins] })),
    /** When the document was last read. */
    read_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['client_id', 'name', 'redirect_uris', 'origin'],
  stays: 'clients know the address of this installation',
  conflicts: { oauth_client_client_id_key: ['conflict', 'client_id'] },
  // Registered or described by a document, and without a grant for a month.
  past: sql<SqlBool>`origin <> 'entered' and modified_at < now() - interval '30 days'
    and not exists (select from oauth_grant g where g.oauth_client_id = oauth_client.id)`,
})
