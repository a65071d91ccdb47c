import { newPlace, type PastFleet } from './pastFleet.ts'

/** How many trackers did what at a moment; `outside` counts some of them again. */
export function countsAt(fleet: PastFleet, at: number) {
  const counts = { moving: 0, standing: 0, silent: 0, outside: 0 }
  const place = newPlace()
  for (let index = 0; index < fleet.ids.length; index++) {
    if (!fleet.find(index, at, place)) continue
    counts[place.silent ? 'silent' : place.speed > 0 ? 'moving' : 'standing']++
    if (place.verdict === 1) counts.outside++
  }
  return counts
}
