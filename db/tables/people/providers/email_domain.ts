import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** The part after the @ of an organisation's addresses, once its name server has shown that it is theirs. */
export const EmailDomain = defineTable({
  name: 'email_domain',
  columns: {
    id: Id,
    organisation_id: Id,
    domain: Type.String({ minLength: 3, maxLength: 253 }),
    /** What the name server has to show. */
    token: Type.String({ minLength: 10, maxLength: 100 }),
    verified_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['domain'],
  required: ['organisation_id', 'domain', 'token'],
  stays: 'domains are verified again',
  conflicts: { email_domain_once: ['conflict', 'domain'], email_domain_verified: ['conflict', 'domain'] },
})
