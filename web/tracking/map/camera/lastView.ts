import type { LngLatBounds } from 'maplibre-gl'
import type { Box } from './fit.ts'

let last: Box | null = null

/** What was looked at last, for the next map that has nothing of its own to show. */
export const lastView = () => last

export function keepView(bounds: LngLatBounds) {
  last = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
}
