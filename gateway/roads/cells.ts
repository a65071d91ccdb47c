/** Degrees of a cell's side, in ten-millionths: about a kilometre from south to north. */
export const SIDE = 100_000
export const COLUMNS = 3_600_000_000 / SIDE
/** A road counts within this distance of a fix, in metres. */
export const NEAR_M = 15

/** The number of the cell of a place in degrees. */
export const cellOf = (lon: number, lat: number): number => cellAt(columnOf(lon * 1e7), rowOf(lat * 1e7))

export const columnOf = (lon: number): number => Math.floor(lon / SIDE)
export const rowOf = (lat: number): number => Math.floor(lat / SIDE)

/** Columns go round the globe: 180° east is 180° west. */
export const cellAt = (column: number, row: number): number =>
  (row + 900_000_000 / SIDE) * COLUMNS + ((((column + COLUMNS / 2) % COLUMNS) + COLUMNS) % COLUMNS)

/**
 * The cells from which a piece of road is near, with what its longitudes are shifted by there: by 360° where it lies
 * across the 180th meridian. Places in ten-millionths of a degree.
 */
export function* cellsOf(a_lon: number, a_lat: number, b_lon: number, b_lat: number): Generator<[number, number]> {
  const lon_margin = Math.min(
    SIDE,
    MARGIN / Math.max(0.01, Math.cos((Math.max(Math.abs(a_lat), Math.abs(b_lat)) / 1e7 / 180) * Math.PI)),
  )
  const rows = [rowOf(Math.min(a_lat, b_lat) - MARGIN), rowOf(Math.max(a_lat, b_lat) + MARGIN)] as const
  for (let row = rows[0]; row <= rows[1]; row++) {
    // Of a long piece only the part that is in this row.
    const [south, north] = [row * SIDE - MARGIN, (row + 1) * SIDE + MARGIN]
    const at = (lat: number) => (a_lat === b_lat ? 0 : Math.min(1, Math.max(0, (lat - a_lat) / (b_lat - a_lat))))
    const within = a_lat === b_lat ? [0, 1] : [at(south), at(north)]
    const lons = within.map((share) => a_lon + share * (b_lon - a_lon))
    const last = columnOf(Math.max(...lons) + lon_margin)
    for (let column = columnOf(Math.min(...lons) - lon_margin); column <= last; column++) {
      const turns = Math.floor((column + COLUMNS / 2) / COLUMNS)
      yield [cellAt(column, row), -turns * 3_600_000_000]
    }
  }
}

/** `NEAR_M` in ten-millionths of a degree of latitude. */
const MARGIN = Math.ceil((NEAR_M / 111_195) * 1e7)
