import { type Static, Type } from 'typebox'
import { Id, Nullable, type Table, Timestamp } from './columns.ts'

/** What everybody, or an organisation's members, are shown for a time. */
export const Notification = Type.Object({
  id: Id,
  /** Null: everybody. */
  organisation_id: Nullable(Id),
  title: Type.String({ minLength: 1, maxLength: 200 }),
  text: Type.String({ maxLength: 10_000 }),
  begins: Timestamp,
  /** Null: it stays until somebody ends it. */
  expires: Nullable(Timestamp),
  /** When those who were connected were told. */
  announced_at: Nullable(Timestamp),
  created_by_user_id: Nullable(Id),
  created_at: Timestamp,
  modified_at: Timestamp,
})

type Row = Static<typeof Notification>
export type NotificationTable = Table<Row, Exclude<keyof Row, 'title' | 'text' | 'begins'>>
