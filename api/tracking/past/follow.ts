/**
 * Visits of an area by what a tracker has reported, as those of boundaries are found: one report outside ends none, the
 * next one confirms it. A way that crosses the area between two reports is a passage.
 */
export function followArea(open: OpenVisit | null, fix: AreaFix): { open: OpenVisit | null; ended: EndedVisit | null } {
  const { at, lon, lat, inside, passed_at } = fix
  if (inside) {
    if (open) return { open: { ...open, last: at, reports: open.reports + 1, outside: false }, ended: null }
    return { open: { began: at, last: at, lon, lat, reports: 1, outside: false }, ended: null }
  }
  if (open?.outside) return { open: null, ended: endedOf(open) }
  if (open) return { open: { ...open, outside: true }, ended: null }
  if (passed_at === null) return { open: null, ended: null }
  return { open: null, ended: { began: passed_at, ended: passed_at, lon, lat, reports: 0 } }
}

const endedOf = ({ began, last, lon, lat, reports }: OpenVisit): EndedVisit => ({
  began,
  ended: last,
  lon,
  lat,
  reports,
})

/** Times are milliseconds since 1970. */
export type AreaFix = {
  at: number
  lon: number
  lat: number
  inside: boolean
  /** When the area was crossed on the way from the fix before; null where it was not. */
  passed_at: number | null
}
export type OpenVisit = {
  began: number
  /** The last report inside. */
  last: number
  /** Of the first report. */
  lon: number
  lat: number
  /** Inside. */
  reports: number
  /** Whether one report outside has followed. */
  outside: boolean
}
export type EndedVisit = Pick<OpenVisit, 'began' | 'lon' | 'lat' | 'reports'> & { ended: number }
