import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** Whether a tracker is online: one row each, created with its first contact. Times are the database's clock. */
export const TrackerPresence = defineTable({
  name: 'tracker_presence',
  columns: {
    organisation_id: Id,
    tracker_id: Id,
    online: Type.Boolean(),
    /** When `online` changed last. */
    changed_at: Timestamp,
    /** The last contact written; the last report may be newer. */
    seen_at: Timestamp,
    /** The kind of that contact: a report, one over an open connection, a closed connection, a last will. */
    contact: Type.Union([
      Type.Literal('reported'),
      Type.Literal('connected'),
      Type.Literal('closed'),
      Type.Literal('left'),
    ]),
    /** When it goes offline without contact, if no gateway owns it; null while a gateway owns it, or for never. */
    due_at: Nullable(Timestamp),
    /** The owner: the process with the last contact, which knows of newer ones. */
    gateway_id: Nullable(Type.String()),
    /** Start of that contact's connection; without one the time of the contact. */
    since: Nullable(Timestamp),
    /** Whether the connection has a last will that reports the tracker offline. */
    has_will: Type.Boolean(),
  },
  defaults: ['gateway_id', 'since', 'has_will'],
  moves: {
    // Connected devices connect again; one that does not is offline by then.
    values: {
      gateway_id: sql`null::text`,
      has_will: sql`false`,
      due_at: sql`case when s.online then now() + interval '15 minutes' end`,
    },
  },
})
