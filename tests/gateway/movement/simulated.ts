import type { Fix, Segment } from '../../../gateway/movement/rules/index.ts'
import { home, moved } from './story.ts'

/**
 * A simulated day: parts in order, each of N minutes. What is driven has turns, lights and a speed that varies; each
 * fix has its own error. The truth is what was planned.
 */
export function simulate(parts: Part[], { every_s, error_m = 4, ignition = 'wired', seed = 1 }: Device): Simulated {
  const random = makeRandom(seed)
  const fixes: Fix[] = []
  const trips: TrueTrip[] = []
  let [at, odometer, east, north] = [Date.parse('2026-11-23T18:00:00Z'), 120_000, 0, 0]
  let next_fix = at
  for (const part of parts) {
    const end = at + part.minutes * 60_000
    const driving = part.is === 'drive'
    const trip = { began_at: at, ended_at: end, distance_m: 0 }
    let heading = random() * 6
    let turn_at = 0
    for (let light = at; at < end; at += 1000) {
      if (driving && at >= light + 300_000) light = at + 45_000
      const stands = !driving || (part.lights && at < light)
      const speed = stands ? 0 : part.speed * (0.7 + 0.3 * Math.sin(at / 60_000))
      if (at >= turn_at) {
        heading += part.lights ? Math.sign(random() - 0.4) * (Math.PI / 2) : (random() - 0.5) * 0.2
        turn_at = at + (part.lights ? 50_000 : 20_000)
      }
      east += speed * Math.cos(heading)
      north += speed * Math.sin(heading)
      odometer += speed
      trip.distance_m += speed
      if (at < next_fix || part.silent) continue
      next_fix = at + (part.every_s ?? every_s) * 1000
      const [error, angle] = [(part.drift_m ?? error_m) * Math.sqrt(random()), random() * 7]
      fixes.push({
        at,
        digest: 0,
        received: at + 2000 + (part.clock_ahead_s ? -part.clock_ahead_s * 1000 : 0),
        ...moved(home, east + error * Math.cos(angle), north + error * Math.sin(angle)),
        valid: true,
        accuracy: null,
        speed,
        odometer: Math.round(odometer),
        inside: [],
        crossed: [],
        ignition: ignition === 'none' ? null : ignition === 'wired' && (driving || part.engine === true),
        limit: null,
      })
    }
    if (!part.silent) next_fix = Math.min(next_fix, at + (part.every_s ?? every_s) * 1000)
    if (driving && !part.silent) trips.push(trip)
  }
  return { fixes: fixes.toSorted((a, b) => a.at - b.at), trips }
}

/** How far a day's trips are from the truth. */
export function compareTrips(segments: Segment[], trips: TrueTrip[]): Comparison {
  const found = segments.filter(({ kind, ended_at }) => kind === 'trip' && ended_at !== null)
  const errors_s = trips.flatMap((trip) => {
    const same = found.find(({ began_at, ended_at }) => began_at < trip.ended_at && ended_at! > trip.began_at)
    if (!same) return [Infinity]
    return [Math.abs(same.began_at - trip.began_at) / 1000, Math.abs(same.ended_at! - trip.ended_at) / 1000]
  })
  const sum = (all: { distance_m: number }[]) => all.reduce((metres, { distance_m }) => metres + distance_m, 0)
  return {
    trips: found.length,
    p90_s: errors_s.toSorted((a, b) => a - b)[Math.ceil(errors_s.length * 0.9) - 1] ?? 0,
    distance_ratio: trips.length === 0 ? 1 : sum(found) / sum(trips),
  }
}

/** Numbers between 0 and 1, the same for the same seed. */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Part = {
  is: 'drive' | 'park'
  minutes: number
  speed: number
  /** Turns at right angles, and a wait of 45 s every five minutes. */
  lights?: boolean
  /** Without a fix: below ground, or on a ferry. */
  silent?: boolean
  engine?: boolean
  drift_m?: number
  every_s?: number
  clock_ahead_s?: number
}
type Device = {
  every_s: number
  error_m?: number
  /** `broken`: it always says off. */
  ignition?: 'wired' | 'broken' | 'none'
  seed?: number
}
type TrueTrip = { began_at: number; ended_at: number; distance_m: number }
type Simulated = { fixes: Fix[]; trips: TrueTrip[] }
type Comparison = { trips: number; p90_s: number; distance_ratio: number }

export const park = (minutes: number, more: Partial<Part> = {}): Part => ({ is: 'park', minutes, speed: 0, ...more })
export const driveAt = (speed: number, minutes: number, more: Partial<Part> = {}): Part => ({
  is: 'drive',
  minutes,
  speed,
  ...more,
})
