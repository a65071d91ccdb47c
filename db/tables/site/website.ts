import { Type } from 'typebox'
import { Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

const Url = Nullable(
  Type.String({
    format: 'uri',
    pattern: '^https?://',
    maxLength: 500,
    description: 'an address that begins with http:// or https://',
  }),
)
/**
 * The address of a script that counts visits, or a measurement ID or tag ID of Google Analytics. Signed-out pages load it,
 * and it may send to its own hosts alone. A container of tags (GTM-…) is refused: it runs what others put into it.
 */
const Analytics = Nullable(
  Type.String({
    pattern:
      "^(https://[A-Za-z0-9.-]+(:[0-9]+)?/[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*|(G|GT)-[A-Z0-9]{4,20}|UA-[0-9]{4,10}-[0-9]{1,4})$",
    maxLength: 500,
    description: 'a measurement ID such as G-ABC123DEF4, or the https address of a script',
  }),
)
/** `{key}` stands for the map key. */
const StyleUrl = Nullable(
  Type.String({
    pattern: '^https?://[^/\\s]+/\\S*$',
    maxLength: 500,
    description: 'an address that begins with http:// or https://',
  }),
)
/** Public keys of other services. */
const Key = Nullable(Type.String({ maxLength: 200 }))

/** The installation's public settings: one row, no secrets. */
export const Website = defineTable({
  name: 'website',
  columns: {
    id: Type.Integer({ minimum: 1, maximum: 1 }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    slogan: Nullable(Type.String({ maxLength: 200 })),
    copyright: Nullable(Type.String({ maxLength: 200 })),
    terms_url: Url,
    privacy_url: Url,
    favicon_url: Url,
    analytics_key: Analytics,
    map_key: Key,
    map_style_url: StyleUrl,
    /** The default base map: an `id` of `GET map`. Null: no platform administrator has decided yet. */
    basemap: Nullable(Type.String({ maxLength: 40 })),
    /** Whether the base maps of openfreemap.org are offered. */
    openfreemap: Type.Boolean(),
    /** Whether users without a second factor must set one up first. */
    second_factor_required: Type.Boolean(),
    modified_at: Timestamp,
  },
  defaults: ['openfreemap', 'second_factor_required', 'modified_at'],
  stays: 'of the installation',
})
