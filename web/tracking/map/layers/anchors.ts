import type { StyleSpecification } from 'maplibre-gl'

/**
 * Invisible layers, lowest first, below which others are inserted: their order does not depend on when each is loaded.
 * Above them are boundaries and trackers.
 */
export const anchors = {
  /** The built-in map: the coarse world. */
  world: 'above-world',
  /** The sea around detailed land, over the coarse world. */
  sea: 'above-sea',
  /** Detailed land and towns. */
  builtIn: 'above-built-in',
  /** The style of another base map. */
  style: 'above-style',
} as const

/** A style without a map: base maps consist of layers, so a change of theme keeps those of trackers. */
export const emptyStyle: StyleSpecification = {
  version: 8,
  sources: {},
  layers: Object.values(anchors).map((id) => ({ id, type: 'background', layout: { visibility: 'none' } })),
}
