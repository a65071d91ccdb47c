import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The PDF of an authorised invoice or of a closed cycle's report, which is made once. */
export const KeptDocument = defineTable({
  name: 'kept_document',
  columns: {
    id: Id,
    organisation_id: Id,
    /** One of the two says whose document it is. */
    invoice_id: Nullable(Id),
    devplan_id: Nullable(Id),
    /** Of what the document shows, as JSON: another digest means that it is made again. */
    input_sha256: Type.String(),
    content_id: Id,
    created_at: Timestamp,
  },
  defaults: ['id', 'invoice_id', 'devplan_id', 'created_at'],
})
