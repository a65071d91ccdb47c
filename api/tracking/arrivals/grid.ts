/**
 * Cells of about 870 m on each side, numbered row by row from the south. A row has as many columns as fit, so that cells
 * are as wide near the poles, and the last column is beside the first: 180° is no edge.
 */
export function cellOf({ lon, lat }: LonLat): number {
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor((lat + 90) / SIZE)))
  const columns = columnsOf(row)
  return row * MOST_COLUMNS + (Math.floor((eastOf(lon) / 360) * columns) % columns)
}

export function centreOf(cell: number): LonLat {
  const row = Math.floor(cell / MOST_COLUMNS)
  const lon = (((cell % MOST_COLUMNS) + 0.5) / columnsOf(row)) * 360
  return { lon: lon > 180 ? lon - 360 : lon, lat: (row + 0.5) * SIZE - 90 }
}

/** Whether a position is out of a cell and of its margin: what drives along an edge is not in one cell and the other. */
export function hasLeft(cell: number, { lon, lat }: LonLat): boolean {
  const row = Math.floor(cell / MOST_COLUMNS)
  const columns = columnsOf(row)
  const column = (eastOf(lon) / 360) * columns
  const east = Math.abs(column - ((cell % MOST_COLUMNS) + 0.5))
  return Math.min(east, columns - east) > REACH || Math.abs((lat + 90) / SIZE - (row + 0.5)) > REACH
}

/** The cells around one, up to `rings` rows and columns away. */
export function cellsAround(cell: number, rings: number): number[] {
  const { lon, lat } = centreOf(cell)
  const wide = 360 / columnsOf(Math.floor(cell / MOST_COLUMNS))
  const found = new Set<number>()
  for (let y = -rings; y <= rings; y++)
    for (let x = -rings; x <= rings; x++) found.add(cellOf({ lon: lon + x * wide, lat: lat + y * SIZE }))
  return [...found]
}

/** Degrees east of Greenwich, 0 to 360. */
const eastOf = (lon: number) => ((lon % 360) + 360) % 360
const columnsOf = (row: number) =>
  Math.max(1, Math.round(MOST_COLUMNS * Math.cos((((row + 0.5) * SIZE - 90) * Math.PI) / 180)))

/** Degrees of latitude. */
const SIZE = 1 / 128
const ROWS = 180 * 128
const MOST_COLUMNS = 360 * 128
/** Of the middle of a cell, in cells: a half and the margin. */
const REACH = 0.65

type LonLat = { lon: number; lat: number }
