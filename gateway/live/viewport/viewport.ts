/** A client's viewport in degrees; `east` may be less than `west`, or above 180, across the antimeridian. */
export type View = {
  west: number
  south: number
  east: number
  north: number
  /** The map's zoom, where the world is 512 × 2^zoom pixels wide. */
  zoom: number
  /** A tracker that is shown at any position. */
  tracker_id?: number | null
}

const limits = { west: 540, east: 540, south: 90, north: 90 } as const

/** @param input what a client sent, not validated @returns the view, or the invalid field with a message */
export function readView(input: unknown): View | BadView {
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  for (const [field, most] of Object.entries(limits)) {
    const value = fields[field]
    if (typeof value !== 'number' || !(Math.abs(value) <= most)) {
      return { field, message: `${field}: a number from -${most} to ${most} is wanted, in degrees.` }
    }
  }
  const { zoom, tracker_id = null } = fields
  if (typeof zoom !== 'number' || !(zoom >= 0 && zoom <= 24))
    return { field: 'zoom', message: 'zoom: a number from 0 to 24 is wanted.' }
  if (tracker_id !== null && !Number.isSafeInteger(tracker_id))
    return { field: 'tracker_id', message: 'tracker_id: the id of a tracker is wanted, or null.' }
  const view = { ...(fields as View), tracker_id: tracker_id as number | null }
  if (view.south > view.north) return { field: 'south', message: 'south: it must not be above north.' }
  return view
}

/** The view in the Mercator plane, 0 to 1, widened by a quarter on every side so that small moves need no query. */
export function boxOf({ west, south, east, north }: View): Box {
  const wrap = east < west ? 360 : 0
  const wide = (east + wrap - west) / 360
  const [top, bottom] = [mercatorY(north), mercatorY(south)]
  const [across, down] = [wide * slack, (bottom - top) * slack]
  return {
    x: west / 360 + 0.5 - across,
    y: top - down,
    width: Math.min(1, wide + 2 * across),
    height: bottom - top + 2 * down,
  }
}

const slack = 0.25

export function mercatorX(lon: number): number {
  return lon / 360 + 0.5
}

export function mercatorY(lat: number): number {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

export function degreesAt(x: number, y: number): { lon: number; lat: number } {
  return { lon: (x - Math.floor(x)) * 360 - 180, lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI }
}

export type BadView = { field: string; message: string }
export type Box = { x: number; y: number; width: number; height: number }
