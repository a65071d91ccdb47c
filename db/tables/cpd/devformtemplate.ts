import { Type } from 'typebox'
import { Id, Json, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { FormField } from './form_field.ts'
import { ColleaguesApprovedBy, FilledBy, TemplateState } from './values.ts'

/** A version of a form. A published one never changes. */
export const Devformtemplate = defineTable({
  name: 'devformtemplate',
  columns: {
    id: Id,
    organisation_id: Id,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    version: Type.Integer({ minimum: 1 }),
    state: TemplateState,
    fields: Json(Type.Array(FormField, { maxItems: 200 })),
    filled_by: FilledBy,
    /** Of rounds of feedback that begin with it. */
    colleagues_approved_by: ColleaguesApprovedBy,
    /** What a form counts once it is agreed. */
    credit_devcategory_id: Nullable(Id),
    credit_hours: Nullable(Type.Integer({ minimum: 0 })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'name'],
  conflicts: { devformtemplate_version: ['conflict', 'version'] },
})
