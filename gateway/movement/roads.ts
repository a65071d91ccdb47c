import { bearing, distance } from '#messages/geography/distance.ts'
import type { RoadLimits } from '../roads/index.ts'
import type { Fix } from './rules/index.ts'

/**
 * Gives fixes the limit of the road that they are on, where that is lower than that of a boundary. Slow ones, and those
 * whose place or direction is not known well enough, have none.
 */
export async function addRoadLimits(roads: RoadLimits, ways: readonly Way[]): Promise<void> {
  const driving = ways.flatMap((way) => {
    const { fix } = way
    const course = courseOf(way)
    if (course === null || (fix.speed ?? 0) < SLOW || (fix.accuracy ?? 0) > ACCURACY_M) return []
    return [{ fix, lon: fix.lon!, lat: fix.lat!, course }]
  })
  if (driving.length === 0) return
  const limits = await roads.limitsAt(driving)
  for (const [i, { fix }] of driving.entries()) {
    const speed = limits[i]
    if (speed === undefined) fix.off_road = true
    else if (speed !== null && !(fix.limit && fix.limit.speed <= speed)) {
      fix.limit = { speed, source: 'road', boundary_id: null }
    }
  }
}

/** As reported, or from the fix before, where that is far enough and not long ago. */
function courseOf({ fix, from }: Way): number | null {
  if (fix.course !== undefined) return fix.course
  if (!from || fix.at - from.at > RECENT_MS) return null
  const to = { lon: fix.lon!, lat: fix.lat! }
  return distance(from, to) < FAR_M ? null : bearing(from, to)
}

/** Metres per second: nothing has a lower limit that is worth an alert. */
const SLOW = 4
const ACCURACY_M = 30
const RECENT_MS = 30_000
const FAR_M = 20

type Way = { fix: Fix; from: { lon: number; lat: number; at: number } | null }
