import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { PageContentVersion } from '#db/tables/site/page_content_version.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { checkLocale } from '../../crud/checks.ts'
import { lockTarget, read } from '../../crud/crud.ts'
import { Target } from '../../crud/resource.ts'
import { transact } from '../../crud/transact.ts'
import { organisationOfReader } from './audience.ts'
import { CurrentPage, currentPages } from './current.ts'
import { pagecontent } from './pagecontent.ts'
import { publish, revert } from './publish.ts'

const strict = { additionalProperties: false }
export const ReaderQuery = {
  organisation_id: Type.Optional(Id),
  locale: Type.Optional(Type.String({ minLength: 2, maxLength: 16 })),
}
const CurrentQuery = Type.Object({ ...ReaderQuery, key: Type.Optional(Type.String({ maxLength: 50 })) }, strict)
const RevertBody = Type.Object({ ...Target.properties, version: PageContentVersion.columns.version }, strict)
const tags = ['pagecontents']

/** The pages that readers see, publishing, and reverting to an earlier version. */
export const listCurrentPages = defineAction({
  method: 'GET',
  path: 'pagecontents/current',
  public: true,
  tags,
  summary: 'List the pages that readers see, or the one with a key',
  description:
    'Of the organisation in the language, in English; else of the installation in the same order; else built in. ' +
    'Without a session: those of the installation.',
  query: CurrentQuery,
  answer: Type.Array(CurrentPage),
  run({ context: { config, db }, viewer, query: { organisation_id, locale, key } }) {
    checkLocale(locale)
    const of = organisationOfReader(viewer, organisation_id, config)
    return currentPages(db, { organisation_id: of, locale, key })
  },
})

export const publishPage = defineAction({
  method: 'POST',
  path: 'pagecontent/publish',
  tags,
  summary: 'Publish a page: its readers see it at once',
  body: Target,
  answer: pagecontent.row,
  message: 'The page has been published.',
  async run({ context, viewer, body }) {
    await transact(context, async (trx) => {
      await lockTarget(trx, pagecontent, viewer, body)
      await publish(trx, viewer, body.id)
    })
    return read(context.db, pagecontent, viewer, body.id)
  },
})

export const revertPage = defineAction({
  method: 'POST',
  path: 'pagecontent/revert',
  tags,
  summary: 'Publish an earlier version of a page again',
  body: RevertBody,
  answer: pagecontent.row,
  async run({ context, viewer, body: { version, ...target } }) {
    await transact(context, async (trx) => {
      await lockTarget(trx, pagecontent, viewer, target)
      await revert(trx, viewer, target.id, version)
    })
    const data = await read(context.db, pagecontent, viewer, target.id)
    return answerWith(data, { message: `Version ${version} of the page is published again.` })
  },
})
