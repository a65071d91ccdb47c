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
/** The address of a script that counts visits. Signed-out pages load it, and it may send to its own host alone. */
const ScriptUrl = Nullable(
  Type.String({
    format: 'uri',
    pattern: '^https://[A-Za-z0-9.-]+(:[0-9]+)?/',
    maxLength: 500,
    description: 'the address of a script, such as https://stats.example.com/script.js',
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
    analytics_key: ScriptUrl,
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
})
