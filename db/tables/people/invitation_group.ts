import { Id } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A group of trackers that a limited invitation is for. */
export const InvitationGroup = defineTable({
  name: 'invitation_group',
  columns: { organisation_id: Id, invitation_id: Id, group_id: Id },
})
