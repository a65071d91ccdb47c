import { type Static, Type } from 'typebox'
import { Id, Nullable, type Table, Timestamp } from './columns.ts'

/** Whether a tracker is online: a row each, made when it is first heard of. Times are the database's clock. */
export const TrackerPresence = Type.Object({
  organisation_id: Id,
  tracker_id: Id,
  online: Type.Boolean(),
  /** Since when it is what it is. */
  changed_at: Timestamp,
  /** The last contact, whatever it was. */
  seen_at: Timestamp,
  /** The kind of that contact: a report, one over a connection that is open, a connection closed, a farewell. */
  contact: Type.Union([Type.Literal('heard'), Type.Literal('connected'), Type.Literal('closed'), Type.Literal('left')]),
  /** When it is offline if nothing more is heard; null is never. */
  due_at: Nullable(Timestamp),
})

export type TrackerPresenceTable = Table<Static<typeof TrackerPresence>>
