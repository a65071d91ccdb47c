import type { StyleSpecification } from 'maplibre-gl'
import type { Scheme } from '#messages/palette.ts'
import type { Basemap } from '../../types.ts'
import { type BaseStyle, rasterPaint } from './baseStyle.ts'

/** Milliseconds until a style, or an address that is probed, counts as failed. */
export const timeout = 10_000

/**
 * The sources and layers of a base map. Fonts are always those of the reader's system: `glyphs` of a style are left
 * out, as the map's own labels are set in fonts that a style's server may not have.
 *
 * @throws {Error} if it cannot be loaded or is no style
 */
export async function loadStyle(basemap: Basemap, options: StyleOptions): Promise<BaseStyle> {
  switch (basemap.kind) {
    case 'built_in':
      return { sources: {}, layers: [] }
    case 'style':
      return readStyle(urlOf(basemap, options.scheme), options.signal)
    case 'raster':
      return rasterStyle(basemap, options.scheme)
    // Loaded lazily: nothing else needs the format or its style.
    case 'vector_file':
      return (await import('./fileStyle.ts')).vectorFileStyle(basemap.light_url!, options)
    case 'raster_file':
      return (await import('./fileStyle.ts')).rasterFileStyle(basemap.light_url!, options.scheme)
  }
}

/** An address whose answer shows that a base map works again. */
export function probeOf(basemap: Basemap, scheme: Scheme): string {
  return urlOf(basemap, scheme).replace(/\{[zxy]\}/g, '0')
}

function urlOf({ light_url, dark_url }: Basemap, scheme: Scheme): string {
  return (scheme === 'dark' ? dark_url : null) ?? light_url!
}

async function readStyle(url: string, signal: AbortSignal): Promise<BaseStyle> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]) })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  const { version, sources, layers, sprite } = (await response.json()) as Partial<StyleSpecification>
  if (version !== 8 || !sources || !Array.isArray(layers)) throw new Error(`${url} is not a MapLibre style`)
  return { sources, layers, ...(sprite && { sprite }) }
}

function rasterStyle(basemap: Basemap, scheme: Scheme): BaseStyle {
  const { attribution, max_zoom } = basemap
  return {
    sources: {
      tiles: {
        type: 'raster',
        tiles: [urlOf(basemap, scheme)],
        tileSize: 256,
        maxzoom: max_zoom ?? 19,
        ...(attribution && { attribution: escaped(attribution) }),
      },
    },
    layers: [{ id: 'tiles', type: 'raster', source: 'tiles', paint: rasterPaint(scheme, basemap.dark_url !== null) }],
  }
}

/** MapLibre shows attributions as HTML. */
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

type StyleOptions = { scheme: Scheme; language: string; signal: AbortSignal }
