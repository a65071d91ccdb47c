import type { LayerSpecification, SourceSpecification, SpriteSpecification } from 'maplibre-gl'
import type { Scheme } from '#messages/palette.ts'

/** The parts of a MapLibre style that base maps are drawn from. */
export type BaseStyle = {
  sources: Record<string, SourceSpecification>
  layers: LayerSpecification[]
  sprite?: SpriteSpecification
}

/** Darkens tiles that exist in one theme only. */
export function rasterPaint(scheme: Scheme, hasOwn: boolean) {
  return scheme === 'dark' && !hasOwn ? { 'raster-brightness-max': 0.6, 'raster-saturation': -0.3 } : {}
}
