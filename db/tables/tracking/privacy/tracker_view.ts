import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { isDaysAgo } from '../../traits.ts'

/** Days for which a person sees who has looked. */
export const VIEWS_DAYS = 90

/** A person, or an organisation that borrows it, has read positions of a tracker, or places of its trips, in an hour. */
export const TrackerView = defineTable({
  name: 'tracker_view',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    /** Who has looked; in place of a person who is impersonated, the impersonator. */
    user_id: Nullable(Id),
    /** The loan by which an organisation has; then there is no person. */
    loan_id: Nullable(Id),
    /** Whether it was by an API key of theirs: noted once a day. */
    by_key: Type.Boolean(),
    /** When the hour begins; of a key, the day. */
    viewed_at: Timestamp,
  },
  defaults: ['id', 'user_id', 'loan_id', 'by_key'],
  stays: 'of the accounts of this installation, for some months',
  past: isDaysAgo('viewed_at', VIEWS_DAYS),
})
