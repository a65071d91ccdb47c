import type { Position } from 'geojson'

const metresPerDegree = 111_320

/** A circle as a ring of 64 segments, accurate enough for display. */
export function circleRing([lon, lat]: [number, number], radius_m: number): Position[] {
  const high = radius_m / metresPerDegree
  const wide = high / Math.cos((lat * Math.PI) / 180)
  return Array.from({ length: 65 }, (_, step) => {
    const angle = (step / 64) * 2 * Math.PI
    return [lon + Math.sin(angle) * wide, lat + Math.cos(angle) * high]
  })
}
