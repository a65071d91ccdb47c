import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** Whether a tracker is online: a row each, made when it is first heard of. Times are the database's clock. */
export const TrackerPresence = defineTable({
  name: 'tracker_presence',
  columns: {
    organisation_id: Id,
    tracker_id: Id,
    online: Type.Boolean(),
    /** Since when it is what it is. */
    changed_at: Timestamp,
    /** The last contact that was written down; the last report may be newer. */
    seen_at: Timestamp,
    /** The kind of that contact: a report, one over a connection that is open, a connection closed, a farewell. */
    contact: Type.Union([
      Type.Literal('heard'),
      Type.Literal('connected'),
      Type.Literal('closed'),
      Type.Literal('left'),
    ]),
    /** When it is offline if nothing more is heard, where no gateway looks after it; else, and for never, null. */
    due_at: Nullable(Timestamp),
    /** The process that had the last contact: as long as that lives, it knows best. */
    gateway_id: Nullable(Type.String()),
    /** When that contact's connection began; without one the moment of the contact. */
    since: Nullable(Timestamp),
    /** Whether the connection has left a last will, which says that the tracker is gone. */
    has_will: Type.Boolean(),
  },
  defaults: ['gateway_id', 'since', 'has_will'],
})
