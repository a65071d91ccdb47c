import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { raisedKinds } from '../people/alert_preferences.ts'
import { Rule } from './boundary.ts'

export const alertKinds = [
  ...(['left_boundary', 'entered_boundary', 'alarm', 'offline', 'arrived', 'departed', 'late'] as const),
  ...raisedKinds,
] as const
export type AlertKind = (typeof alertKinds)[number]

/**
 * A tracker has left a boundary, has entered one that it must keep out of, has raised an alarm, is offline, or does what
 * the organisation wants to know of. Open until `ended_at`. That it has arrived or departed is over at once.
 * Maintenance is due until it was done, and a tracker is late until it comes.
 */
export const Alert = defineTable({
  name: 'alert',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    kind: Type.Unsafe<AlertKind>(Type.String({ enum: [...alertKinds] })),
    alarm: Nullable(Type.String({ maxLength: 64 })),
    /** The rule that was broken; null for alarms and offline trackers. */
    rule: Nullable(Rule),
    /** The boundary it left (of rule `any`, the one it was in last, or the only one that applies) or entered. */
    boundary_id: Nullable(Id),
    /** The boundary's name when the alert was raised. */
    boundary_name: Nullable(Type.String({ maxLength: 200 })),
    /** Of speeding, in metres per second: the limit, and the highest speed until now. */
    speed_limit: Nullable(Type.Number()),
    top_speed: Nullable(Type.Number()),
    /** Of maintenance: the plan, and its name when the alert was raised. */
    maintenance_plan_id: Nullable(Id),
    maintenance: Nullable(Type.String({ maxLength: 100 })),
    /** Of a sensor out of its range, with its name and value when the alert was raised, as `Cold store 9.2 °C`. */
    sensor_id: Nullable(Id),
    sensor: Nullable(Type.String({ maxLength: 200 })),
    /** Of two trackers too near or too far from each other: the rule, the other one, and metres when it was raised. */
    proximity_rule_id: Nullable(Id),
    other_tracker_id: Nullable(Id),
    distance_m: Nullable(Type.Number()),
    /** Whose licence has expired or who did not come, or the key that no driver has, when the alert was raised. */
    driver: Nullable(Type.String({ maxLength: 100 })),
    /** Of who did not come to drive one of a group: its name then. The tracker is one of them. */
    group_name: Nullable(Type.String({ maxLength: 200 })),
    /** Of a late one: by when it was expected, and about when it comes where that was known before. */
    expected_at: Nullable(Timestamp),
    arrives_at: Nullable(Timestamp),
    /** For a tracker outside: whether it was never inside since it or the boundary was created, so it has not left. */
    never_inside: Type.Boolean(),
    /** Start, by the device's clock. */
    started_at: Timestamp,
    /** When it was confirmed, by the device's clock. */
    raised_at: Timestamp,
    ended_at: Nullable(Timestamp),
    /** The event that raised it; null if the exit delay did. */
    event_id: Nullable(Id),
    created_at: Timestamp,
    /** Acknowledged: no more reminders, and no escalation. */
    acknowledged_at: Nullable(Timestamp),
    acknowledged_by_user_id: Nullable(Id),
    /** Written by the person who acknowledged it. */
    acknowledged_note: Nullable(Type.String({ maxLength: 500 })),
    /** Snoozed: no reminders and no escalation until then. */
    snoozed_until: Nullable(Timestamp),
  },
  defaults: [
    ...(['id', 'rule', 'boundary_name', 'speed_limit', 'top_speed', 'never_inside', 'created_at'] as const),
    ...(['maintenance_plan_id', 'maintenance', 'sensor_id', 'sensor', 'group_name'] as const),
    ...(['proximity_rule_id', 'other_tracker_id', 'distance_m', 'driver', 'expected_at', 'arrives_at'] as const),
    ...(['acknowledged_at', 'acknowledged_by_user_id', 'acknowledged_note', 'snoozed_until'] as const),
  ],
  moves: { named_in: ['alert_id', 'leaving_alert_id', 'alarm_alert_id'] },
})
