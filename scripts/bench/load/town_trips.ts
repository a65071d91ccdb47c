/**
 * Trips over the roads of a town that does not exist: a square of streets, quicker main roads, a river with two bridges
 * and a motorway. Workdays have rush hours, days and drivers differ, and lights are red by chance. The same seed makes
 * the same trips.
 *
 * @param trips how many, spread over weeks
 */
export function makeTownTrips({ trips, weeks, seed }: Town): TownTrip[] {
  const chance = makeChance(seed)
  const places = Array.from({ length: PLACES }, () => Math.floor(chance() * SIDE * SIDE))
  const depots = places.slice(0, 4)
  const days = Array.from({ length: weeks * 7 }, () => Math.exp(0.08 * normal(chance)))
  const begins = Array.from({ length: trips }, () => {
    const day = Math.floor(chance() * weeks * 7)
    // Fewer by night and on weekends.
    const hour = 6 + 13 * chance()
    return day % 7 >= 5 && chance() < 0.6 ? (day - (day % 7)) * 24 + hour : day * 24 + hour
  }).sort((a, b) => a - b)
  return begins.map((begin) => {
    const of = (list: number[]) => list[Math.floor(chance() * list.length)]!
    const ends =
      chance() < 0.4 ? [of(depots), of(places)] : chance() < 0.6 ? [of(places), of(depots)] : [of(places), of(places)]
    const [from, to] =
      ends[0] === ends[1] ? [ends[0]!, (ends[0]! + SIDE * 20) % (SIDE * SIDE)] : (ends as [number, number])
    return drive(from, to, begin * 3600, days[Math.floor(begin / 24)]! * Math.exp(0.1 * normal(chance)), chance)
  })
}

function drive(from: number, to: number, begin: number, factor: number, chance: () => number): TownTrip {
  const nodes = wayOf(from, to, begin)
  const trip: TownTrip = { begin, at: [], lon: [], lat: [] }
  let second = 0
  let next = 0
  for (let i = 0; i < nodes.length; i++) {
    const [x, y] = placeOf(nodes[i]!)
    if (i > 0) {
      const [a, b] = [nodes[i - 1]!, nodes[i]!]
      const took = secondsOf(a, b, begin + second) * factor + (chance() < 0.25 ? 40 * chance() : 0)
      const [fx, fy] = placeOf(a)
      for (; next <= second + took; next += FIX_S) {
        const share = (next - second) / took
        report(fx + share * (x - fx), fy + share * (y - fy), next)
      }
      second += took
    }
  }
  const [x, y] = placeOf(nodes.at(-1)!)
  report(x, y, second)
  return trip

  function report(x: number, y: number, at: number): void {
    trip.at.push((begin + at) * 1000)
    trip.lon.push(LON + (x * STREET_M + 8 * normal(chance)) / EAST_M)
    trip.lat.push(LAT + (y * STREET_M + 8 * normal(chance)) / NORTH_M)
  }
}

/** The quickest way at the hour, as drivers know it. */
function wayOf(from: number, to: number, begin: number): number[] {
  const seconds = new Float64Array(SIDE * SIDE).fill(Infinity)
  const before = new Int32Array(SIDE * SIDE).fill(-1)
  const done = new Uint8Array(SIDE * SIDE)
  const open: [number, number][] = [[0, from]]
  seconds[from] = 0
  while (open.length > 0) {
    let least = 0
    for (let i = 1; i < open.length; i++) if (open[i]![0] < open[least]![0]) least = i
    const node = open[least]![1]
    open[least] = open.at(-1)!
    open.pop()
    if (done[node]) continue
    done[node] = 1
    if (node === to) break
    for (const other of besides(node)) {
      const reached = seconds[node]! + secondsOf(node, other, begin)
      if (reached >= seconds[other]!) continue
      seconds[other] = reached
      before[other] = node
      open.push([reached, other])
    }
  }
  const way: number[] = []
  for (let node = to; node !== -1; node = before[node]!) way.unshift(node)
  return way
}

function besides(node: number): number[] {
  const [x, y] = placeOf(node)
  const found: number[] = []
  if (x > 0) found.push(node - 1)
  if (x < SIDE - 1) found.push(node + 1)
  // The river is north of this row.
  if (y > 0 && (y - 1 !== RIVER || BRIDGES.includes(x))) found.push(node - SIDE)
  if (y < SIDE - 1 && (y !== RIVER || BRIDGES.includes(x))) found.push(node + SIDE)
  return found
}

function secondsOf(from: number, to: number, at: number): number {
  const [[ax, ay], [bx, by]] = [placeOf(from), placeOf(to)]
  const line = ax === bx ? ax : ay
  const kind = ay === by && ay === MOTORWAY ? 'motorway' : line % 5 === 0 ? 'main' : 'street'
  const hour = (at / 3600) % 24
  const is_workday = Math.floor(at / 86_400) % 7 < 5
  const rush = is_workday ? Math.exp(-(((hour - 8) / 1) ** 2)) + Math.exp(-(((hour - 17) / 1.3) ** 2)) : 0
  // Of the town's middle, and of bridges above all.
  const middle = Math.hypot(ax - SIDE / 2, ay - SIDE / 2) < SIDE / 4 ? 1.3 : 0.8
  const crosses = Math.min(ay, by) === RIVER && ay !== by
  const slower = 1 + rush * (crosses ? 3 : kind === 'street' ? 0.3 : 0.9 * middle)
  return (STREET_M / SPEEDS[kind]) * slower
}

const placeOf = (node: number): [number, number] => [node % SIDE, Math.floor(node / SIDE)]

function makeChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
const normal = (chance: () => number) => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

/** Streets on each side, and metres between them: 24 km. */
const SIDE = 61
const STREET_M = 400
const RIVER = 30
const BRIDGES = [15, 40]
const MOTORWAY = 10
const PLACES = 60
const SPEEDS = { motorway: 26, main: 14, street: 8.5 }
const FIX_S = 30
const [LON, LAT] = [174.7, -36.9]
const NORTH_M = 111_195
const EAST_M = NORTH_M * Math.cos((LAT * Math.PI) / 180)

type Town = { trips: number; weeks: number; seed: number }
/** Seconds since a Monday at midnight, and fixes in milliseconds since then. */
export type TownTrip = { begin: number; at: number[]; lon: number[]; lat: number[] }
