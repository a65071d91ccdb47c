import type { Position } from 'geojson'
import { distance } from '#messages/geography/distance.ts'
import type { Boundary, Location } from '../../types.ts'
import { contains, polygonsOf } from './polygons.ts'

/** Metres within which a tracker is at a location. */
const NEAR_M = 150
/** A larger boundary says too little of where something is. */
const MOST_ACROSS_M = 5000

/** Names of places: the nearest location, or the smallest boundary around a position. */
export class Places {
  readonly #areas: Area[]
  readonly #locations: readonly Location[]
  readonly #known = new WeakMap<Position, string | null>()

  constructor(boundaries: readonly Boundary[], locations: readonly Location[]) {
    this.#areas = boundaries
      .flatMap(areasOf)
      .filter(({ size }) => size <= MOST_ACROSS_M)
      .sort((a, b) => a.size - b.size)
    this.#locations = locations
  }

  /** @param position the same array for the same fix, which is searched once */
  nameOf(position: Position): string | null {
    const known = this.#known.get(position)
    if (known !== undefined) return known
    const name = this.#search(position)
    this.#known.set(position, name)
    return name
  }

  #search(position: Position): string | null {
    const [lon, lat] = position as [number, number]
    const location = this.#nearest(lon, lat)
    if (location) return location
    const area = this.#areas.find(
      ({ west, south, east, north, rings }) =>
        lon >= west && lon <= east && lat >= south && lat <= north && isWithin(rings, position),
    )
    return area?.name ?? null
  }

  #nearest(lon: number, lat: number): string | null {
    let [nearest, name] = [NEAR_M, null as string | null]
    for (const location of this.#locations) {
      const [x, y] = location.position.coordinates as [number, number]
      if (Math.abs(y - lat) > 0.002) continue
      const metres = distance({ lon: x, lat: y }, { lon, lat })
      if (metres <= nearest) [nearest, name] = [metres, location.name]
    }
    return name
  }
}

function areasOf(boundary: Boundary): Area[] {
  return polygonsOf(boundary).map((rings) => {
    const [lons, lats] = [rings[0]!.map(([lon]) => lon!), rings[0]!.map(([, lat]) => lat!)]
    const [west, east] = [Math.min(...lons), Math.max(...lons)]
    const [south, north] = [Math.min(...lats), Math.max(...lats)]
    const size = distance({ lon: west, lat: south }, { lon: east, lat: north })
    return { name: boundary.name, rings, west, east, south, north, size }
  })
}

/** Not in one of its holes. */
function isWithin([outline, ...holes]: Position[][], position: Position): boolean {
  return contains(outline!, position) && !holes.some((hole) => contains(hole, position))
}

type Area = {
  name: string
  rings: Position[][]
  west: number
  south: number
  east: number
  north: number
  size: number
}
