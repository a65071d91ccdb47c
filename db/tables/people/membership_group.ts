import { Id } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A group of trackers that a limited membership is for. */
export const MembershipGroup = defineTable({
  name: 'membership_group',
  columns: { organisation_id: Id, membership_id: Id, group_id: Id },
})
