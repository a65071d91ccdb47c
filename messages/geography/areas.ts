/**
 * Areas that are asked for millions of positions: what is clear is decided here, in longitude and latitude as PostGIS
 * does, and what is close to an edge is left to PostGIS.
 */
export class Areas {
  readonly #parts: Part[]

  constructor(parts: AreaPart[]) {
    this.#parts = parts.map(partOf)
  }

  /**
   * Whether a position is in one of the areas, with their buffers.
   *
   * @param accuracy metres; those of areas that do not use it are 0
   * @returns null where the edge is too close, or the 180th meridian
   */
  contain(lon: number, lat: number, accuracy: number): boolean | null {
    if (Math.abs(lon) > ANTIMERIDIAN || Math.abs(lat) > POLAR) return null
    let unclear = false
    for (const part of this.#parts) {
      const reach = Math.max(part.buffer_m, part.use_accuracy ? Math.min(accuracy, MOST_ACCURACY) : 0)
      const [up, right] = [reach / DEGREE_M, reach / (DEGREE_M * Math.cos((lat * Math.PI) / 180))]
      const { west, south, east, north } = part
      if (lon < west - right || lon > east + right || lat < south - up || lat > north + up) continue
      if (isInside(part, lon, lat)) return true
      const distance = distanceTo(part.rings, lon, lat)
      const doubt = DOUBT_M + DOUBT * reach
      if (distance <= reach - doubt) return true
      if (distance <= reach + doubt) unclear = true
    }
    return unclear ? null : false
  }

  /** Whether the straight way between two positions crosses an edge of one of the areas, without their buffers. */
  cross(from: readonly [number, number], to: readonly [number, number]): boolean {
    const [west, east] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]]
    const [south, north] = from[1] < to[1] ? [from[1], to[1]] : [to[1], from[1]]
    return this.#parts.some(
      (part) =>
        west <= part.east &&
        east >= part.west &&
        south <= part.north &&
        north >= part.south &&
        part.rings.some((ring) => crosses(ring, from, to)),
    )
  }
}

function crosses(ring: Float64Array, [x, y]: readonly [number, number], [to_x, to_y]: readonly [number, number]) {
  /** On which side of the way a position lies. */
  const side = (lon: number, lat: number) => (to_x - x) * (lat - y) - (to_y - y) * (lon - x) > 0
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [a_x, a_y, b_x, b_y] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!]
    if (side(a_x, a_y) === side(b_x, b_y)) continue
    const of_edge = (lon: number, lat: number) => (b_x - a_x) * (lat - a_y) - (b_y - a_y) * (lon - a_x) > 0
    if (of_edge(x, y) !== of_edge(to_x, to_y)) return true
  }
  return false
}

function partOf({ rings, ...settings }: AreaPart): Part {
  const lons = rings[0]!.map(([lon]) => lon!)
  const lats = rings[0]!.map(([, lat]) => lat!)
  const part = {
    ...settings,
    rings: rings.map((ring) => Float64Array.from(ring.flatMap(([lon, lat]) => [lon!, lat!]))),
    west: Math.min(...lons) - EDGE,
    south: Math.min(...lats) - EDGE,
    east: Math.max(...lons) + EDGE,
    north: Math.max(...lats) + EDGE,
  }
  return { ...part, bands: bandsOf(part) }
}

/**
 * The edges of all rings by bands of latitude: a position is compared with those of its own band. An edge is in each band
 * that it touches, so there are fewer bands where most edges are long.
 */
function bandsOf(part: Pick<Part, 'rings' | 'south' | 'north'>): Float64Array[] {
  const edges = part.rings.flatMap((ring) =>
    Array.from({ length: ring.length / 2 - 1 }, (_, i) => ring.subarray(2 * i, 2 * i + 4)),
  )
  let count = Math.max(1, Math.min(MOST_BANDS, edges.length))
  const spanOf = (edge: Float64Array) => [
    bandOf(Math.min(edge[1]!, edge[3]!), part, count),
    bandOf(Math.max(edge[1]!, edge[3]!), part, count),
  ]
  const sum = () => edges.reduce((sum, edge) => sum + spanOf(edge)[1]! - spanOf(edge)[0]! + 1, 0)
  while (count > 1 && sum() > 4 * edges.length) count = Math.floor(count / 2)
  const bands: number[][] = Array.from({ length: count }, () => [])
  for (const edge of edges) {
    const [first, last] = spanOf(edge)
    for (let band = first!; band <= last!; band++) bands[band]!.push(...edge)
  }
  return bands.map((band) => Float64Array.from(band))
}

const bandOf = (lat: number, { south, north }: Pick<Part, 'south' | 'north'>, count: number) =>
  Math.max(0, Math.min(count - 1, Math.floor(((lat - south) / (north - south)) * count)))

/** By the number of edges that a ray to the east crosses, holes included. */
function isInside(part: Part, lon: number, lat: number): boolean {
  const { bands } = part
  const edges = bands[bandOf(lat, part, bands.length)]!
  let inside = false
  for (let i = 0; i < edges.length; i += 4) {
    const [x, y, to_x, to_y] = [edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!]
    if (y > lat !== to_y > lat && lon < ((to_x - x) * (lat - y)) / (to_y - y) + x) inside = !inside
  }
  return inside
}

/** Metres to the nearest edge, on a plane about the position. */
function distanceTo(rings: Float64Array[], lon: number, lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180) ** 2
  const north_m = ((Math.PI / 180) * A * (1 - E2)) / (1 - E2 * sine) ** 1.5
  const east_m = ((Math.PI / 180) * A * Math.sqrt(1 - sine)) / Math.sqrt(1 - E2 * sine)
  let least = Number.POSITIVE_INFINITY
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const x = (ring[i]! - lon) * east_m
      const y = (ring[i + 1]! - lat) * north_m
      const along_x = (ring[i + 2]! - lon) * east_m - x
      const along_y = (ring[i + 3]! - lat) * north_m - y
      const length = along_x * along_x + along_y * along_y
      const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(x * along_x + y * along_y) / length))
      least = Math.min(least, (x + share * along_x) ** 2 + (y + share * along_y) ** 2)
    }
  }
  return Math.sqrt(least)
}

/** The ellipsoid of WGS 84. */
const A = 6_378_137
const E2 = 0.006_694_379_990_14
/** Metres of a degree of latitude, at least. */
const DEGREE_M = 110_000
/** Of an area with many edges. */
const MOST_BANDS = 256
/** Degrees, so that what lies on an edge is checked, too. */
const EDGE = 1e-6
const ANTIMERIDIAN = 178
const POLAR = 80
/** As the engine's statement caps it. */
const MOST_ACCURACY = 10_000
/** Edges are geodesics to PostGIS and straight in degrees here; a plane differs from the ellipsoid over kilometres. */
const DOUBT_M = 4
const DOUBT = 0.01

export type AreaPart = {
  buffer_m: number
  use_accuracy: boolean
  /** Of a polygon, closed: longitude and latitude. */
  rings: number[][][]
}
type Part = Omit<AreaPart, 'rings'> & {
  rings: Float64Array[]
  /** From south to north: x, y, x, y of each edge that touches it. */
  bands: Float64Array[]
  west: number
  south: number
  east: number
  north: number
}
