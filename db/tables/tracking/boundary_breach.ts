import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

export const breachRules = ['alone', 'keep_out'] as const
export type BreachRule = (typeof breachRules)[number]

/**
 * A boundary of rule `alone` or `keep_out` that a tracker breaks at present. Part of the tracker's state: it is written
 * together with `tracker_state`, whose version guards both.
 */
export const BoundaryBreach = defineTable({
  name: 'boundary_breach',
  columns: {
    organisation_id: Id,
    tracker_id: Id,
    boundary_id: Id,
    rule: Type.Unsafe<BreachRule>(Type.Union(breachRules.map((rule) => Type.Literal(rule)))),
    since: Timestamp,
    /** Reports in a row so far, up to the number that confirms the breach. */
    count: Type.Integer({ minimum: 0 }),
    /** Null until it is confirmed. */
    alert_id: Nullable(Id),
  },
})
