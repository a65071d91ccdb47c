import { Type } from 'typebox'
import { Id, Markdown, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A page that administrators write. Readers see the published version of it (`page_content_version`). */
export const PageContent = defineTable({
  name: 'page_content',
  columns: {
    id: Id,
    /** Null: the installation's, for organisations without their own. */
    organisation_id: Nullable(Id),
    /** The page: `help` is shown at /app/help, keys without a page of their own at /app/page/<key>. */
    key: Type.String({ pattern: '^[a-z0-9-]{1,50}$', description: '1 to 50 lower-case letters, digits or hyphens' }),
    locale: Type.String({ minLength: 2, maxLength: 16 }),
    /** The title and the text as administrators edit them; readers see them once they are published. */
    title: Type.String({ minLength: 1, maxLength: 200 }),
    text: Markdown(100_000),
    state: Type.Union([Type.Literal('draft'), Type.Literal('published')]),
    published_at: Nullable(Timestamp),
    /** The version that was published last; 0 if none was. */
    version: Type.Integer({ minimum: 0 }),
    created_by_user_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['title'],
  required: ['key', 'locale', 'title'],
  conflicts: { page_content_key: ['name_conflict', 'key'] },
})
