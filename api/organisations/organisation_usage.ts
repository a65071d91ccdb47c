import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { ofAdministrator } from '../crud/access.ts'
import { administeredFor } from '../crud/belonging.ts'
import { list } from '../crud/crud.ts'
import type { Resource } from '../crud/resource.ts'
import { offset, viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { organisation as organisationResource } from './organisation.ts'
import { QuotaUsage, quotaUsageOf, Usage, usageOf } from './usage.ts'

const organisation: Resource = organisationResource
const page = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  offset,
}
const UsageAndQuotas = Type.Object({ ...Usage.properties, ...QuotaUsage.properties })
const strict = { additionalProperties: false }

/** Usage of organisations, for their administrators, and a search by name. */
export function addOrganisations(app: TypedApp, { db, config }: ApiContext): void {
  app.get('/organisations/overview', {
    schema: {
      tags: ['organisations'],
      summary: 'List the usage of each organisation; event counts may be estimates',
      querystring: Type.Object(page, strict),
      response: answers({ 200: Type.Array(Usage), 260: Type.Array(Usage) }, { list: true }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const administered = { ...organisation, reads: () => ofAdministrator(viewer, 'organisation.id') }
      const { rows, info } = await list(db, administered, viewer, request.query)
      const data = await usageOf(
        db,
        rows.map((row) => row.id as number),
      )
      return reply.code(data.length > 0 ? 200 : 260).send({ data, info })
    },
  })

  app.get('/organisations/search', {
    schema: {
      tags: ['organisations'],
      summary: 'Search organisations by name',
      querystring: Type.Object(page, strict),
      response: answers({ 200: Type.Array(organisation.row), 260: Type.Array(organisation.row) }, { list: true }),
    },
    async handler(request, reply) {
      const { rows, info } = await list(db, organisation, viewerOf(request), request.query)
      return reply.code(rows.length > 0 ? 200 : 260).send({ data: rows, info })
    },
  })

  app.get('/usage', {
    schema: {
      tags: ['organisations'],
      summary: 'Read the usage and quotas of an organisation',
      querystring: Type.Object({ organisation_id: Type.Optional(Id) }, strict),
      response: answers({ 200: UsageAndQuotas }),
    },
    async handler(request) {
      const { organisation_id } = request.query
      const id = administeredFor(viewerOf(request), organisation_id)
      const [usage] = await usageOf(db, [id])
      if (!usage) throw new AppError('not_found', 'There is no such organisation.', 'organisation_id')
      return { data: { ...usage, ...(await quotaUsageOf(db, id, config.quotas)) } }
    },
  })
}
