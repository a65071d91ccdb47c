import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { WaiverKind, WaiverState } from './values.ts'

/** Time that does not count against a person. */
export const Devwaiver = defineTable({
  name: 'devwaiver',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    devplan_id: Id,
    from: DateOnly,
    to: DateOnly,
    kind: WaiverKind,
    reason: Type.String({ maxLength: 2000 }),
    state: WaiverState,
    decided_by: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devplan_id', 'from', 'to', 'kind'],
})
