import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type Box, isWay } from '#db/history/cells/cells.ts'
import { unnestRows } from '#db/unnest.ts'
import { Areas } from '#messages/geography/areas.ts'
import type { AreaFix } from './follow.ts'
import type { Track } from './track.ts'

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

  /** Decides about the fixes of a tracker, which are in the order of their times. */
  async locate({ at, lon, lat }: Way): Promise<AreaFix[]> {
    const inside = at.map((_, i) => this.#contains(lon[i]!, lat[i]!))
    const unclear = at.flatMap((_, i) => (inside[i] === null ? [{ i, lon: lon[i]!, lat: lat[i]! }] : []))
    for (const i of await this.#covered(unclear)) inside[i] = true
    return at.map((time, i) => {
      const is_inside = inside[i] === true
      const passed = !is_inside && i > 0 && inside[i - 1] !== true && this.#isPassed({ at, lon, lat }, i)
      return {
        at: time,
        lon: lon[i]!,
        lat: lat[i]!,
        inside: is_inside,
        passed_at: passed ? Math.round((at[i - 1]! + time) / 2) : null,
      }
    })
  }

  #contains(lon: number, lat: number): boolean | null {
    const is_near = this.boxes.some(
      ({ west, south, east, north }) =>
        lon >= west - NEAR && lon <= east + NEAR && lat >= south - NEAR && lat <= north + NEAR,
    )
    return is_near && this.#areas.contain(lon, lat, 0)
  }

  #isPassed({ at, lon, lat }: Way, i: number): boolean {
    const [from, to] = [i - 1, i].map((k) => ({ fix_at: at[k]! * 1000, longitude: lon[k]!, latitude: lat[k]! }))
    return isWay(from!, to!) && this.#areas.cross([lon[i - 1]!, lat[i - 1]!], [lon[i]!, lat[i]!])
  }

  /** @returns which of the positions are inside, or on the edge */
  async #covered(positions: { i: number; lon: number; lat: number }[]): Promise<number[]> {
    const found: number[] = []
    for (let from = 0; from < positions.length; from += PART) {
      const part = positions.slice(from, from + PART)
      const { rows } = await sql<{ i: number }>`select p.i::int as i
        from ${unnestRows(part, { bigint: ['i'], float8: ['lon', 'lat'] }, 'p')}
        where st_covers(${this.#geometry}::geometry, st_setsrid(st_makepoint(p.lon, p.lat), 4326))`.execute(this.#db)
      for (const { i } of rows) found.push(i)
    }
    return found
  }
}

/** Degrees. */
const NEAR = 1e-3
const PART = 1000

type Piece = Box & { rings: number[][][] }
type Way = Pick<Track, 'at' | 'lon' | 'lat'>
