import { DateTime } from 'luxon'
import type { Simulated } from './fleet.ts'
import type { Journey, Second } from './journey.ts'
import { makeRandom, type Random } from './random.ts'
import { reportOf } from './report.ts'

/**
 * What a simulated tracker has reported before a time: trips of working hours with breaks, and nights at rest, up to where
 * it is at that time. The same for the same times, so that it can be sent again.
 */
export function* pastOf(simulated: Simulated, from: number, until: number): Generator<object> {
  for (const stretch of stretchesOf(simulated, from, until)) yield* reportsOf(simulated, stretch)
}

/** Drives and rests in the order of time, found backwards from where the tracker is in the end. */
function stretchesOf({ journey, phase_s, seed, role }: Simulated, from: number, until: number): Stretch[] {
  if (!journey) return [{ from, until, at_s: 0, drives: false, ignition: false }]
  const random = makeRandom(seed + 4711)
  const works_at_weekends = role === 'boat' || role === 'walker' || random() < 0.2
  const stretches: Stretch[] = []
  let begin = until
  let at_s = until / 1000 + phase_s
  while (begin > from) {
    const end = begin
    const began_at_s = stopBefore(journey, at_s - 60 * between(random, 15, 75))
    begin -= (at_s - began_at_s) * 1000
    at_s = began_at_s
    stretches.push({ from: begin, until: end, at_s, drives: true, ignition: true })
    const rest_ms = restBefore(begin, random, works_at_weekends)
    const is_short = rest_ms < 20 * MINUTE
    stretches.push({ from: begin - rest_ms, until: begin, at_s, drives: false, ignition: is_short && random() < 0.5 })
    begin -= rest_ms
  }
  return stretches.reverse()
}

/** How long it had rested at a time: a break, or since the evening of the working day before. */
function restBefore(at: number, random: Random, works_at_weekends: boolean): number {
  const local = DateTime.fromMillis(at, { zone: 'Pacific/Auckland' })
  const hour = local.hour + local.minute / 60
  if (hour > 8.5 && hour < 19) return between(random, 7, 45) * MINUTE
  let evening = local.startOf('day').plus({ hours: between(random, 16, 18.5) })
  if (hour <= 8.5) evening = evening.minus({ days: 1 })
  while (!works_at_weekends && evening.weekday > 5) evening = evening.minus({ days: 1 })
  return Math.max(MINUTE, at - evening.toMillis())
}

/** The last second before that stands still; a journey without any is left where it is. */
function stopBefore(journey: Journey, at_s: number): number {
  for (let s = Math.floor(at_s); s > at_s - journey.duration_s; s--) if (journey.at(s).speed === 0) return s
  return at_s
}

/** As devices report that save data: at rest now and then, on the way at each bend and each minute. */
function* reportsOf(simulated: Simulated, { from, until, at_s, drives, ignition }: Stretch): Generator<object> {
  const { journey, yard } = simulated
  const resting: Second = { place: journey?.at(at_s).place ?? yard, speed: 0, heading: 0 }
  if (!drives || !journey) {
    for (let at = from; at < until; at += REST_MS) yield reportOf(simulated, at, resting, ignition)
    return
  }
  let last: { at: number; heading: number } | null = null
  for (let at = from; at < until; at += STEP_MS) {
    const now = journey.at(at_s + (at - from) / 1000)
    const turns = last && Math.abs(((now.heading - last.heading + 540) % 360) - 180) > BEND
    if (last && !turns && at - last.at < MINUTE) continue
    yield reportOf(simulated, at, now, ignition)
    last = { at, heading: now.heading }
  }
}

const between = (random: Random, least: number, most: number) => least + random() * (most - least)

const MINUTE = 60_000
const STEP_MS = 2000
/** Below the ten minutes after which nothing is known. */
const REST_MS = 9 * MINUTE
/** Degrees. */
const BEND = 20

type Stretch = { from: number; until: number; at_s: number; drives: boolean; ignition: boolean }
