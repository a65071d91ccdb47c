import { Type } from 'typebox'
import { Id } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A platform administrator's override of an organisation's quota; see `api/crud/quotas.ts`. */
export const OrganisationQuota = defineTable({
  name: 'organisation_quota',
  columns: {
    organisation_id: Id,
    name: Type.String({ maxLength: 64 }),
    most: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  },
  moves: { untrusted: null },
})
