import { Type } from 'typebox'
import { Id, Nullable, OpenJson, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** Up to which report the movement of a tracker is found, and what is remembered there. */
export const MovementCheckpoint = defineTable({
  name: 'movement_checkpoint',
  columns: {
    organisation_id: Id,
    tracker_id: Id,
    /** The last report that was read; null before the first. */
    through: Nullable(Timestamp),
    state: Nullable(OpenJson(65_536)),
    /** From here on reports have come late or were changed: written with them, in their transaction. */
    dirty_from: Nullable(Timestamp),
    /** At least up to here it is found again: the last of what has come late or was changed. */
    dirty_until: Nullable(Timestamp),
    /** From here on it is being computed again; after a crash it is again. */
    recompute_from: Nullable(Timestamp),
    recompute_until: Nullable(Timestamp),
    /** What the tracker does: `moving`, `idling`, `parked`, `towed`. */
    movement: Nullable(Type.String({ maxLength: 16 })),
    since: Nullable(Timestamp),
    /** Of the open trip. */
    distance_m: Nullable(Type.Number()),
    /** The process that follows the tracker. */
    gateway_id: Nullable(Type.String()),
    written_at: Timestamp,
  },
  required: ['organisation_id', 'tracker_id'],
  stays: 'found again in the events',
})
