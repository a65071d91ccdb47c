import type { LngLatBounds } from 'maplibre-gl'
import type { Box } from './fit.ts'

let last: Box | null = null

/** The last viewport, for the next map without content of its own. */
export const lastView = () => last

export function keepView(bounds: LngLatBounds) {
  last = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
}
