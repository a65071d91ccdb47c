import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { isDaysAgo } from '../traits.ts'

/** A public link: its token shows where trackers are until it expires or is deleted. */
export const ShareLink = defineTable({
  name: 'share_link',
  columns: {
    id: Id,
    organisation_id: Id,
    /** It shows one of these: a tracker, several, or a group with all below it. */
    tracker_id: Nullable(Id),
    tracker_ids: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
    group_id: Nullable(Id),
    /** What people with the link read above the map. */
    name: Nullable(Type.String({ minLength: 1, maxLength: 100 })),
    created_by_user_id: Id,
    /** SHA-256 of the token, in hexadecimal. */
    token_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    /** Nothing is shown before; null: from when it was made. */
    begins_at: Nullable(Timestamp),
    expires_at: Timestamp,
    /** Whether the names of trackers are shown; else they are numbered. */
    shows_names: Type.Boolean(),
    shows_speed: Type.Boolean(),
    /** For how many minutes back the way of each tracker is shown. */
    trail_min: Type.Integer({ minimum: 0, maximum: 120 }),
    /** The place that arrivals are estimated for. */
    location_id: Nullable(Id),
    /** Websites that may show it in a page of theirs, such as `https://example.com`. */
    origins: Type.Array(Type.String({ minLength: 8, maxLength: 200 }), { maxItems: 10, uniqueItems: true }),
    /** Of the password that the link asks for (`sharing/password.ts`); null: it asks for none. */
    password_tag: Nullable(Type.String({ maxLength: 64 })),
    /** Whether it ends when its tracker has arrived at the place. */
    ends_on_arrival: Type.Boolean(),
    arrived_at: Nullable(Timestamp),
    /** Of a link to one trip of its tracker: when it began, and the last time that is known of it. */
    trip_began_at: Nullable(Timestamp),
    trip_through_at: Nullable(Timestamp),
    /** The end of the trip before and the begin of the next: a trip that reaches beyond is another one. */
    trip_after_at: Nullable(Timestamp),
    trip_before_at: Nullable(Timestamp),
    /** Whether the trip had not ended when it was shared: the link ends with it. */
    trip_runs: Type.Boolean(),
    /** Whether the name of who drives is shown. */
    shows_driver: Type.Boolean(),
    /** How often its page was opened, and when last. */
    views: Type.Integer({ minimum: 0 }),
    viewed_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'created_by_user_id', 'token_sha256', 'expires_at'],
  past: isDaysAgo('expires_at'),
})
