import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** An organisation's override of a built-in template. */
export const MessageTemplate = defineTable({
  name: 'message_template',
  columns: {
    id: Id,
    /** Null: the installation's, for organisations without their own. */
    organisation_id: Nullable(Id),
    /** The built-in template that it overrides. */
    name: Type.String({ minLength: 1, maxLength: 50 }),
    channel: Type.Union([Type.Literal('email'), Type.Literal('sms')]),
    locale: Type.String({ minLength: 2, maxLength: 16 }),
    subject: Type.String({ maxLength: 500 }),
    text: Type.String({ minLength: 1, maxLength: 20_000 }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'subject', 'created_at', 'modified_at'],
})
