import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { ActivityState, Flags, Repeats, SamePatient, Tags } from './values.ts'

/** What a person has done. Hours are hundredths; `devactivity_credit` has their split over categories. */
export const Devactivity = defineTable({
  name: 'devactivity',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    target: Type.String({ maxLength: 500 }),
    hours: Type.Integer({ minimum: 0 }),
    time_requirement: Nullable(Type.Integer({ minimum: 0 })),
    time_credit: Nullable(Type.Integer({ minimum: 0 })),
    motivation: Type.String({ maxLength: 10000 }),
    learnings: Type.String({ maxLength: 50000 }),
    patient_benefit: Type.String({ maxLength: 10000 }),
    same_patient: SamePatient,
    began_on: Nullable(DateOnly),
    /** Null only in a draft. */
    completed_on: Nullable(DateOnly),
    provider: Type.String({ maxLength: 200 }),
    flags: Flags,
    tags: Tags,
    private: Type.Boolean(),
    state: ActivityState,
    verified_by: Nullable(Id),
    verified_at: Nullable(Timestamp),
    /** Of who verified or returned it. */
    note: Type.String({ maxLength: 10000 }),
    repeats: Repeats,
    /** Made by the client, so that a repeated request creates one row. */
    client_key: Nullable(Type.String({ format: 'uuid' })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id'],
  removal: {},
  conflicts: { devactivity_client_key: ['conflict', 'client_key'] },
})
