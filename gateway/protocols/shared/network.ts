/** The attribute `network` of cells in reach: one, a list of several, or null for none. */
export function networkOf(cells: Cell[]): Cell | Cell[] | null {
  // A cell 0 in area 0 is what modems say that are not registered.
  const known = cells.filter(({ lac, cid }) => Number.isFinite(lac) && Number.isFinite(cid) && (lac !== 0 || cid !== 0))
  return known.length > 1 ? known : (known[0] ?? null)
}

export type Cell = {
  mcc?: number
  mnc?: number
  lac: number
  cid: number
  /** As the device counts it. */
  signal?: number
}
