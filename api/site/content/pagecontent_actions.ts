import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { PageContentVersion } from '#db/tables/site/page_content_version.ts'
import type { ApiContext } from '../../context.ts'
import { checkLocale } from '../../crud/checks.ts'
import { lockTarget, read } from '../../crud/crud.ts'
import { type Resource, Target } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { organisationOfReader } from './audience.ts'
import { CurrentPage, currentPages } from './current.ts'
import { pagecontent as pagecontentResource } from './pagecontent.ts'
import { publish, revert } from './publish.ts'

const pagecontent: Resource = pagecontentResource
const strict = { additionalProperties: false }
export const ReaderQuery = {
  organisation_id: Type.Optional(Id),
  locale: Type.Optional(Type.String({ minLength: 2, maxLength: 16 })),
}
const CurrentQuery = Type.Object({ ...ReaderQuery, key: Type.Optional(Type.String({ maxLength: 50 })) }, strict)
const RevertBody = Type.Object({ ...Target.properties, version: PageContentVersion.columns.version }, strict)
const tags = ['pagecontents']

/** The pages that readers see, publishing, and reverting to an earlier version. */
export function addPageContents(app: TypedApp, context: ApiContext): void {
  const { db, config } = context
  const { row } = pagecontentResource
  const pages = Type.Array(CurrentPage)

  app.get('/pagecontents/current', {
    schema: {
      tags,
      summary: 'List the pages that readers see, or the one with a key',
      description:
        'Of the organisation in the language, in English; else of the installation in the same order; else built in. ' +
        'Without a session: those of the installation.',
      querystring: CurrentQuery,
      response: answers({ 200: pages, 260: pages }),
      security: [],
    },
    async handler({ viewer, query: { organisation_id, locale, key } }, reply) {
      checkLocale(locale)
      const of = organisationOfReader(viewer, organisation_id, config)
      const data = await currentPages(db, { organisation_id: of, locale, key })
      return reply.code(data.length > 0 ? 200 : 260).send({ data })
    },
  })

  app.post('/pagecontent/publish', {
    schema: {
      tags,
      summary: 'Publish a page: its readers see it at once',
      body: Target,
      response: answers({ 261: row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = request.body
      await transact(context, async (trx) => {
        await lockTarget(trx, pagecontent, viewer, request.body)
        await publish(trx, viewer, id)
      })
      const data = await read(db, pagecontent, viewer, id)
      return reply.code(261).send({ data, message: 'The page has been published.' })
    },
  })

  app.post('/pagecontent/revert', {
    schema: {
      tags,
      summary: 'Publish an earlier version of a page again',
      body: RevertBody,
      response: answers({ 261: row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { version, ...target } = request.body
      await transact(context, async (trx) => {
        await lockTarget(trx, pagecontent, viewer, target)
        await revert(trx, viewer, target.id, version)
      })
      const data = await read(db, pagecontent, viewer, target.id)
      return reply.code(261).send({ data, message: `Version ${version} of the page is published again.` })
    },
  })
}
