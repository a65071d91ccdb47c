import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { PageContentVersion } from '#db/tables/site/page_content_version.ts'
import { nothing, ofAdministrator } from '../../crud/access.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { defineResource, equals } from '../../crud/resource.ts'

/** What was published of pages, for the administrators of their organisation. */
export const pagecontentversion = defineResource({
  name: 'pagecontentversion',
  plural: 'pagecontentversions',
  noun: 'version',
  about: 'List the versions of pages that were published; the newest hundred of each page are kept',
  table: 'page_content_version',
  row: Type.Object({ ...PageContentVersion.columns, published_by: Nullable(Type.String()) }),
  computed: {
    published_by: sql<string | null>`(select ${displayNameOf('u')} from user_account u
      where u.id = page_content_version.published_by_user_id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    page_content_id: equals('page_content_id', Id),
    version: equals('version', PageContentVersion.columns.version),
  },
  search: ['title', 'text'],
  sort: { id: null, version: null, published_at: null },
  default_sort: '-id',
  reads: (viewer) => ofAdministrator(viewer, 'page_content_version.organisation_id'),
  writes: () => nothing,
})
