import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type Box, isWay } from '#db/history/cells/cells.ts'
import type { Way } from '#db/history/tracks/track.ts'
import { unnestRows } from '#db/unnest.ts'
import { Areas } from '#messages/geography/areas.ts'
import type { AreaFix } from './follow.ts'

/** An area that is asked about: decided here where it is clear, by PostGIS near its edges and near the 180th meridian. */
export class AskedArea {
  readonly #db: Db
  readonly #geometry: string
  readonly #areas: Areas
  /** Around its parts. */
  readonly boxes: Box[]

  private constructor(db: Db, geometry: string, pieces: Piece[]) {
    this.#db = db
    this.#geometry = geometry
    this.#areas = new Areas(pieces.map(({ rings }) => ({ rings, buffer_m: 0, use_accuracy: false })))
    this.boxes = pieces.map(({ west, south, east, north }) => ({ west, south, east, north }))
  }

  /** @param geometry hexadecimal EWKB, of degrees */
  static async of(db: Db, geometry: string): Promise<AskedArea> {
    const { rows } = await sql<Piece>`select st_asgeojson(piece, 15)::json->'coordinates' as rings,
        st_xmin(piece) as west, st_ymin(piece) as south, st_xmax(piece) as east, st_ymax(piece) as north
      from (select st_segmentize(area, 0.1) as piece from cut_area(${geometry}::geometry) area offset 0) pieces
      where st_geometrytype(st_envelope(piece)) = 'ST_Polygon'`.execute(db)
    return new AskedArea(db, geometry, rows)
  }

  /** Decides which positions of ways are in it: 1 for each that is. */
  async contain(ways: readonly Way[]): Promise<Uint8Array[]> {
    const inside = ways.map(({ at }) => new Uint8Array(at.length))
    const unclear: Position[] = []
    for (const [way, { at, lon, lat }] of ways.entries()) {
      let contains: boolean | null = false
      for (let i = 0; i < at.length; i++) {
        // Who is parked reports the same place for hours.
        const stands = i > 0 && lon[i] === lon[i - 1] && lat[i] === lat[i - 1]
        if (!stands) contains = this.#contains(lon[i]!, lat[i]!)
        if (contains) inside[way]![i] = 1
        else if (contains === null) unclear.push({ way, i, lon: lon[i]!, lat: lat[i]! })
      }
    }
    for (const { way, i } of await this.#covered(unclear)) inside[way]![i] = 1
    return inside
  }

  /**
   * Follows a tracker along its way.
   *
   * @param inside as `contain` decided
   * @param is_open whether it was in the area before
   * @param follow is given each fix that matters: inside, on a way through, and those after while it says so
   */
  follow(way: Way, inside: Uint8Array, is_open: boolean, follow: (fix: AreaFix) => boolean): void {
    const { at, lon, lat } = way
    let is_followed = is_open
    for (let i = 0; i < at.length; i++) {
      const is_inside = inside[i] === 1
      const is_passed = !is_inside && i > 0 && inside[i - 1] === 0 && this.#isPassed(way, i)
      if (!is_inside && !is_passed && !is_followed) continue
      const passed_at = is_passed ? Math.round((at[i - 1]! + at[i]!) / 2) : null
      is_followed = follow({ at: at[i]!, lon: lon[i]!, lat: lat[i]!, inside: is_inside, passed_at })
    }
  }

  #contains(lon: number, lat: number): boolean | null {
    for (const { west, south, east, north } of this.boxes) {
      if (lon >= west - NEAR && lon <= east + NEAR && lat >= south - NEAR && lat <= north + NEAR) {
        return this.#areas.contain(lon, lat, 0)
      }
    }
    return false
  }

  #isPassed({ at, lon, lat }: Way, i: number): boolean {
    const [x, y, to_x, to_y] = [lon[i - 1]!, lat[i - 1]!, lon[i]!, lat[i]!]
    if (!this.#isAcross(x, y, to_x, to_y)) return false
    const from = { fix_at: at[i - 1]! * 1000, longitude: x, latitude: y }
    const to = { fix_at: at[i]! * 1000, longitude: to_x, latitude: to_y }
    return isWay(from, to) && this.#areas.cross([x, y], [to_x, to_y])
  }

  /** Whether the box around a way touches one of the boxes. */
  #isAcross(x: number, y: number, to_x: number, to_y: number): boolean {
    const [least_x, most_x] = x < to_x ? [x, to_x] : [to_x, x]
    const [least_y, most_y] = y < to_y ? [y, to_y] : [to_y, y]
    for (const { west, south, east, north } of this.boxes) {
      if (least_x <= east + NEAR && most_x >= west - NEAR && least_y <= north + NEAR && most_y >= south - NEAR)
        return true
    }
    return false
  }

  /** @returns those of the positions that are inside, or on the edge */
  async #covered(positions: Position[]): Promise<Position[]> {
    const found: Position[] = []
    for (let from = 0; from < positions.length; from += PART) {
      const part = positions.slice(from, from + PART).map((position, number) => ({ ...position, number }))
      const { rows } = await sql<{ number: number }>`select p.number::int as number
        from ${unnestRows(part, { bigint: ['number'], float8: ['lon', 'lat'] }, 'p')}
        where st_covers(${this.#geometry}::geometry, st_setsrid(st_makepoint(p.lon, p.lat), 4326))`.execute(this.#db)
      for (const { number } of rows) found.push(part[number]!)
    }
    return found
  }
}

/** Degrees. */
const NEAR = 1e-3
const PART = 1000

type Piece = Box & { rings: number[][][] }
type Position = { way: number; i: number; lon: number; lat: number }
