import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { purposes } from '../purposes.ts'
import { ProcedureRole, ProcedureState, Supervision } from './values.ts'

/** A case in a person's logbook. The health number is sealed; its index is an HMAC. */
export const Procedure = defineTable({
  name: 'procedure',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    case_number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    date: DateOnly,
    type: Type.String({ maxLength: 200 }),
    modality: Type.String({ maxLength: 200 }),
    region: Type.String({ maxLength: 200 }),
    structures: Type.String({ maxLength: 1000 }),
    nhi_sealed: Nullable(Type.String()),
    nhi_index: Nullable(Type.String()),
    nhi_mask: Nullable(Type.String()),
    comments: Type.String({ maxLength: 10000 }),
    difficulty_extraneous: Type.String({ maxLength: 10000 }),
    difficulty_other: Type.String({ maxLength: 10000 }),
    difficulty_physical: Type.String({ maxLength: 10000 }),
    difficulty_physiological: Type.String({ maxLength: 10000 }),
    difficulty_psychological: Type.String({ maxLength: 10000 }),
    role: Nullable(ProcedureRole),
    supervision: Nullable(Supervision),
    supervisor_user_id: Nullable(Id),
    state: ProcedureState,
    outcome: Type.String({ maxLength: 10000 }),
    /** Of who approved or returned it. */
    note: Type.String({ maxLength: 10000 }),
    approved_by: Nullable(Id),
    approved_at: Nullable(Timestamp),
    client_key: Nullable(Type.String({ format: 'uuid' })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'case_number', 'date'],
  sealed: { nhi_sealed: purposes.nhi },
  found_by: { column: 'nhi_index', of: 'nhi_sealed', purpose: purposes.nhi_index },
  conflicts: {
    procedure_case_number: ['number_conflict', 'case_number'],
    procedure_client_key: ['conflict', 'client_key'],
  },
})
