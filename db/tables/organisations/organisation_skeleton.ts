import { Type } from 'typebox'
import { Id } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** What the name of an organisation looks like (`api/organisations/look_alikes.ts`). */
export const OrganisationSkeleton = defineTable({
  name: 'organisation_skeleton',
  columns: { organisation_id: Id, skeletons: Type.Array(Type.String()) },
  defaults: [],
  stays: 'computed from the names of organisations',
})
