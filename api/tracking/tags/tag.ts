import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Tag } from '#db/tables/tracking/tags/tag.ts'
import { organisationRows } from '../../crud/belonging_rows.ts'
import { defineResource, equals } from '../../crud/resource.ts'
import { seesAll } from '../../crud/viewer.ts'

const { name, colour } = Tag.columns

/** Other members do not read them: what is written on the tracker of a customer is the organisation's. */
export const tag = defineResource({
  name: 'tag',
  plural: 'tags',
  about: 'List tags: words for trackers, of which each has any number',
  row: Type.Object({
    ...Tag.columns,
    /** How many trackers have it. */
    trackers: Type.Integer(),
  }),
  computed: {
    trackers: sql`(select count(*)::int from tracker_tag t
      where t.organisation_id = tag.organisation_id and t.tag_id = tag.id)`,
  },
  filters: { organisation_id: equals('organisation_id', Id) },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  quota: { organisation: 'tags' },
  ...organisationRows('tag', { readers: seesAll }, { name }, { colour }),
})
