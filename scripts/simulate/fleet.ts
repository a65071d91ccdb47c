import { moved, type Place } from './ground.ts'
import { Journey, type Waypoint } from './journey.ts'
import { makeRandom, sample } from './random.ts'
import { type PlaceName, patrols, places, walks } from './roads.ts'
import { makeTour } from './tour.ts'

/** The simulated trackers; a smaller fleet has the first of them, a larger one more vans. */
const cast: readonly [name: string, role: Role][] = [
  ['Truck 07', 'northbound'],
  ['Aroha Ngata', 'phone'],
  ['Van 12', 'airport'],
  ['Launch Kahawai', 'boat'],
  ['Ute 3', 'southbound'],
  ['Bus 21', 'round'],
  ['Trailer 5', 'parked'],
  ['Truck 11', 'silent'],
  ['Refrigerated truck and trailer unit 18, Wiri depot, night run to Albany and back (relief vehicle)', 'northbound'],
  ['Launch Tarakihi', 'boat'],
  ['Sione Faleolo', 'walker'],
  ['Truck 02', 'southbound'],
  ['Van 14', 'round'],
  ['Priya Patel', 'phone'],
  ['Bus 22', 'airport'],
  ['Ute 6', 'round'],
  ['Liam Wilson', 'walker'],
  ['Truck 03', 'round'],
  ['Van 15', 'northbound'],
  ['Mei Chen', 'phone'],
  ['Truck 04', 'southbound'],
  ['Van 16', 'airport'],
  ['Bus 23', 'round'],
  ['Hana Rewi', 'walker'],
  ['Ute 8', 'round'],
  ['Truck 05', 'round'],
  ['Jack Thompson', 'phone'],
  ['Van 17', 'southbound'],
  ['Truck 06', 'northbound'],
  ['Van 18', 'round'],
  ['Emma Clarke', 'phone'],
  ['Ute 9', 'airport'],
  ['Truck 08', 'round'],
  ['Wiremu Parata', 'phone'],
  ['Van 19', 'round'],
  ['Truck 09', 'southbound'],
  ['Tomasi Fonua', 'phone'],
  ['Van 20', 'northbound'],
  ['Ute 10', 'round'],
  ['Truck 12', 'round'],
]

/** @returns simulated trackers, deterministic */
export function makeFleet(count: number): Simulated[] {
  const journeys: Journey[] = []
  return Array.from({ length: count }, (_, i) => {
    const [name, role] = cast[i] ?? [`Van ${i + 60}`, 'round']
    // Large fleets share journeys, since each takes memory.
    const shared = i < 2 * cast.length ? undefined : journeys[cast.length + (i % cast.length)]
    const journey = role === 'parked' ? null : (shared ?? new Journey(waypointsOf(role, i)))
    if (journey) journeys[i] = journey
    // Phases are spread evenly, so that some tracker is always about to leave.
    const phase_s = (i * GOLDEN_RATIO * (journey?.duration_s ?? 0)) % (journey?.duration_s || 1)
    return {
      name,
      role,
      type: people.includes(role) ? 'phone' : 'gps',
      has_tank: /^(Truck|Refrigerated)/.test(name),
      is_cold: name.startsWith('Refrigerated'),
      journey,
      phase_s,
      yard: yardOf(i),
      seed: i + 1,
    }
  })
}

const GOLDEN_RATIO = 0.618034
const people: Role[] = ['phone', 'walker']
const yardOf = (i: number) => moved(places.wiri, (i % 5) * 12, -40 - i)

const north: PlaceName[] = ['takapuna', 'glenfield', 'esmonde', 'northcote_road', 'constellation']
const south: PlaceName[] = ['manukau', 'ormiston', 'otara', 'wiri', 'papatoetoe', 'otahuhu']
const beyond: PlaceName[] = ['albany', 'takanini', 'airport', 'puhinui_road']
const central = (Object.keys(places) as PlaceName[]).filter((name) => !beyond.includes(name))

function waypointsOf(role: Role, i: number): Waypoint[] {
  const random = makeRandom(i + 1)
  switch (role) {
    case 'northbound':
      return makeTour([...sample(random, north, 2), 'albany'], i)
    case 'southbound':
      return makeTour([...sample(random, south, 2), 'takanini'], i)
    case 'airport':
      return makeTour([...sample(random, south, 2), 'airport'], i)
    case 'boat':
      return loop(patrols[i % patrols.length]!, 35)
    case 'walker':
      return loop(walks[i % walks.length]!, 4.8)
    default:
      return makeTour(sample(random, central, 5), i)
  }
}

const loop = (route: readonly Place[], kmh: number): Waypoint[] => route.map((place) => ({ place, kmh, wait_s: 0 }))

export type Simulated = {
  name: string
  role: Role
  type: 'gps' | 'phone'
  /** Whether it reports how full its tank is, and how cold its cargo. */
  has_tank: boolean
  is_cold: boolean
  /** Null: parked in the yard. */
  journey: Journey | null
  phase_s: number
  yard: Place
  seed: number
}

/** Northbound and southbound leave the central boundary for a minute or two on each round. */
export type Role = 'round' | 'northbound' | 'southbound' | 'airport' | 'phone' | 'walker' | 'boat' | 'parked' | 'silent'
