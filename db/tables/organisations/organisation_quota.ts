import { Type } from 'typebox'
import { Id } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** How many of something an organisation may have, where platform administrators have said so; see `db/quotas.ts`. */
export const OrganisationQuota = defineTable({
  name: 'organisation_quota',
  columns: {
    organisation_id: Id,
    name: Type.String({ maxLength: 64 }),
    most: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  },
})
