import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A link of the chain of an organisation's closed days (`history/chain/link.ts`). A trigger keeps what is there. */
export const HistoryLink = defineTable({
  name: 'history_link',
  columns: {
    organisation_id: Id,
    /** From 1, without gaps. */
    number: Type.Integer({ minimum: 1 }),
    day: Nullable(DateOnly),
    kind: Type.String(),
    /** What is hashed, as it is. */
    body: Type.String(),
    /** SHA-256 of the body. */
    hash: Type.String(),
    made_at: Timestamp,
  },
})
