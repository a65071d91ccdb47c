import { distance } from './ground.ts'
import type { Waypoint } from './journey.ts'
import { makeRandom, type Random } from './random.ts'
import { type PlaceName, places, roads } from './roads.ts'

/** Drives from place to place by the quickest roads, back to the first, with stops at each and at lights on the way. */
export function makeTour(targets: PlaceName[], seed: number): Waypoint[] {
  const random = makeRandom(seed)
  const tour: Waypoint[] = [{ place: places[targets[0]!], kmh: 50, wait_s: 0 }]
  for (const [i, from] of targets.entries()) {
    const way = quickest(from, targets[(i + 1) % targets.length]!)
    for (const [j, { to, kmh }] of way.entries()) {
      const wait_s = j === way.length - 1 ? 15 + random() * 20 : lights(random, kmh)
      tour.push({ place: places[to], kmh, wait_s })
    }
  }
  return tour
}

/** Motorways have none. */
const lights = (random: Random, kmh: number) => (kmh <= 60 && random() < 0.45 ? 8 + random() * 32 : 0)

const ways = new Map<PlaceName, Way[]>()
for (const { kmh, by } of roads) {
  for (let i = 1; i < by.length; i++) {
    const [a, b] = [by[i - 1]!, by[i]!]
    const seconds = distance(places[a], places[b]) / (kmh / 3.6)
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      ways.set(from, [...(ways.get(from) ?? []), { to, kmh, seconds }])
  }
}

/** Dijkstra's way, over so few places that a list will do for a queue. */
function quickest(from: PlaceName, to: PlaceName): Way[] {
  const reached = new Map<PlaceName, { seconds: number; way: Way[] }>([[from, { seconds: 0, way: [] }]])
  const open = new Set([from])
  while (open.size > 0) {
    const here = [...open].reduce((a, b) => (reached.get(a)!.seconds <= reached.get(b)!.seconds ? a : b))
    const { seconds, way } = reached.get(here)!
    if (here === to) return way
    open.delete(here)
    for (const next of ways.get(here) ?? []) {
      const known = reached.get(next.to)
      if (known && known.seconds <= seconds + next.seconds) continue
      reached.set(next.to, { seconds: seconds + next.seconds, way: [...way, next] })
      open.add(next.to)
    }
  }
  throw new Error(`No road leads from ${from} to ${to}.`)
}

type Way = { to: PlaceName; kmh: number; seconds: number }
