import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { purposes } from '../purposes.ts'

export const forwardProtocols = ['wialon', 'wialon_1', 'http', 'mqtt', 'kafka', 'nats', 'amqp'] as const
export type ForwardProtocol = (typeof forwardProtocols)[number]
export const forwardPresets = ['home_assistant', 'traccar'] as const
export type ForwardPreset = (typeof forwardPresets)[number]
/** How reports are written over HTTP and to brokers; `osmand` and `home_assistant` are those of the presets. */
export const forwardFormats = ['ringfence', 'traccar', 'osmand', 'home_assistant'] as const
export type ForwardFormat = (typeof forwardFormats)[number]

const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.String({ enum: [...values] }))

/** Where an organisation's reports are sent, besides being stored. */
export const ReportForward = defineTable({
  name: 'report_forward',
  columns: {
    id: Id,
    organisation_id: Id,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** A host name or an address. */
    host: Type.String({ minLength: 1, maxLength: 253 }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    /** `wialon`: Wialon IPS 2.0, with checksums; `wialon_1`: 1.1. */
    protocol: oneOf(forwardProtocols),
    /** What receives them, where the rest follows from it. */
    preset: Nullable(oneOf(forwardPresets)),
    /** Of HTTP; host and port are its own. */
    url: Nullable(Type.String({ minLength: 1, maxLength: 500 })),
    /** Of brokers: whether the connection is encrypted. */
    tls: Type.Boolean(),
    /** Of brokers; of AMQP with the virtual host, as `vhost:user`. */
    username: Nullable(Type.String({ minLength: 1, maxLength: 100 })),
    /**
     * Of brokers, a subject of NATS, a routing key of AMQP: `{organisation}`, `{id}` and `{number}` stand for the
     * tracker's; for Home Assistant the first part.
     */
    topic: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
    format: oneOf(forwardFormats),
    /** The password of all its trackers or of the broker, or the bearer token of HTTP; sealed. */
    password_sealed: Nullable(Type.String()),
    active: Type.Boolean(),
    /** Counts of accepted reports, and of reports dropped because the queue was too long or they were too old. */
    sent: Type.Integer({ minimum: 0 }),
    dropped: Type.Integer({ minimum: 0 }),
    last_sent_at: Nullable(Timestamp),
    last_error: Nullable(Type.String()),
    last_error_at: Nullable(Timestamp),
    /** Backoff while the server cannot be reached. */
    retry_at: Nullable(Timestamp),
    failures: Type.Integer({ minimum: 0 }),
    /** The process that sends has it until then. */
    leased_until: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['organisation_id', 'name', 'host', 'port'],
  moves: { values: { leased_until: sql`null::timestamptz` } },
  sealed: { password_sealed: purposes.report_forward },
})
