import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

export const drillKinds = ['boundary', 'alarm'] as const
export type DrillKind = (typeof drillKinds)[number]
const states = ['waiting', 'running', 'ended'] as const
const endings = ['time', 'person', 'failure'] as const
/**
 * Why a drill has ended without an alert. `no_way_out`: everything around the boundary is in others of which a tracker
 * must be in one.
 */
export const drillFailures = ['no_boundary', 'out_of_hours', 'no_way_out', 'no_alert'] as const
export type DrillFailure = (typeof drillFailures)[number]

/** Alarms that a drill can raise. */
export const drillAlarms = ['sos', 'power_cut', 'low_battery', 'tow', 'tamper', 'crash', 'movement'] as const

/** `not_reached` has a reason, which is `not_in_time` of a message that was still on its way. */
export const lineStates = ['waiting', 'reached', 'not_reached', 'not_asked'] as const
export const lineReasons = [
  ...(['not_seen', 'not_asked', 'no_settings', 'switched_off', 'muted', 'no_channel', 'no_address'] as const),
  ...(['quiet', 'limit', 'repeats', 'unconfirmed', 'quota', 'no_provider', 'undeliverable', 'declined'] as const),
  ...(['not_in_time'] as const),
] as const

/** One address that a drill should reach, or a person who gets no messages. */
export const DrillLine = Type.Object({
  /** Whose address it is; null: on a list. */
  user_id: Nullable(Id),
  channel: Nullable(Type.Enum(['email', 'sms', 'push', 'webhook'] as const)),
  /** Masked; null where there is no message. */
  address: Nullable(Type.String({ maxLength: 100 })),
  /** Whether it is of the second list, which is asked when the first does not acknowledge. */
  escalation: Type.Boolean(),
  state: Type.Enum([...lineStates]),
  reason: Nullable(Type.Enum([...lineReasons])),
  /** From the alert to the provider's answer. */
  seconds: Nullable(Type.Number()),
  provider: Nullable(Type.String({ maxLength: 100 })),
  /** What the provider says. */
  answer: Nullable(Type.String({ maxLength: 500 })),
})

/** A test of alerts: a synthetic tracker raises one in the usual way, and what becomes of its messages is kept. */
export const FireDrill = defineTable({
  name: 'fire_drill',
  columns: {
    id: Id,
    organisation_id: Id,
    kind: Type.Unsafe<DrillKind>(Type.String({ enum: [...drillKinds] })),
    /** The boundary that it leaves, or enters; of an alarm, where it is. */
    boundary_id: Nullable(Id),
    boundary_name: Nullable(Type.String({ maxLength: 200 })),
    alarm: Nullable(Type.String({ minLength: 1, maxLength: 64 })),
    /** The group whose list is notified besides the organisation's. */
    group_id: Nullable(Id),
    /** Whether reminders and the escalation follow. */
    escalates: Type.Boolean(),
    /** Of a monthly one, when it was due. */
    scheduled_for: Nullable(Timestamp),
    started_by_user_id: Nullable(Id),
    state: Type.Unsafe<(typeof states)[number]>(Type.String({ enum: [...states] })),
    ended_by: Nullable(Type.Unsafe<(typeof endings)[number]>(Type.String({ enum: [...endings] }))),
    ended_by_user_id: Nullable(Id),
    failure: Nullable(Type.Unsafe<DrillFailure>(Type.String({ enum: [...drillFailures] }))),
    /** While it runs. */
    tracker_id: Nullable(Id),
    alert_id: Nullable(Id),
    /** How many reports were sent. */
    step: Type.Integer({ minimum: 0 }),
    /** When it is next worked on; the lease of the process that does. */
    next_at: Timestamp,
    /** The way of the tracker, in degrees. */
    from_lon: Nullable(Type.Number()),
    from_lat: Nullable(Type.Number()),
    to_lon: Nullable(Type.Number()),
    to_lat: Nullable(Type.Number()),
    started_at: Nullable(Timestamp),
    /** When the alert was stored. */
    raised_at: Nullable(Timestamp),
    ends_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
    /** What became of its messages, once it has ended. */
    lines: Nullable(Type.Unsafe<Static<typeof DrillLine>[]>(Type.Object({}))),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'kind'],
  moves: { named_in: ['fire_drill_id'] },
  purge: { keeps: { boundary_name: 'the name of a boundary', lines: 'ids, and addresses that are masked' } },
})
