import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { isDaysAgo } from '../traits.ts'

export const commandTypes = [
  'interval',
  'custom',
  'engine_stop',
  'engine_resume',
  'output',
  'position',
  'reboot',
  'apn',
  'server',
] as const
export const commandStates = ['queued', 'sent', 'answered', 'expired', 'failed'] as const
export type CommandType = (typeof commandTypes)[number]
export type CommandState = (typeof commandStates)[number]

/** At most 64 characters each; `gateway/protocols` declares them. */
export const CommandFields = Type.Record(
  Type.String({ pattern: '^[a-z_]{1,32}$' }),
  Type.Union([Type.String({ maxLength: 64 }), Type.Integer(), Type.Boolean()]),
  { maxProperties: 8 },
)

/** A command to a device, sent once when the device is connected. */
export const TrackerCommand = defineTable({
  name: 'tracker_command',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    type: Type.Unsafe<CommandType>(Type.Union(commandTypes.map((type) => Type.Literal(type)))),
    /** A custom command in the device's own format. */
    text: Nullable(Type.String({ minLength: 1, maxLength: 1000 })),
    /** Seconds between reports; 0 is off. */
    interval_s: Nullable(Type.Integer({ minimum: 0, maximum: 86_400 })),
    /** What a command by name is given, such as an output. */
    fields: Nullable(CommandFields),
    /** Not sent before this. */
    send_at: Nullable(Timestamp),
    /** Of all that were given at once. */
    batch: Nullable(Type.String({ format: 'uuid' })),
    /** Whether it may stop a vehicle on the road: it waits until the tracker stands. */
    dangerous: Type.Boolean(),
    /** Why a person gave a dangerous one. */
    why: Nullable(Type.String({ minLength: 1, maxLength: 500 })),
    /** Whether it results from a change of the tracker's settings. */
    by_settings: Type.Boolean(),
    /** Whether it goes to the number of the tracker's SIM instead of a connection. */
    by_sms: Type.Boolean(),
    state: Type.Unsafe<CommandState>(Type.Union(commandStates.map((state) => Type.Literal(state)))),
    /** Why it failed. */
    reason: Nullable(Type.String()),
    answer: Nullable(Type.String()),
    created_by_user_id: Nullable(Id),
    queued_at: Timestamp,
    sent_at: Nullable(Timestamp),
    answered_at: Nullable(Timestamp),
    /** Not sent after this; null: never expires. */
    expires_at: Nullable(Timestamp),
    modified_at: Timestamp,
  },
  defaults: [
    'id',
    'text',
    'interval_s',
    'fields',
    'send_at',
    'batch',
    'dangerous',
    'why',
    'by_settings',
    'by_sms',
    'state',
    'reason',
    'answer',
    'created_by_user_id',
    'queued_at',
    'sent_at',
    'answered_at',
    'expires_at',
    'modified_at',
  ],
  // The primary key begins with the organisation.
  past: sql`state <> 'queued' and ${isDaysAgo('queued_at')}
    and organisation_id = any(array(select id from organisation))`,
})
