import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** How far the trips of an organisation are learned. */
export const TripLearning = defineTable({
  name: 'trip_learning',
  columns: {
    organisation_id: Id,
    /** When its trips were last read; earlier where there is more to read at once, null at the beginning. */
    read_at: Nullable(Timestamp),
    /** From the newest trip down to this time, all are compared with what was learned; null at the beginning. */
    learned_from: Nullable(Timestamp),
  },
  defaults: ['read_at', 'learned_from'],
  stays: 'learned again from the events',
})
