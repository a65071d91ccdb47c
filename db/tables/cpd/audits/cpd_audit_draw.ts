import { sql } from 'kysely'
import { Type } from 'typebox'
import { DateOnly, Id, Json, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { movedAccounts } from '../../moves.ts'

/**
 * A share of the people of a cycle, drawn for an audit. `percent` is hundredths of a per cent.
 * Only the notice is added, once.
 */
export const CpdAuditDraw = defineTable({
  name: 'cpd_audit_draw',
  columns: {
    id: Id,
    organisation_id: Id,
    devcycle_id: Id,
    percent: Type.Integer({ minimum: 1, maximum: 10_000 }),
    seed: Type.String({ minLength: 1, maxLength: 100 }),
    /** Whom it was drawn from. */
    people: Json(Type.Array(Id)),
    drawn: Json(Type.Array(Id)),
    /** Until when those who are drawn submit their records; null before they are notified. */
    due_on: Nullable(DateOnly),
    notified_at: Nullable(Timestamp),
    created_by: Nullable(Id),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'devcycle_id', 'percent', 'seed', 'people', 'drawn'],
  moves: { values: { people: movedAccounts(sql`s.people`), drawn: movedAccounts(sql`s.drawn`) } },
})
