import type { Scheme } from '../map/basemap/colours.ts'

/** Distinguishable with most colour vision, and none close to the red of outside. */
const lines: Record<Scheme, string[]> = {
  light: ['#0f766e', '#1d4ed8', '#7e22ce', '#a16207', '#475569', '#0891b2'],
  dark: ['#42b3a5', '#7da8ff', '#c792f5', '#e0b545', '#a9b5c2', '#4fc9e8'],
}

export const lineColour = (scheme: Scheme, index: number) => lines[scheme][index % lines[scheme].length]!
