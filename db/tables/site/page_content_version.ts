import { Type } from 'typebox'
import { Id, Markdown, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** What was published of a page, once for each time. Never changed. */
export const PageContentVersion = defineTable({
  name: 'page_content_version',
  columns: {
    id: Id,
    /** That of the page. */
    organisation_id: Nullable(Id),
    page_content_id: Id,
    version: Type.Integer({ minimum: 1 }),
    title: Type.String({ minLength: 1, maxLength: 200 }),
    text: Markdown(100_000),
    published_at: Timestamp,
    published_by_user_id: Nullable(Id),
  },
  required: ['page_content_id', 'version', 'title', 'text'],
})
