import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** That a person has met a cycle, as it was when it was issued; anyone with its code may check it. */
export const CpdCertificate = defineTable({
  name: 'cpd_certificate',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    /** Null once it is deleted. */
    devplan_id: Nullable(Id),
    devcycle_id: Nullable(Id),
    /** 20 letters and digits, random. */
    code: Type.String({ minLength: 20, maxLength: 20 }),
    /** Names as they were. */
    person: Type.String({ maxLength: 300 }),
    number: Type.String({ maxLength: 100, description: 'The registration number' }),
    organisation: Type.String({ maxLength: 300 }),
    cycle: Type.String({ maxLength: 200 }),
    standard: Type.String({ maxLength: 300 }),
    start: DateOnly,
    end: DateOnly,
    issued_by: Nullable(Id),
    issued_at: Timestamp,
    /** Since then its result has changed or was opened again, or an audit has found it not to be met. */
    withdrawn_at: Nullable(Timestamp),
  },
  required: [...(['organisation_id', 'user_id', 'code', 'person', 'organisation', 'cycle', 'start', 'end'] as const)],
  conflicts: { cpd_certificate_valid: ['conflict', 'devplan_id'] },
})
