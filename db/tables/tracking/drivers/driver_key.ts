import { Type } from 'typebox'
import { Id } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A key or card of a driver, in the spelling of `canonical_key.ts`. */
export const DriverKey = defineTable({
  name: 'driver_key',
  columns: { organisation_id: Id, key: Type.String({ maxLength: 64 }), driver_id: Id },
  conflicts: { driver_key_once: ['conflict', 'key'] },
})
