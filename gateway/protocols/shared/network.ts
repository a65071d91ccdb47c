/** The attribute `network` of cells in reach: one, a list of several, or null for none. */
export function networkOf(cells: Cell[]): Cell | Cell[] | null {
  // Unregistered modems report cell 0 in area 0.
  const valid = cells.filter(({ lac, cid }) => Number.isFinite(lac) && Number.isFinite(cid) && (lac !== 0 || cid !== 0))
  return valid.length > 1 ? valid : (valid[0] ?? null)
}

export type Cell = {
  mcc?: number
  mnc?: number
  lac: number
  cid: number
  /** As the device counts it. */
  signal?: number
}
