import { Type } from 'typebox'
import { Id, Nullable, OpenJson, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { FormState } from './values.ts'

/** A form about a person, by a version of its template. */
export const Devform = defineTable({
  name: 'devform',
  columns: {
    id: Id,
    organisation_id: Id,
    /** Whom it is about. */
    user_id: Id,
    devformtemplate_id: Id,
    version: Type.Integer({ minimum: 1 }),
    /** Null once an anonymous form was submitted. */
    filled_by_user_id: Nullable(Id),
    devplan_id: Nullable(Id),
    /** The rotation that it assesses. */
    cpd_rotation_id: Nullable(Id),
    answers: OpenJson(),
    state: FormState,
    note: Type.String({ maxLength: 10000 }),
    /** What was agreed, as JSON, and the SHA-256 of these bytes. */
    snapshot: Nullable(Type.String()),
    sha256: Nullable(Type.String()),
    agreed_by_user_id: Nullable(Id),
    submitted_at: Nullable(Timestamp),
    agreed_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devformtemplate_id', 'version'],
  removal: {},
  purge: { keeps: { snapshot: 'what another has signed, with its digest' } },
})
