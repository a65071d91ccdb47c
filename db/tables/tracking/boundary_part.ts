import { Type } from 'typebox'
import { Geometry, Id, Nullable } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { Rule } from './boundary.ts'
import { Schedule } from './schedule.ts'

/**
 * The index of the spatial predicate: active boundaries, cut into parts of at most 100 vertices, with all that decides
 * whether they apply. Written only by a trigger on `boundary`.
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
    rule: Rule,
    geometry: Geometry,
    /** The part's bounding box, widened by the buffer; may exceed 180°. */
    reach: Geometry,
  },
  defaults: ['id', 'rule'],
  stays: 'derived from the boundaries by a trigger',
})
