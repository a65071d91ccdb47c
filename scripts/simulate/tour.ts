import { distance } from './ground.ts'
import type { Waypoint } from './journey.ts'
import { makeRandom, type Random } from './random.ts'
import { type PlaceName, places, roads } from './roads.ts'

/** A round trip by the quickest roads, with stops at the places and at traffic lights. */
export function makeTour(targets: PlaceName[], seed: number): Waypoint[] {
  const random = makeRandom(seed)
  const tour: Waypoint[] = [{ place: places[targets[0]!], kmh: 50, wait_s: 0 }]
  for (const [i, from] of targets.entries()) {
    const route = quickest(from, targets[(i + 1) % targets.length]!)
    for (const [j, { to, kmh }] of route.entries()) {
      const wait_s = j === route.length - 1 ? 15 + random() * 20 : lights(random, kmh)
      tour.push({ place: places[to], kmh, wait_s })
    }
  }
  return tour
}

/** Motorways have no traffic lights. */
const lights = (random: Random, kmh: number) => (kmh <= 60 && random() < 0.45 ? 8 + random() * 32 : 0)

const edges = new Map<PlaceName, Edge[]>()
for (const { kmh, by } of roads) {
  for (let i = 1; i < by.length; i++) {
    const [a, b] = [by[i - 1]!, by[i]!]
    const seconds = distance(places[a], places[b]) / (kmh / 3.6)
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      edges.set(from, [...(edges.get(from) ?? []), { to, kmh, seconds }])
  }
}

/** Dijkstra's algorithm; with so few places a list serves as the queue. */
function quickest(from: PlaceName, to: PlaceName): Edge[] {
  const reached = new Map<PlaceName, { seconds: number; route: Edge[] }>([[from, { seconds: 0, route: [] }]])
  const open = new Set([from])
  while (open.size > 0) {
    const here = [...open].reduce((a, b) => (reached.get(a)!.seconds <= reached.get(b)!.seconds ? a : b))
    const { seconds, route } = reached.get(here)!
    if (here === to) return route
    open.delete(here)
    for (const next of edges.get(here) ?? []) {
      const shortest = reached.get(next.to)
      if (shortest && shortest.seconds <= seconds + next.seconds) continue
      reached.set(next.to, { seconds: seconds + next.seconds, route: [...route, next] })
      open.add(next.to)
    }
  }
  throw new Error(`No road leads from ${from} to ${to}.`)
}

type Edge = { to: PlaceName; kmh: number; seconds: number }
