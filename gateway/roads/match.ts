import { NEAR_M } from './cells.ts'
import { CLOSED, UNKNOWN, UNLIMITED } from './maxspeed.ts'

/**
 * The limit of the road that something drives on: of those within 15 metres that lead its way, give or take 30°, the
 * nearest. Where others are about as near, as at a junction, the highest of their limits, and none if one is not known.
 *
 * @param pieces of roads in a cell: for each six numbers, its two ends in ten-millionths of a degree and the limits there
 *   and back
 * @param course degrees from north
 * @returns metres per second; `null` on a road without a known limit, `undefined` off the known roads
 */
export function limitAt(pieces: Int32Array, { lon, lat, course }: Driving): number | null | undefined {
  const metres = 111_195 / 1e7
  const across = metres * Math.cos((lat / 180) * Math.PI)
  const [east, north] = [Math.sin((course / 180) * Math.PI), Math.cos((course / 180) * Math.PI)]
  const found: { away: number; limit: number }[] = []
  for (let at = 0; at < pieces.length; at += PIECE) {
    const ax = (pieces[at]! - lon * 1e7) * across
    const ay = (pieces[at + 1]! - lat * 1e7) * metres
    const [dx, dy] = [(pieces[at + 2]! - pieces[at]!) * across, (pieces[at + 3]! - pieces[at + 1]!) * metres]
    const length = Math.hypot(dx, dy)
    if (length === 0) continue
    const along = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length ** 2))
    const away = Math.hypot(ax + along * dx, ay + along * dy)
    if (away > NEAR_M) continue
    const same = (dx * east + dy * north) / length
    if (Math.abs(same) < LEADS_THERE) continue
    const limit = pieces[at + (same > 0 ? 4 : 5)]!
    if (limit !== CLOSED) found.push({ away, limit })
  }
  if (found.length === 0) return undefined
  const nearest = Math.min(...found.map(({ away }) => away))
  const limits = found.filter(({ away }) => away <= nearest + ABOUT_M).map(({ limit }) => limit)
  if (limits.includes(UNKNOWN) || limits.includes(UNLIMITED)) return null
  return Math.max(...limits) / 100
}

/** Numbers of a piece of road. */
export const PIECE = 6
/** The cosine of 30°. */
const LEADS_THERE = Math.cos(Math.PI / 6)
/** Metres between roads that a fix cannot tell apart. */
const ABOUT_M = 5

export type Driving = { lon: number; lat: number; course: number }
