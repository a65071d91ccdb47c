import { distance } from '#messages/geography/distance.ts'
import type { Point } from './fix.ts'
import { noteOdometer } from './odometer.ts'
import type { Profile } from './profile.ts'
import { centreOf, join, metresFrom, newCluster, radiusOf } from './rest.ts'
import { type Ending, seconds } from './segment.ts'
import type { Counters, Ignition, Trip } from './state.ts'

/** Rule 4 while a trip continues: the candidate of a rest takes a fix, or ends and another begins. */
export function follow(candidate: Candidate, point: Point, profile: Profile): Candidate {
  const away = metresFrom(candidate, point)
  const radius = radiusOf(candidate, profile)
  if (away <= radius) return slide(stay(candidate, point), profile)
  if (!candidate.beyond && mayBeOutlier(candidate, point, away / radius, profile))
    return { ...candidate, beyond: point }
  const next = restart(candidate, candidate.beyond ?? point)
  return candidate.beyond ? follow(next, point, profile) : next
}

/** Rule 4: by what the tracker has arrived where the candidate began; null while it has not. */
export function arrivalOf(candidate: Candidate, ignition: Ignition | null, profile: Profile): Ending | null {
  const { began, last, beyond } = candidate
  const { stop_min_s, stop_ignition_off_s } = profile
  if (beyond) return null
  const ending = (rule: Ending['rule'], after_s: number) => ({
    rule,
    after_s,
    within_m: Math.round(radiusOf(candidate, profile)),
  })
  if (seconds(began.at, last.at) >= stop_min_s) return ending('rest', stop_min_s)
  const off_since = isOff(ignition) ? Math.max(ignition!.since, began.at) : null
  if (off_since === null || seconds(off_since, last.at) < stop_ignition_off_s) return null
  return ending('ignition_off', stop_ignition_off_s)
}

export const newCandidate = (point: Point, before: Counters): Candidate => ({
  ...newCluster(point),
  before,
  path_m: 0,
  top_speed: null,
})

/** The counters at a trip's last usable fix. */
export function countersNow(candidate: Candidate): Counters {
  const { before, path_m, last, beyond } = candidate
  if (!beyond) return advanced(before, path_m, candidate.top_speed, last)
  return advanced(before, path_m + distance(last, beyond), higher(candidate.top_speed, speedOf(last, beyond)), beyond)
}

/** An ignition that was never on may be a missing wire. */
export const isOff = (ignition: Ignition | null): boolean => ignition?.on === false && ignition.on_at !== null

/**
 * One outlier among dense fixes resets nothing; where fixes are rare, each of them counts. After a single fix it may be
 * the far end of a way there and back.
 */
function mayBeOutlier({ began, last }: Candidate, point: Point, radii: number, profile: Profile): boolean {
  if (last.at === began.at) return radii <= 2 && (point.speed ?? 0) < profile.departure_speed
  return radii <= 3 || seconds(last.at, point.at) <= DENSE_S
}

function stay(candidate: Candidate, point: Point): Candidate {
  const { last, path_m, top_speed } = candidate
  return {
    ...join(candidate, point),
    path_m: path_m + distance(last, point),
    top_speed: higher(top_speed, speedOf(last, point)),
  }
}

/** A tracker that creeps takes the centre with it: the rest begins with the first fix that is still near. */
function slide(candidate: Candidate, profile: Profile): Candidate {
  const radius = radiusOf(candidate, profile)
  const centre = centreOf(candidate)
  if (distance(centre, candidate.began) <= radius) return candidate
  const from = candidate.ring.findIndex((point) => distance(centre, point) <= radius)
  const first = candidate.ring[from]
  if (!first || from === 0) return candidate
  const began = { ...first, speed: null, odometer: null }
  const along = Math.min(candidate.path_m, distance(candidate.began, began))
  return {
    ...candidate,
    began,
    ring: candidate.ring.slice(from),
    before: advanced(candidate.before, along, candidate.top_speed, began),
    path_m: candidate.path_m - along,
  }
}

/** The candidate was no stop. A pause is counted, and its noise is no distance. */
function restart(candidate: Candidate, point: Point): Candidate {
  const { began, last, before, path_m } = candidate
  const lasted = seconds(began.at, last.at)
  const across = distance(began, last)
  const is_pause = lasted >= PAUSE_S && across / lasted < PAUSE_SPEED
  const counted = is_pause ? { ...before, pauses: before.pauses + 1, pause_s: before.pause_s + lasted } : before
  const along = (is_pause ? across : path_m) + distance(last, point)
  return newCandidate(point, advanced(counted, along, higher(candidate.top_speed, speedOf(last, point)), point))
}

function advanced(before: Counters, along_m: number, top_speed: number | null, at: Point): Counters {
  const distance_m = before.distance_m + along_m
  return {
    ...before,
    distance_m,
    top_speed: higher(before.top_speed, top_speed),
    odometer: noteOdometer(before.odometer, at.odometer, distance_m),
  }
}

/** The reported value, or else computed from two fixes. */
const speedOf = (from: Point, to: Point) =>
  to.speed ?? (to.at > from.at ? distance(from, to) / seconds(from.at, to.at) : null)

const higher = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

/** Fixes this close refute an outlier soon. */
const DENSE_S = 60
/** From here on a rest inside a trip is a pause, unless the tracker walks. */
const PAUSE_S = 60
const PAUSE_SPEED = 0.5

export type Candidate = Trip['candidate']
