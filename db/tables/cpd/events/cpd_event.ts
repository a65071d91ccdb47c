import { Type } from 'typebox'
import { Id, Json, Nullable, Sized, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Flags, Tags } from '../values.ts'

const Part = Type.Object({
  devcategory_id: Id,
  hours: Type.Number({ minimum: 0, maximum: 8784 }),
  items: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
})

/** What a college offers. Who was there gets an activity with its hours, which are hundredths. */
export const CpdEvent = defineTable({
  name: 'cpd_event',
  columns: {
    id: Id,
    organisation_id: Id,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.String({ maxLength: 5000 }),
    provider: Type.String({ maxLength: 200 }),
    place: Type.String({ maxLength: 200 }),
    starts_at: Timestamp,
    ends_at: Timestamp,
    hours: Type.Integer({ minimum: 0 }),
    credits: Sized(4096, Json(Type.Array(Part, { maxItems: 20 }))),
    flags: Flags,
    tags: Tags,
    /** Whether it is in the catalogue that members read. */
    listed: Type.Boolean(),
    /** When its link records those who open it. */
    open_from: Nullable(Timestamp),
    open_until: Nullable(Timestamp),
    /** The xAPI activity of the online course that it is. */
    course_iri: Nullable(Type.String({ maxLength: 1000, pattern: '^[A-Za-z][A-Za-z0-9+.-]*:\\S+$' })),
    /** 22 characters, random. */
    code: Type.String({ minLength: 22, maxLength: 22 }),
    created_by: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'name', 'starts_at', 'ends_at', 'hours', 'code'],
  conflicts: { cpd_event_course: ['conflict', 'course_iri'] },
})
