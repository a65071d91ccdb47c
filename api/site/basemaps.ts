import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Nullable } from '#db/tables/columns.ts'
import type { ApiConfig } from '../context.ts'
import { originOf } from './basemap.ts'
import { type MapFile, openMapFile } from './map_file.ts'

/** A base map that people may choose. */
export const OfferedBasemap = Type.Object({
  /** `built_in`, `file`, `style`, `openfreemap_…`, `maptiler_…`, or the id of a row of `basemaps`. */
  id: Type.String(),
  /** Null for `built_in`, `file` and `style`, whose names are in the language of the reader. */
  name: Nullable(Type.String()),
  kind: Type.Enum(['built_in', 'style', 'raster', 'vector_file', 'raster_file']),
  light_url: Nullable(Type.String()),
  dark_url: Nullable(Type.String()),
  attribution: Nullable(Type.String()),
  max_zoom: Nullable(Type.Integer()),
  /** West, south, east, north of a file. */
  bounds: Nullable(Type.Array(Type.Number())),
})

/** The base maps of an installation, the default one, and the origins that browsers load them from. */
export async function readBasemaps(db: Db, config: MapConfig): Promise<Basemaps> {
  const website = await db
    .selectFrom('website')
    .select(['basemap', 'openfreemap', 'map_key', 'map_style_url'])
    .executeTakeFirstOrThrow()
  const own = await db.selectFrom('basemap').selectAll().orderBy('name').execute()
  const style_url = withKey(config.map_style_url ?? website.map_style_url, website.map_key)
  const file = readFile(config.map_file)
  const basemaps: Offered[] = [
    offered('built_in', 'built_in'),
    ...(file ? [{ ...offered('file', `${file.kind}_file`), light_url: FILE_PATH, bounds: file.bounds }] : []),
    ...(style_url ? [{ ...offered('style', 'style'), light_url: style_url }] : []),
    ...(website.openfreemap ? openFreeMap : []),
    ...(website.map_key ? mapTiler(website.map_key) : []),
    ...own.map(({ id, name, kind, light_url, dark_url, attribution, max_zoom }) => ({
      ...offered(String(id), kind),
      name,
      light_url,
      dark_url,
      attribution,
      max_zoom,
    })),
  ]
  const set = basemaps.find(({ id }) => id === website.basemap)?.id ?? null
  const initial = file ? 'file' : style_url ? 'style' : null
  const urls = basemaps.flatMap(({ light_url, dark_url }) => [light_url, dark_url])
  const origins = [...urls, ...own.flatMap(({ hosts }) => hosts)].flatMap((url) => (url && originOf(url)) ?? [])
  return {
    basemaps,
    basemap: set ?? initial ?? 'built_in',
    undecided: website.basemap === null && initial === null,
    origins: [...new Set(origins)],
    any_host: style_url !== null,
  }
}

/** Puts the map key in place of `{key}`; null without an address, or without the key that it needs. */
function withKey(style_url: string | null, key: string | null): string | null {
  if (!style_url?.includes('{key}')) return style_url
  return key && style_url.replaceAll('{key}', encodeURIComponent(key))
}

export const FILE_PATH = '/api/v1/map/file'

/** Null without a file, and while it is away or cannot be drawn. */
function readFile(path: string | null): MapFile | null {
  try {
    return path === null ? null : openMapFile(path)
  } catch {
    return null
  }
}

const openFreeMap = (['liberty', 'positron'] as const).map((style) => ({
  ...offered(`openfreemap_${style}`, 'style'),
  name: `OpenFreeMap ${style === 'liberty' ? 'Liberty' : 'Positron'}`,
  light_url: `https://tiles.openfreemap.org/styles/${style}`,
  dark_url: 'https://tiles.openfreemap.org/styles/dark',
}))

/** Every style, tile, font and icon of MapTiler comes from one host. */
function mapTiler(key: string): Offered[] {
  const style = (name: string) => `https://api.maptiler.com/maps/${name}/style.json?key=${encodeURIComponent(key)}`
  return [
    {
      ...offered('maptiler_streets', 'style'),
      name: 'MapTiler Streets',
      light_url: style('streets-v2'),
      dark_url: style('streets-v2-dark'),
    },
    { ...offered('maptiler_satellite', 'style'), name: 'MapTiler Satellite', light_url: style('hybrid') },
  ]
}

function offered(id: string, kind: Kind): Offered {
  return { id, name: null, kind, light_url: null, dark_url: null, attribution: null, max_zoom: null, bounds: null }
}

type Kind = Offered['kind']
type MapConfig = Pick<ApiConfig, 'map_style_url' | 'map_file'>
type Offered = Static<typeof OfferedBasemap>
export type Basemaps = {
  basemaps: Offered[]
  /** The id of the default one. */
  basemap: string
  /** Whether a platform administrator is asked for it. */
  undecided: boolean
  /** Origins that browsers load from. */
  origins: string[]
  /** Whether there is a style that may name any host for its tiles. */
  any_host: boolean
}
