import { Type } from 'typebox'
import { Geometry, Id, Nullable, Sized, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/**
 * Digests from this one on are those of positions that were entered by hand. The gateway's have 48 bits, so that no
 * device can claim to be a person, nor a person to be a device.
 */
export const FIRST_BY_HAND = 2 ** 48
/** Digests from this one on are those of imported tracks: all events of one have the same (`track_import`). */
export const FIRST_IMPORTED = 2 ** 49

/** A stored report with the engine's verdict, or a position entered by hand. Partitioned by `fix_at`. */
export const TrackerEvent = defineTable({
  name: 'tracker_event',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    /** The time of the fix by the device. */
    fix_at: Timestamp,
    /** The arrival at the gateway. */
    received: Timestamp,
    event: Type.String({ maxLength: 64 }),
    alarm: Nullable(Type.String({ maxLength: 64 })),
    /** Whether the fix is valid. */
    valid: Type.Boolean(),
    position: Nullable(Geometry),
    /** Metres above the ellipsoid or the sea level, depending on the device. */
    altitude: Nullable(Type.Number()),
    /** Degrees clockwise from true north. */
    heading: Nullable(Type.Number()),
    /** Metres per second. */
    speed: Nullable(Type.Number()),
    /** Metres. */
    accuracy: Nullable(Type.Number()),
    /** Breaks the rule of an applicable boundary; null without a valid fix or a boundary. */
    outside_boundary: Nullable(Type.Boolean()),
    repeated: Type.Boolean(),
    /** Older than the tracker's state on arrival: judged on its own, changed nothing. */
    late: Type.Boolean(),
    /** A boundary it was in; where one of rule `alone` or `keep_out` is broken, that one. */
    boundary_id: Nullable(Id),
    attributes: Nullable(Sized(4096, Type.Record(Type.String(), Type.Unknown()))),
    /** Distinguishes reports with the same time: 48 bits, or from `FIRST_BY_HAND` or `FIRST_IMPORTED` on. */
    digest: Type.Integer({ minimum: 0 }),
  },
  defaults: ['id'],
  purge: { keeps: 'what devices have sent; of erased phones nothing is left', phone: 'apart' },
})
