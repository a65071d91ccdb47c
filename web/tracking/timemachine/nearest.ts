import { distance, type Position } from '#messages/geography/distance.ts'
import { fromMercator } from '../map/motion/track.ts'
import { newPlace, type PastFleet, type Place } from './pastFleet.ts'

/** The trackers that were nearest to a position at a moment, nearest first. */
export function nearestOf(fleet: PastFleet, at: number, to: Position, count: number): Near[] {
  const found: Near[] = []
  const place = newPlace()
  for (const [index, id] of fleet.ids.entries()) {
    if (!fleet.find(index, at, place)) continue
    const metres = distance(fromMercator(place.x, place.y), to)
    if (found.length === count && metres >= found.at(-1)!.metres) continue
    const before = found.findIndex((one) => one.metres > metres)
    found.splice(before < 0 ? found.length : before, 0, { id, metres, place: { ...place } })
    if (found.length > count) found.pop()
  }
  return found
}

export type Near = { id: number; metres: number; place: Place }
