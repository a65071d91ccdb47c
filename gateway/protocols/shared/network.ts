/** The attribute `network` of cells in reach: one, a list of several, or null for none. */
export function networkOf(cells: Cell[]): Cell | Cell[] | null {
  // Unregistered modems report cell 0 in area 0.
  const known = cells.filter(({ lac, cid }) => Number.isFinite(lac) && Number.isFinite(cid) && (lac !== 0 || cid !== 0))
  // Some devices fill up their list with the same cell.
  const valid = known.filter((cell, at) => known.findIndex((other) => isSameCell(cell, other)) === at)
  return valid.length > 1 ? valid : (valid[0] ?? null)
}

const isSameCell = (a: Cell, b: Cell) => a.mcc === b.mcc && a.mnc === b.mnc && a.lac === b.lac && a.cid === b.cid

export type Cell = {
  mcc?: number
  mnc?: number
  lac: number
  cid: number
  /** As the device counts it. */
  signal?: number
}
