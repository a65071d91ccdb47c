import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

export const shiftSources = ['key', 'person'] as const

/** A driver has a tracker from one time to another: found by a key, or entered by a person. */
export const DriverShift = defineTable({
  name: 'driver_shift',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    /** Null while nobody has the key, and when the driver is gone. */
    driver_id: Nullable(Id),
    source: Type.Unsafe<(typeof shiftSources)[number]>(Type.String({ enum: [...shiftSources] })),
    /** What the device said. */
    key: Nullable(Type.String({ maxLength: 64 })),
    began_at: Timestamp,
    /** Null while it continues. */
    ended_at: Nullable(Timestamp),
    /** The report that ended it, or up to which it is known. */
    through_at: Timestamp,
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'tracker_id', 'source', 'began_at'],
  conflicts: { driver_shift_alone: ['conflict', 'began_at'], driver_shift_begin: ['conflict', 'began_at'] },
  purge: { keeps: { key: 'what a device said; whose key it is goes with the driver' } },
})
