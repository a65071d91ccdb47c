import { sql } from 'kysely'
import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { GoalState } from './values.ts'

/** A goal of a person, or of a cycle, which its people get copies of. */
export const Devgoal = defineTable({
  name: 'devgoal',
  columns: {
    id: Id,
    organisation_id: Id,
    /** Null: a goal of the cycle. */
    user_id: Nullable(Id),
    devplan_id: Nullable(Id),
    devcycle_id: Nullable(Id),
    source_devgoal_id: Nullable(Id),
    /** Of the cycle, or copied from it. */
    predefined: Type.Boolean(),
    compulsory: Type.Boolean(),
    plan_category: Type.String({ maxLength: 200 }),
    description: Type.String({ minLength: 1, maxLength: 10_000 }),
    identifying_method: Type.String({ maxLength: 10000 }),
    achievement_method: Type.String({ maxLength: 10000 }),
    specific: Type.String({ maxLength: 10000 }),
    measurable: Type.String({ maxLength: 10000 }),
    /** What will be done: whether it is achievable. */
    action: Type.String({ maxLength: 10000 }),
    realistic: Type.String({ maxLength: 10000 }),
    timely: Nullable(DateOnly),
    state: GoalState,
    position: Type.Integer(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'description'],
  removal: { empties: 'source_devgoal_id' },
  purge: { order: sql`id desc` },
})
