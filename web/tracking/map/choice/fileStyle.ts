import { layers, namedFlavor } from '@protomaps/basemaps'
import { addProtocol, type LayerSpecification } from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import type { Scheme } from '#messages/palette.ts'
import { type BaseStyle, rasterPaint } from './baseStyle.ts'

addProtocol('pmtiles', new Protocol({ metadata: true }).tile)

/** Streets from a file on this server, in Protomaps' styles. What it does not cover shows the built-in map below. */
export function vectorFileStyle(path: string, { scheme, language }: { scheme: Scheme; language: string }): BaseStyle {
  const all = layers('file', namedFlavor(scheme), { lang: language }) as LayerSpecification[]
  return { sources: { file: { type: 'vector', url: urlOf(path) } }, layers: all.flatMap(drawable) }
}

export function rasterFileStyle(path: string, scheme: Scheme): BaseStyle {
  return {
    sources: { file: { type: 'raster', url: urlOf(path), tileSize: 256 } },
    layers: [{ id: 'file', type: 'raster', source: 'file', paint: rasterPaint(scheme, false) }],
  }
}

const urlOf = (path: string) => `pmtiles://${new URL(path, location.href)}`

/** Without the background, and without icons and shields, which would come from another server. */
function drawable(layer: LayerSpecification): LayerSpecification[] {
  if (layer.type === 'background') return []
  if (layer.type !== 'symbol') return [layer]
  if (layer.layout?.['text-field'] === undefined || layer.id === 'roads_shields') return []
  const layout = Object.entries(layer.layout).filter(([name]) => !name.startsWith('icon-'))
  return [{ ...layer, layout: Object.fromEntries(layout) }]
}
