import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A device that reports with a number that no tracker has. Platform administrators see it, and may adopt it. */
export const UnknownDevice = defineTable({
  name: 'unknown_device',
  columns: {
    id: Id,
    /** What the device calls itself on the wire. */
    number: Type.String({ maxLength: 64 }),
    /** As in `tracker`, written by the database. */
    canonical_number: Type.String(),
    protocol: Type.String({ maxLength: 64 }),
    /** Where it came from last. */
    address: Type.String({ maxLength: 64 }),
    first_seen: Timestamp,
    last_seen: Timestamp,
    /** How often it tried. */
    count: Type.Integer({ minimum: 1 }),
  },
  defaults: ['id', 'first_seen', 'last_seen', 'canonical_number'],
})
