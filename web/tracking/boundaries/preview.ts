import type { Position } from 'geojson'
import { polygonsOf } from '../kit/places/polygons.ts'
import { unwrap, withoutSeam } from '../map/basemap/seam.ts'
import { type Box, boxAround } from '../map/camera/fit.ts'
import { toMercator } from '../map/motion/track.ts'
import type { Boundary } from '../types.ts'

/** Points are thinned to what the small picture can show. */
const max = 120

/**
 * A boundary as SVG paths: the area, and its edge without the cut along 180°.
 *
 * @param width width and height of the picture in pixels
 */
export function pathsOf({ geometry }: Pick<Boundary, 'geometry'>, width: number, height: number) {
  const rings = polygonsOf({ geometry }).flat().map(thinned)
  const box = boxAround(rings.flat())
  if (!box) return { area: '', edge: '' }
  const draw = (lines: Position[][]) => lines.map((line) => pathOf(line, box, width, height)).join('')
  return { area: draw(rings), edge: draw(withoutSeam(rings)) }
}

function pathOf(line: Position[], [west, south, east, north]: Box, width: number, height: number): string {
  const [low, high] = [toMercator(west, south), toMercator(east, north)]
  const scale = Math.min(width / (high.x - low.x || 1e-9), height / (low.y - high.y || 1e-9))
  const [left, top] = [(width - (high.x - low.x) * scale) / 2, (height - (low.y - high.y) * scale) / 2]
  const points = unwrap(line)
  // The box may extend past 180°, so points east of the antimeridian are shifted.
  const turns = Math.ceil((west - 1e-6 - Math.min(...points.map(([lon]) => lon!))) / 360)
  const path = points.map(([lon, lat]) => {
    const { x, y } = toMercator(lon! + 360 * turns, lat!)
    return `${(left + (x - low.x) * scale).toFixed(1)} ${(top + (y - high.y) * scale).toFixed(1)}`
  })
  return `M${path.join('L')}`
}

/** Keeps a ring's last point, which is equal to its first. */
function thinned<T>(ring: T[]): T[] {
  const step = Math.ceil(ring.length / max)
  return ring.filter((_, i) => i % step === 0 || i === ring.length - 1)
}
