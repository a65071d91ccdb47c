import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A step towards a goal. */
export const Devgoalprogress = defineTable({
  name: 'devgoalprogress',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    devgoal_id: Id,
    at: Timestamp,
    percent: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    text: Type.String({ maxLength: 10000 }),
    private: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devgoal_id'],
})
