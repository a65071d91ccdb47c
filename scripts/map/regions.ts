import type { MultiPolygon, Position } from 'geojson'

/** Boxes of regions: west, south, east, north. Those that cross 180° have one on each side. */
export const regions: Record<string, { name: string; boxes: Box[] }> = {
  nz: {
    name: 'New Zealand with the Chatham Islands',
    boxes: [
      [166, -47.6, 179.9999, -34],
      [-177.5, -44.7, -175.8, -43.5],
    ],
  },
  auckland: { name: 'Auckland', boxes: [[174.1, -37.4, 175.6, -36.1]] },
  wellington: { name: 'Wellington', boxes: [[174.5, -41.7, 175.9, -40.6]] },
  christchurch: { name: 'Christchurch', boxes: [[171.8, -44.1, 173.2, -43.1]] },
  au: { name: 'Australia', boxes: [[112.5, -44, 154, -10]] },
  fj: {
    name: 'Fiji',
    boxes: [
      [176.8, -19.4, 179.9999, -12.3],
      [-179.9999, -21.1, -178.2, -15.5],
    ],
  },
  ws: { name: 'Samoa', boxes: [[-172.9, -14.2, -171.3, -13.3]] },
  to: { name: 'Tonga', boxes: [[-176.3, -22.5, -173.6, -15.4]] },
  ck: { name: 'Cook Islands', boxes: [[-166, -22.1, -157.2, -8.8]] },
}

/** The boxes as GeoJSON, which pmtiles takes. */
export function areaOf(boxes: Box[]): MultiPolygon {
  return { type: 'MultiPolygon', coordinates: boxes.map((box) => [ringOf(box)]) }
}

/** @throws {Error} with the reason */
export function readBox(text: string): Box {
  const numbers = text.split(',').map(Number)
  const [west, south, east, north] = numbers as Box
  const isBox = numbers.length === 4 && numbers.every(Number.isFinite)
  if (!isBox || west < -180 || east > 180 || south < -85.06 || north > 85.06 || west >= east || south >= north) {
    throw new Error(`--bbox is "${text}": give west,south,east,north in degrees, such as 174.1,-37.4,175.6,-36.1.`)
  }
  return [west, south, east, north]
}

function ringOf([west, south, east, north]: Box): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

export type Box = [west: number, south: number, east: number, north: number]
