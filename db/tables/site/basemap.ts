import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

const Address = Type.String({
  pattern: '^https?://[^\\s/]+/?\\S*$',
  maxLength: 1000,
  description: 'an address that begins with http:// or https://',
})

/** A base map that a platform administrator has added. */
export const Basemap = defineTable({
  name: 'basemap',
  columns: {
    id: Id,
    name: Type.String({ minLength: 1, maxLength: 60 }),
    /** `style`: MapLibre styles. `raster`: templates of tile addresses with {z}, {x} and {y}. */
    kind: Type.Union([Type.Literal('style'), Type.Literal('raster')]),
    light_url: Address,
    /** Null: the light one, dimmed if it is a raster. */
    dark_url: Nullable(Address),
    /** Plain text. Styles bring their own. */
    attribution: Nullable(Type.String({ maxLength: 500 })),
    /** Further origins that the browser loads tiles, fonts or icons from. */
    hosts: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20 }),
    /** The last zoom level with raster tiles; null: 19. */
    max_zoom: Nullable(Type.Integer({ minimum: 0, maximum: 24 })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  defaults: ['id', 'dark_url', 'attribution', 'hosts', 'max_zoom', 'created_at', 'modified_at'],
  stays: 'of the installation',
  conflicts: { basemap_name: ['name_conflict', 'name'] },
})
