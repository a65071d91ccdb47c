import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A device that reports: a GPS unit or a phone. */
export const Tracker = defineTable({
  name: 'tracker',
  columns: {
    id: Id,
    organisation_id: Id,
    /** What the device calls itself on the wire: an IMEI or any other string, unique in the installation. */
    number: Type.String({ minLength: 1, maxLength: 64 }),
    name: Nullable(Type.String({ maxLength: 200 })),
    type: Type.Union([Type.Literal('gps'), Type.Literal('phone')]),
    owner_user_id: Nullable(Id),
    active: Type.Boolean(),
    /** SHA-256 of the device token, in hexadecimal. */
    token_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    /** Seconds between reports; 0 is off. */
    interval_s: Type.Integer({ minimum: 0, maximum: 86_400 }),
    interval_charging_s: Type.Integer({ minimum: 0, maximum: 86_400 }),
    /** The device stops sending after so many seconds without movement; 0 is off. */
    pause_after_still_s: Type.Integer({ minimum: 0, maximum: 86_400 }),
    /** Outside reports in a row before a leaving is believed. */
    exit_confirmations: Type.Integer({ minimum: 1, maximum: 100 }),
    /** Seconds outside before a leaving is believed; 0 is off. */
    exit_delay_s: Type.Integer({ minimum: 0, maximum: 86_400 }),
    /** Where a device without a secret must come from, as `203.0.113.0/24`; empty: from anywhere. */
    source_networks: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100 }),
    /** How it may report, by the names in `db/transports.ts`. */
    transports: Type.Array(Type.String({ minLength: 1, maxLength: 64 })),
    /** The form that all spellings of the number share, written by the database: `canonicalNumber()`. */
    canonical_number: Type.String(),
    /** 0; above it where another tracker had the number in another spelling before there was one form. */
    number_clash: Type.Integer({ minimum: 0 }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: [
    'id',
    'type',
    'active',
    'interval_s',
    'interval_charging_s',
    'pause_after_still_s',
    'exit_confirmations',
    'exit_delay_s',
    'source_networks',
    'transports',
    'canonical_number',
    'number_clash',
    'created_at',
    'modified_at',
  ],
})
