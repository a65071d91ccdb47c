import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { ofAdministrator } from '../crud/access.ts'
import { answerWith, defineAction } from '../crud/action.ts'
import { administeredFor } from '../crud/belonging.ts'
import { list } from '../crud/crud.ts'
import { offset } from '../crud/routes.ts'
import { ListInfo } from '../crud/schemas.ts'
import { AppError } from '../http/errors.ts'
import { findHistoryCheck, HistoryCheck } from './history_check.ts'
import { organisation } from './organisation.ts'
import { QuotaUsage, quotaUsageOf, Usage, usageOf } from './usage.ts'

const page = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  offset,
}
const OneUsage = Type.Object({ ...Usage.properties, ...QuotaUsage.properties, history_check: HistoryCheck })
const strict = { additionalProperties: false }

/** Usage of organisations, for their administrators, and a search by name. */
export const listOrganisationUsage = defineAction({
  method: 'GET',
  path: 'organisations/overview',
  tags: ['organisations'],
  summary: 'List the usage of each organisation; event counts may be estimates',
  query: Type.Object(page, strict),
  answer: Type.Array(Usage),
  info: ListInfo,
  async run({ context: { db }, viewer, query }) {
    const administered = { ...organisation, reads: () => ofAdministrator(viewer, 'organisation.id') }
    const { rows, info } = await list(db, administered, viewer, query)
    const ids = rows.map(({ id }) => id)
    return answerWith(await usageOf(db, ids), { info })
  },
})

export const searchOrganisations = defineAction({
  method: 'GET',
  path: 'organisations/search',
  tags: ['organisations'],
  summary: 'Search organisations by name',
  query: Type.Object(page, strict),
  answer: Type.Array(organisation.row),
  info: ListInfo,
  async run({ context: { db }, viewer, query }) {
    const { rows, info } = await list(db, organisation, viewer, query)
    return answerWith(rows, { info })
  },
})

export const readUsage = defineAction({
  method: 'GET',
  path: 'usage',
  tags: ['organisations'],
  summary: 'Read the usage and quotas of an organisation',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, strict),
  answer: OneUsage,
  async run({ context: { db, config }, viewer, query }) {
    const id = administeredFor(viewer, query.organisation_id)
    const [usage] = await usageOf(db, [id])
    if (!usage) throw new AppError('not_found', 'There is no such organisation.', 'organisation_id')
    const history_check = await findHistoryCheck(db, id)
    return { ...usage, ...(await quotaUsageOf(db, id, config.quotas)), history_check }
  },
})
