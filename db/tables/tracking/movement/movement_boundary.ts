import { Id } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A new or changed boundary whose past visits are to be found by the next job. */
export const MovementBoundary = defineTable({
  name: 'movement_boundary',
  columns: { organisation_id: Id, boundary_id: Id },
  required: ['organisation_id', 'boundary_id'],
  stays: 'found again in the events',
})
