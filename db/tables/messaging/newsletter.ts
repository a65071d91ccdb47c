import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { membershipRoles } from '../people/membership.ts'

export const audiences = ['all', ...membershipRoles] as const
export const newsletterStates = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const

/** A mail to the people who have subscribed to newsletters. */
export const Newsletter = defineTable({
  name: 'newsletter',
  columns: {
    id: Id,
    /** Null: of the installation, to the subscribers of all organisations. */
    organisation_id: Nullable(Id),
    subject: Type.String({ minLength: 1, maxLength: 500 }),
    text: Type.String({ minLength: 1, maxLength: 50_000 }),
    /** All subscribers, or those with a role. */
    audience: Type.Unsafe<(typeof audiences)[number]>(Type.String({ enum: [...audiences] })),
    /** Null: not decided. */
    send_at: Nullable(Timestamp),
    state: Type.Unsafe<(typeof newsletterStates)[number]>(Type.String({ enum: [...newsletterStates] })),
    /** How many it has been written to. */
    recipients: Type.Integer({ minimum: 0 }),
    /** The last account that it was written to: accounts are taken in the order of their ids. */
    last_user_id: Type.Integer({ minimum: 0 }),
    sent_at: Nullable(Timestamp),
    created_by_user_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['subject'],
  required: ['organisation_id', 'subject', 'text'],
})
