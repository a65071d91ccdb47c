import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** An enquiry from the contact form. */
export const Enquiry = defineTable({
  name: 'enquiry',
  columns: {
    id: Id,
    /** The organisation of a member; null for the installation. */
    organisation_id: Nullable(Id),
    user_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    email: Type.String({ maxLength: 254 }),
    phone: Nullable(Type.String({ maxLength: 50 })),
    subject: Type.String({ maxLength: 200 }),
    text: Type.String({ minLength: 1, maxLength: 10_000 }),
    state: Type.Union([Type.Literal('new'), Type.Literal('answered'), Type.Literal('closed')]),
    answer: Nullable(Type.String({ maxLength: 20_000 })),
    answered_at: Nullable(Timestamp),
    answered_by_user_id: Nullable(Id),
    created_ip: Nullable(Type.String({ maxLength: 64 })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['name', 'email', 'subject', 'text'],
  purge: { address: 'email' },
})
