import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Level } from './cpd_epa.ts'

/** The level at which a trainee was seen to do an entrustable professional activity: asked for, or assessed. */
export const CpdAssessment = defineTable({
  name: 'cpd_assessment',
  columns: {
    id: Id,
    organisation_id: Id,
    /** The trainee. */
    user_id: Id,
    cpd_epa_id: Id,
    observed_on: DateOnly,
    /** What the trainee writes to the assessor. */
    request: Type.String({ maxLength: 5000 }),
    devactivity_id: Nullable(Id),
    procedure_id: Nullable(Id),
    /** A supervisor; null for an assessor who has a link. */
    assessor_user_id: Nullable(Id),
    assessor_email: Nullable(Type.String({ minLength: 3, maxLength: 254 })),
    assessor_name: Type.String({ maxLength: 200 }),
    token_sha256: Nullable(Type.String()),
    /** Null until it is assessed. */
    level: Nullable(Level),
    text: Type.String({ maxLength: 10_000 }),
    assessed_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'cpd_epa_id', 'observed_on'],
  purge: { address: 'assessor_email' },
})
