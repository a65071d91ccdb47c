import { type Static, Type } from 'typebox'
import { Id, type Table } from './columns.ts'

/** How many of something an organisation may have, where platform administrators have said so; see `db/quotas.ts`. */
export const OrganisationQuota = Type.Object({
  organisation_id: Id,
  name: Type.String({ maxLength: 64 }),
  most: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
})

export type OrganisationQuotaTable = Table<Static<typeof OrganisationQuota>>
