import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** What a file is evidence of. Such a file cannot be deleted. */
export const FileEvidence = defineTable({
  name: 'file_evidence',
  columns: {
    file_id: Id,
    organisation_id: Id,
    entity: Type.String(),
    entity_id: Id,
    /** For people: "is evidence of <title>". */
    title: Type.String(),
    created_at: Timestamp,
  },
  defaults: ['created_at'],
  moves: { about: (entity) => entity },
})
