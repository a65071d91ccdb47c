import { sql } from 'kysely'
import { Id } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The goals that an activity serves. */
export const DevactivityGoal = defineTable({
  name: 'devactivity_goal',
  columns: { devactivity_id: Id, devgoal_id: Id },
  required: ['devactivity_id', 'devgoal_id'],
  moves: { rows: (id) => sql`t.devactivity_id in (select id from devactivity where organisation_id = ${id})` },
})
