import { Type } from 'typebox'
import { Geometry, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A stored report with the engine's verdict. Partitioned by `fix_at`. */
export const TrackerEvent = defineTable({
  name: 'tracker_event',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    /** When the device says it was there. */
    fix_at: Timestamp,
    /** When the gateway got it. */
    received: Timestamp,
    event: Type.String({ maxLength: 64 }),
    alarm: Nullable(Type.String({ maxLength: 64 })),
    /** Whether the device had a fix. */
    valid: Type.Boolean(),
    position: Nullable(Geometry),
    /** Metres above the ellipsoid or the sea, as the device means it. */
    altitude: Nullable(Type.Number()),
    /** Degrees clockwise from true north. */
    heading: Nullable(Type.Number()),
    /** Metres per second. */
    speed: Nullable(Type.Number()),
    /** Metres. */
    accuracy: Nullable(Type.Number()),
    /** In none of the applicable boundaries; null where nothing can be said. */
    outside_boundary: Nullable(Type.Boolean()),
    repeated: Type.Boolean(),
    /** Older than the tracker's state when it came: judged on its own, changed nothing. */
    late: Type.Boolean(),
    /** A boundary it was in. */
    boundary_id: Nullable(Id),
    attributes: Nullable(Type.Record(Type.String(), Type.Unknown())),
    /** 48 bits that tell two reports of one moment apart. */
    digest: Type.Integer({ minimum: 0 }),
  },
  defaults: ['id'],
})
