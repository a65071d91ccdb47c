import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** An account at an identity provider by which a person signs in. */
export const Identity = defineTable({
  name: 'identity',
  columns: {
    id: Id,
    identity_provider_id: Id,
    user_id: Id,
    /** The provider's name for the person (`sub`), which never changes there. */
    subject: Type.String({ minLength: 1, maxLength: 255 }),
    /** The address that the provider gave last. */
    email: Nullable(Type.String({ maxLength: 254 })),
    /** Whether the person connected it while signed in; else it was found by their address. */
    by_person: Type.Boolean(),
    last_used_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['identity_provider_id', 'user_id', 'subject', 'by_person'],
  stays: 'providers know the address of this installation',
  conflicts: { identity_person: ['conflict', 'identity_provider_id'], identity_subject: ['conflict', 'subject'] },
  purge: { address: 'email' },
})
