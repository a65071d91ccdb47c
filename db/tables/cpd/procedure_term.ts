import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { TermKind } from './values.ts'

/** A word that procedures of an organisation use. */
export const ProcedureTerm = defineTable({
  name: 'procedure_term',
  columns: {
    id: Id,
    organisation_id: Id,
    kind: TermKind,
    code: Type.String({ minLength: 1, maxLength: 50 }),
    snomed_id: Nullable(
      Type.String({ pattern: '^[0-9]{6,18}$', description: 'a SNOMED CT identifier: 6 to 18 digits' }),
    ),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    active: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name', 'code'],
  required: ['organisation_id', 'kind', 'code', 'name'],
  conflicts: { procedure_term_code: ['conflict', 'code'] },
})
