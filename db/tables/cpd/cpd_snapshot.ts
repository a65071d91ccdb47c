import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** What was signed. Never changed. */
export const CpdSnapshot = defineTable({
  name: 'cpd_snapshot',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Nullable(Id),
    entity: Type.Unsafe<'devplan' | 'devplan_review' | 'devform'>(Type.String()),
    entity_id: Id,
    /** JSON; `sha256` is of these bytes. */
    content: Type.String(),
    sha256: Type.String(),
    signed_by_user_id: Nullable(Id),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'entity', 'entity_id', 'content', 'sha256'],
  moves: { about: (entity) => (entity === 'devform' ? 'devform' : 'devplan') },
  exported: 'Plans, reviews and forms as they were signed',
  purge: { keeps: 'what another has signed, with its digest' },
})
