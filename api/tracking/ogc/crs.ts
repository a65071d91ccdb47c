import { wrong } from '../../http/errors.ts'
import { type Bbox, numberOf } from '../geometry/bbox.ts'

export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'
const EPSG = 'http://www.opengis.net/def/crs/EPSG/0'

/** Systems of coordinates, by their address: from longitude and latitude in degrees, and back. */
const systems: Record<string, System> = {
  [CRS84]: { to: (lon, lat) => [lon, lat], from: (x, y) => [x, y] },
  // Its first axis is the latitude.
  [`${EPSG}/4326`]: { to: (lon, lat) => [lat, lon], from: (x, y) => [y, x] },
  [`${EPSG}/3857`]: {
    to: (lon, lat) => [rounded(EARTH_M * radians(lon)), rounded(EARTH_M * Math.asinh(Math.tan(radians(clamp(lat)))))],
    from: (x, y) => [degrees(x / EARTH_M), degrees(Math.atan(Math.sinh(y / EARTH_M)))],
  },
}
export const crsNames = Object.keys(systems)

/** @throws {AppError} bad_request for a system that is not in `crsNames` */
export function systemOf(field: string, name: string = CRS84): System {
  const system = Object.hasOwn(systems, name) ? systems[name] : undefined
  if (!system) throw wrong(field, `must be one of ${crsNames.join(', ')}.`)
  return system
}

/**
 * A box of a program, of four numbers, or of six with heights, which are ignored. What is beyond the globe, as a map that
 * shows the world has it, is cut off or continued on its other side.
 *
 * @throws {AppError} bad_request
 */
export function boxOf(text: string, system: System): Bbox {
  const numbers = text.split(',').map(numberOf)
  if (![4, 6].includes(numbers.length) || !numbers.every(Number.isFinite)) {
    throw wrong('bbox', 'must be four numbers, or six with heights.')
  }
  const half = numbers.length / 2
  const [west, south] = system.from(numbers[0]!, numbers[1]!)
  const [east, north] = system.from(numbers[half]!, numbers[half + 1]!)
  if (south > north) throw wrong('bbox', 'the lower corner must come first.')
  if (Math.max(Math.abs(west), Math.abs(east)) > 1000) throw wrong('bbox', 'is too far from the globe.')
  const is_world = east - west >= 360
  return {
    west: is_world ? -180 : onGlobe(west),
    east: is_world ? 180 : onGlobe(east),
    south: Math.max(-90, Math.min(90, south)),
    north: Math.max(-90, Math.min(90, north)),
  }
}

/** Coordinates of any depth in a system. */
export function inSystem(coordinates: unknown, system: System): unknown {
  const [first, second] = coordinates as number[]
  if (typeof first === 'number') return system.to(first, second!)
  return (coordinates as unknown[]).map((each) => inSystem(each, system))
}

const onGlobe = (lon: number) => (Math.abs(lon) <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180)
const radians = (angle: number) => (angle * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI
const rounded = (metres: number) => Math.round(metres * 1000) / 1000
/** The map ends there: poles would be at an infinite distance. */
const clamp = (lat: number) => Math.max(-MERCATOR_END, Math.min(MERCATOR_END, lat))
const MERCATOR_END = 85.0511287798066
const EARTH_M = 6_378_137

export type System = { to(lon: number, lat: number): [number, number]; from(x: number, y: number): [number, number] }
