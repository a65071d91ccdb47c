import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A text that messages are made of: by the system on an occasion, or by people who pick it while writing. */
export const MessageTemplate = defineTable({
  name: 'message_template',
  columns: {
    id: Id,
    /** Null: the installation's, for organisations without their own. */
    organisation_id: Nullable(Id),
    kind: Type.Unsafe<'system' | 'person'>(
      Type.String({
        enum: ['system', 'person'],
        description: 'system: overrides a built-in template; person: for messages that people write',
      }),
    ),
    /** Of kind system: the built-in template that it overrides. */
    name: Type.String({ minLength: 1, maxLength: 50 }),
    channel: Type.Union([Type.Literal('email'), Type.Literal('sms')]),
    locale: Type.String({ minLength: 2, maxLength: 16 }),
    subject: Type.String({ maxLength: 500 }),
    text: Type.String({ minLength: 1, maxLength: 20_000 }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  defaults: ['id', 'kind', 'subject', 'created_at', 'modified_at'],
  conflicts: { message_template_person_name: ['name_conflict', 'name'] },
})
