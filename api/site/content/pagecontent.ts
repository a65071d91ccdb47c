import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { PageContent } from '#db/tables/site/page_content.ts'
import { checkLocale, checkName } from '../../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { contentOrganisationFor, readsPublished, writesContent } from './audience.ts'
import { checkPageKey } from './page_keys.ts'

const { key, locale, state, text } = PageContent.columns
const title = Type.String({ maxLength: 200 })

const writes = (viewer: Viewer) => writesContent(viewer, 'page_content')
/** Administrators read what they edit, others what was published. */
const asRead = (column: 'title' | 'text') => (viewer: Viewer) =>
  sql<string>`case when ${writes(viewer)} then page_content.${sql.ref(column)} else published.${sql.ref(column)} end`

/** Pages of organisations and of the installation. `GET pagecontents/current` gives the reader's, with built-in ones. */
export const pagecontent = defineResource({
  name: 'pagecontent',
  plural: 'pagecontents',
  noun: 'page',
  about: 'List pages with their content: drafts for administrators, what was published for others',
  table: 'page_content',
  row: Type.Object({
    ...PageContent.columns,
    /** Whether it has been changed since it was published. */
    has_changes: Type.Boolean(),
  }),
  joins: {
    published: {
      table: 'page_content_version',
      on: sql<SqlBool>`published.page_content_id = page_content.id and published.version = page_content.version`,
    },
  },
  computed: {
    title: asRead('title'),
    text: asRead('text'),
    has_changes: (viewer) => sql<boolean>`(${writes(viewer)} and page_content.state = 'published'
      and (page_content.title, page_content.text) is distinct from (published.title, published.text)) is true`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    installation: defineFilter(Type.Boolean({ description: 'Whether it belongs to no organisation' }), (is) =>
      is ? sql<SqlBool>`page_content.organisation_id is null` : sql<SqlBool>`page_content.organisation_id is not null`,
    ),
    key: equals('key', key),
    locale: equals('locale', locale),
    state: equals('state', state),
  },
  search: ['key', 'title', 'text'],
  sort: { id: null, key: null, title: null, published_at: null, modified_at: null },
  default_sort: 'key',
  reads: (viewer) => readsPublished(viewer, 'page_content', `page_content.state = 'published'`),
  writes,
  quota: { organisation: 'page_contents' },

  create: {
    body: bodyOf({ key, title }, { organisation_id: Nullable(Id), locale, text }),
    async run(trx, viewer, { organisation_id: requested_id, ...body }) {
      const organisation_id = contentOrganisationFor(viewer, requested_id)
      checkPageKey(body.key)
      checkLocale(body.locale)
      return rows(trx, 'page_content').insert({
        locale: 'en',
        ...body,
        title: checkName(body.title, 'title'),
        organisation_id,
        created_by_user_id: viewer.user_id,
      })
    },
  },
  update: {
    body: bodyOf(
      {},
      { locale, title, text, state: Type.Literal('draft', { description: 'Withdraws it: readers no longer see it' }) },
    ),
    async run(trx, _viewer, { title, ...body }) {
      checkLocale(body.locale)
      await rows(trx, 'page_content').update({ ...body, title: checkName(title, 'title') })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'page_content').remove(target),
})
