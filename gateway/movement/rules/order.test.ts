import fc from 'fast-check'
import { expect, it } from 'vitest'
import { home, moved } from '../../../tests/gateway/movement/story.ts'
import { daysOf } from './days.ts'
import {
  advance,
  compareFixes,
  type Fix,
  initialState,
  keyOf,
  openSegments,
  profiles,
  type Segment,
  type State,
  tilingKinds,
} from './index.ts'
import { replay, type Settled, segmentsOf, settle } from './replay.ts'

const { car } = profiles

/** A day of a wild tracker: it drives, rests, is silent, jumps, and loses its fix. */
const dayOfReports = fc
  .array(
    fc.record({
      does: fc.constantFrom('drives', 'drives', 'rests', 'rests', 'sleeps', 'jumps', 'drifts'),
      minutes: fc.integer({ min: 1, max: 30 }),
      every_s: fc.constantFrom(10, 30, 60, 300),
      heading: fc.integer({ min: 0, max: 359 }),
      speed: fc.integer({ min: 2, max: 35 }),
      ignition: fc.constantFrom(true, false, null),
      odd: fc.constantFrom('invalid', 'inaccurate', 'none', 'none', 'none'),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map(reportsOf)

function reportsOf(parts: Part[]): Fix[] {
  const fixes: Fix[] = []
  let [at, east, north, odometer] = [Date.parse('2026-11-24T00:00:00Z'), 0, 0, 5000]
  for (const [i, part] of parts.entries()) {
    const { does, minutes, every_s, heading, speed, ignition, odd } = part
    if (does === 'jumps') east += 40_000
    if (does === 'sleeps') {
      at += minutes * 10 * 60_000
      continue
    }
    for (let n = 0; n < Math.min(40, (minutes * 60) / every_s); n++) {
      at += every_s * 1000
      const step = does === 'drives' ? speed * every_s : 0
      east += step * Math.sin(heading)
      north += step * Math.cos(heading)
      odometer += step
      const drift = does === 'drifts' ? 70 * Math.sin(n * 2.4) : 0
      fixes.push({
        at,
        digest: (n * 7919 + i) % 1000,
        received: at + 1000,
        ...moved(home, east + drift, north),
        valid: !(odd === 'invalid' && n % 7 === 0),
        accuracy: odd === 'inaccurate' && n % 5 === 0 ? 400 : null,
        speed: does === 'drives' ? speed : 0,
        ignition,
        odometer,
        inside: Math.abs(east) < 3000 ? [1] : [],
        crossed: [],
        limit: { speed: 25, source: 'profile', boundary_id: null },
      })
    }
  }
  return fixes
}

it('gives the same segments for any split, order and repetition of the same reports', () => {
  fc.assert(
    fc.property(dayOfReports, fc.infiniteStream(fc.nat(1_000_000)), (fixes, random) => {
      const next = () => random.next().value as number
      const shuffled = fixes
        .map((fix, i) => ({ fix, at: next() % 4 === 0 ? i + (next() % 50) : i }))
        .toSorted((a, b) => a.at - b.at)
        .flatMap(({ fix }) => (next() % 5 === 0 ? [fix, fix] : [fix]))
      const follower = new Follower()
      while (shuffled.length > 0) follower.take(shuffled.splice(0, 1 + (next() % 30)))
      expect(follower.segments()).toEqual(segmentsOf(fixes, car))
    }),
    { numRuns: 150 },
  )
})

it('tiles the time without overlaps and holes, lays the rest over it, and days are the sum of segments', () => {
  fc.assert(
    fc.property(dayOfReports, (fixes) => {
      const segments = segmentsOf(fixes, car)
      const through = fixes.at(-1)?.at ?? 0
      const tiles = segments.filter(({ kind }) => tilingKinds.includes(kind))
      for (const [i, { ended_at, began_at }] of tiles.entries()) {
        if (i === tiles.length - 1) expect(ended_at).toBeNull()
        else expect(ended_at).toBe(tiles[i + 1]!.began_at)
        if (ended_at !== null) expect(ended_at).toBeGreaterThan(began_at)
      }
      for (const kind of ['idle', 'towed', 'speeding', 'visit'] as const) {
        const own = segments.filter((segment) => segment.kind === kind)
        for (const [i, { began_at, ended_at }] of own.entries()) {
          if (ended_at !== null) expect(ended_at).toBeGreaterThanOrEqual(began_at)
          if (i > 0) expect(own[i - 1]!.ended_at).toBeLessThanOrEqual(began_at)
        }
      }
      const days = daysOf(
        segments.map((segment) => ({ ...segment, through })),
        'Pacific/Auckland',
      )
      const sum = (all: number[]) => all.reduce((a, b) => a + b, 0)
      const driven = segments.filter(({ kind }) => kind === 'trip' || kind === 'gap')
      expect(sum(days.map((day) => day.distance_m))).toBeCloseTo(sum(driven.map((one) => one.distance_m)), 3)
      const trips = segments.filter(({ kind }) => kind === 'trip')
      expect(sum(days.map((day) => day.driving_s))).toBeCloseTo(sum(trips.map((one) => one.moving_s)), 3)
      const idles = segments.filter(({ kind }) => kind === 'idle')
      expect(sum(days.map((day) => day.idle_s))).toBeCloseTo(sum(idles.map((one) => one.idle_s)), 3)
    }),
    { numRuns: 150 },
  )
})

it('goes through JSON unchanged', () => {
  fc.assert(
    fc.property(dayOfReports, (fixes) => {
      let state = initialState
      for (const fix of fixes) state = advance(JSON.parse(JSON.stringify(state)) as State, fix, car).state
      expect(state).toEqual(replay(initialState, fixes.toSorted(compareFixes), car).state)
    }),
    { numRuns: 30 },
  )
})

/** As the server follows a tracker: rows, states at some rests, and late data from the rest before it. */
class Follower {
  #stored: Fix[] = []
  #state: State = initialState
  #marks: State[] = []
  #rows: Settled = new Map()

  take(batch: Fix[]): void {
    const late: number[] = []
    for (const fix of batch.toSorted(compareFixes)) {
      if (this.#stored.some((one) => compareFixes(one, fix) === 0)) continue
      this.#stored.push(fix)
      if (compareFixes(fix, this.#state) <= 0) late.push(fix.at)
      else this.#follow(fix)
    }
    if (late.length > 0) this.#again(Math.min(...late))
  }

  segments(): Segment[] {
    const closed = [...this.#rows.values()].flatMap(({ segment, at }) => (segment && at !== null ? [segment] : []))
    const order = new Map(segmentsOf(this.#stored, car).map((segment, i) => [keyOf(segment), i]))
    return [...closed, ...openSegments(this.#state, car)].toSorted(
      (a, b) => (order.get(keyOf(a)) ?? -1) - (order.get(keyOf(b)) ?? -1),
    )
  }

  #follow(fix: Fix): void {
    const { state, changes } = advance(this.#state, fix, car)
    settle(this.#rows, changes, state)
    if (state.mode?.is === 'rest' && this.#state.mode?.is === 'trip') this.#marks.push(state)
    this.#state = state
  }

  /** From the rest before the late reports. */
  #again(from: number): void {
    this.#marks = this.#marks.filter(({ at }) => at < from)
    this.#state = this.#marks.at(-1) ?? initialState
    for (const [key, { at }] of this.#rows) if (at === null || at > this.#state.at) this.#rows.delete(key)
    const after = this.#stored.filter((fix) => compareFixes(fix, this.#state) > 0)
    for (const fix of after.toSorted(compareFixes)) this.#follow(fix)
  }
}

type Part = {
  does: string
  minutes: number
  every_s: number
  heading: number
  speed: number
  ignition: boolean | null
  odd: string
}
