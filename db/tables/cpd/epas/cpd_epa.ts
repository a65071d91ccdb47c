import { Type } from 'typebox'
import { Id, Json, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

const Count = Type.Integer({ minimum: 1, maximum: 100 })
export const Level = Type.Integer({ minimum: 1, maximum: 5 })

/** An entrustable professional activity: what a trainee comes to do with less and less supervision. */
export const CpdEpa = defineTable({
  name: 'cpd_epa',
  columns: {
    id: Id,
    organisation_id: Id,
    code: Type.String({ minLength: 1, maxLength: 40 }),
    name: Type.String({ maxLength: 200 }),
    description: Type.String({ maxLength: 10_000 }),
    /** A sentence for each level of supervision, from watching to supervising others. */
    levels: Json(Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { minItems: 5, maxItems: 5 })),
    /** How often, and by how many different assessors, which level is asked for; null where none is. */
    required_level: Nullable(Level),
    required_times: Count,
    required_assessors: Count,
    position: Type.Integer({ minimum: 0, maximum: 10_000 }),
    active: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'code', 'name', 'levels'],
  conflicts: { cpd_epa_code: ['name_conflict', 'code'] },
})
