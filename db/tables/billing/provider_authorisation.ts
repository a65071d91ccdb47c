import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { purposes } from '../purposes.ts'
import { ProviderKind } from './values.ts'

/** A person on the way to a provider and back: the state of OAuth 2 and the verifier of PKCE. */
export const ProviderAuthorisation = defineTable({
  name: 'provider_authorisation',
  columns: {
    id: Id,
    organisation_id: Id,
    kind: ProviderKind,
    user_id: Id,
    state_sha256: Type.String(),
    verifier_sealed: Type.String(),
    expires_at: Timestamp,
    created_at: Timestamp,
  },
  defaults: ['id', 'created_at'],
  stays: 'authorisations that are valid for minutes',
  sealed: { verifier_sealed: purposes.provider_authorization },
  sealed_by: 'state_sha256',
})
