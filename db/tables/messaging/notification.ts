import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A notice shown to everybody, or to an organisation's members, for a time. */
export const Notification = defineTable({
  name: 'notification',
  columns: {
    id: Id,
    /** Null: everybody. */
    organisation_id: Nullable(Id),
    title: Type.String({ minLength: 1, maxLength: 200 }),
    text: Type.String({ maxLength: 10_000 }),
    begins: Timestamp,
    /** Null: no end. */
    expires: Nullable(Timestamp),
    /** When it was published to connected clients. */
    announced_at: Nullable(Timestamp),
    created_by_user_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['title', 'text', 'begins'],
})
