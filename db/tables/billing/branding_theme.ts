import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** How an organisation's invoices look. */
export const BrandingTheme = defineTable({
  name: 'branding_theme',
  columns: {
    id: Id,
    organisation_id: Id,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    /** An image among the organisation's files. */
    logo_file_id: Nullable(Id),
    terms: Type.String({ maxLength: 4000 }),
    footer: Type.String({ maxLength: 500 }),
    active: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['organisation_id', 'name'],
  conflicts: { branding_theme_name: ['name_conflict', 'name'] },
})
