import { Type } from 'typebox'
import { Id, Markdown, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A frequently asked question with its answer. */
export const Faq = defineTable({
  name: 'faq',
  columns: {
    id: Id,
    /** Null: the installation's, which everybody sees. */
    organisation_id: Nullable(Id),
    locale: Type.String({ minLength: 2, maxLength: 16 }),
    question: Type.String({ minLength: 1, maxLength: 500 }),
    answer: Markdown(20_000),
    /** The heading above it; null without one. */
    category: Nullable(Type.String({ minLength: 1, maxLength: 100 })),
    /** Its place among those of the organisation, or of the installation. */
    position: Type.Integer({ minimum: 1 }),
    published: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['question', 'category'],
  required: ['locale', 'question', 'position'],
})
