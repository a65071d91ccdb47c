// Writes web/tracking/home/picture/coast_nz_small.json: New Zealand's coast of the built-in map to a hundred metres, a
// quarter of its bytes, for the picture of a fleet on its home. It is run by hand when the coast changes.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Position } from 'geojson'
import { type CoastFile, readCoast } from '../web/tracking/map/basemap/coast.ts'
import { simplify } from '../web/tracking/map/draw/simplify.ts'

/** In world widths in Mercator: a hundred metres in the middle of the country. */
const tolerance = 100 / (40_075_000 * Math.cos((41 * Math.PI) / 180))
/** Steps of a degree: 28 metres. */
const steps = 4000
const source = new URL('../web/tracking/map/basemap/coast_nz.json', import.meta.url)
const target = new URL('../web/tracking/home/picture/coast_nz_small.json', import.meta.url)

const { box, polygons } = readCoast(JSON.parse(readFileSync(source, 'utf8')))
const small: CoastFile = {
  box,
  steps,
  polygons: polygons.map((rings) => rings.map(smaller).filter((ring) => ring.length > 0)).filter((rings) => rings[0]),
}
const text = JSON.stringify(small)
writeFileSync(target, `${text.replaceAll(']],[[', ']],\n[[')}\n`)
console.log(`${small.polygons.length} polygons, ${Math.round(text.length / 1024)} kB`)

/** The first point, then differences; none of a ring that is smaller than what is left out. */
function smaller(ring: Position[]): number[] {
  const points = simplify(ring, tolerance).map(([lon, lat]) => [Math.round(lon! * steps), Math.round(lat! * steps)])
  if (points.length < 4) return []
  return points.flatMap(([x, y], i) => (i === 0 ? [x!, y!] : [x! - points[i - 1]![0]!, y! - points[i - 1]![1]!]))
}
