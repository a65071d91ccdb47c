import { Type } from 'typebox'
import { Geometry, Id, Nullable } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { Schedule } from './schedule.ts'

/**
 * What the spatial predicate searches: the active boundaries, cut into pieces of at most 100 vertices, with all that
 * decides whether they apply. Kept by a trigger on `boundary`; nothing else writes it.
 */
export const BoundaryPart = defineTable({
  name: 'boundary_part',
  columns: {
    id: Id,
    organisation_id: Id,
    boundary_id: Id,
    owner_user_id: Nullable(Id),
    buffer_m: Type.Number(),
    use_accuracy: Type.Boolean(),
    all_trackers: Type.Boolean(),
    schedule: Nullable(Schedule),
    geometry: Geometry,
    /** The piece's box, widened by the buffer; may pass 180°. */
    reach: Geometry,
  },
  defaults: ['id'],
})
