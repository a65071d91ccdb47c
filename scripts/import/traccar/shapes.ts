import { buffer } from '@turf/turf'

/**
 * The area of a geofence: WKT with latitude first, as Traccar writes it. A line becomes a corridor.
 *
 * @param width_m metres on each side of a line
 * @throws {UnusableShape} with the reason
 */
export function shapeOf(area: unknown, width_m: number): Shape {
  if (typeof area !== 'string' || area.length > MOST_TEXT) throw new UnusableShape('its area is missing or too long')
  const [, kind = '', inner = ''] = /^\s*(POLYGON|CIRCLE|LINESTRING)\s*\((.*)\)\s*$/is.exec(area) ?? []
  switch (kind.toUpperCase()) {
    case 'POLYGON':
      return { geometry: { type: 'Polygon', coordinates: ringsOf(inner) } }
    case 'CIRCLE':
      return { circle: circleOf(inner) }
    case 'LINESTRING':
      return { geometry: corridorOf(placesOf(inner), width_m) }
    default:
      throw new UnusableShape('its area is neither a polygon, nor a circle, nor a line')
  }
}

/** Why a geofence is left out. */
export class UnusableShape extends Error {
  override name = 'UnusableShape'
}

const MOST_TEXT = 5_000_000

function ringsOf(text: string): Place[][] {
  const rings = [...text.matchAll(/\(([^()]*)\)/g)].map(([, ring]) => placesOf(ring!))
  if (rings.length === 0) throw new UnusableShape('its polygon has no ring')
  return rings.map(closed)
}

function closed(ring: Place[]): Place[] {
  const [first, last] = [ring[0]!, ring.at(-1)!]
  const whole = first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first]
  if (whole.length < 4) throw new UnusableShape('its polygon has fewer than three corners')
  return whole
}

/** `lat lon, radius`; some versions write a comma between latitude and longitude, too. */
function circleOf(text: string): { center: Place; radius_m: number } {
  const figures = text.split(/[\s,]+/).filter(Boolean)
  const radius_m = Number(figures[2])
  if (figures.length !== 3) throw new UnusableShape('its circle has no centre and radius')
  if (!(radius_m >= 1 && radius_m <= 5_000_000)) {
    throw new UnusableShape(`its radius of ${figures[2]} m is not between 1 m and 5000 km`)
  }
  return { center: placeOf(`${figures[0]} ${figures[1]}`), radius_m }
}

function corridorOf(line: Place[], width_m: number): { type: 'Polygon'; coordinates: number[][][] } {
  if (line.length < 2) throw new UnusableShape('its line has fewer than two points')
  if (line.some(([lon], i) => i > 0 && Math.abs(lon - line[i - 1]![0]) > 180)) {
    throw new UnusableShape('its line crosses the 180th meridian')
  }
  if (!(width_m >= 1 && width_m <= 100_000)) throw new UnusableShape(`its line is ${width_m} m wide`)
  const around = buffer({ type: 'LineString', coordinates: line }, width_m, { units: 'meters', steps: 8 })?.geometry
  if (around?.type !== 'Polygon') throw new UnusableShape('its line has no length')
  if (around.coordinates.flat().some(([lon]) => Math.abs(lon!) > 180)) {
    throw new UnusableShape('its line is too near to the 180th meridian')
  }
  return around as { type: 'Polygon'; coordinates: number[][][] }
}

const placesOf = (text: string): Place[] => text.split(',').map(placeOf)

/** From latitude and longitude to longitude and latitude. */
function placeOf(text: string): Place {
  const [lat, lon, ...more] = text.trim().split(/\s+/).map(Number)
  if (lat === undefined || lon === undefined || more.length > 0 || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) {
    throw new UnusableShape(`"${text.trim().slice(0, 40)}" is no latitude and longitude`)
  }
  return [lon, lat]
}

type Place = [number, number]
export type Shape =
  | { geometry: { type: 'Polygon'; coordinates: number[][][] } }
  | { circle: { center: Place; radius_m: number } }
