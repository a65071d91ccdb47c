import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { raisedKinds } from '../people/alert_preferences.ts'

export const alertKinds = [
  ...(['boundary', 'alarm', 'sos', 'presence', 'reminder', 'escalation'] as const),
  ...raisedKinds,
] as const
export type AlertKind = (typeof alertKinds)[number]

/** Alerts of a kind that a tracker has raised in its present hour. */
export const AlertCount = defineTable({
  name: 'alert_count',
  columns: {
    organisation_id: Id,
    tracker_id: Id,
    kind: Type.Unsafe<AlertKind>(Type.Union(alertKinds.map((kind) => Type.Literal(kind)))),
    began_at: Timestamp,
    count: Type.Integer({ minimum: 0 }),
  },
  removal: {},
})
