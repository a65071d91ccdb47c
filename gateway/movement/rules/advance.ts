import { distance } from '#messages/geography/distance.ts'
import { arrivalOf, countersNow, follow, isOff, newCandidate } from './arrival.ts'
import { engineOnAt, isFar, judgeDeparture } from './departure.ts'
import { followKeys, type KeyShift } from './drivers/shifts.ts'
import { compareFixes, type Fix, type Point } from './fix.ts'
import { idleSegment, idlingSince } from './idling.ts'
import { isWhereItWas, noteInterval, silenceLimit, wasAtRest } from './no_data.ts'
import { noteOdometer } from './odometer.ts'
import type { Profile } from './profile.ts'
import { centreOf, join, newCluster, newRest, radiusOf } from './rest.ts'
import { type Changes, type Ending, endedBy, keyOf, type Segment, seconds } from './segment.ts'
import { followSpeeding, isSpeeding, speedingSegment } from './speeding.ts'
import type { OpenSpeeding, OpenTow, Rest, State, Trip } from './state.ts'
import { gapSegment, stopSegment, tripSegment } from './tiles.ts'
import { followTow, towSegment } from './towing.ts'
import { isAhead, isUsable, plausible } from './usable.ts'
import { crossingSegment, followVisits, visitSegment } from './visits.ts'

/**
 * The rules of movement: takes a tracker's next report, and says which segments were opened, closed or taken back. A
 * report that is not newer than the last one changes nothing: late data is another run over all reports. Nor does one
 * ahead of the server's clock: all true reports after it would be late.
 */
export function advance(state: State, fix: Fix, profile: Profile): Advanced {
  const changes: Changes = new Map()
  if (compareFixes(fix, state) <= 0 || isAhead(fix)) return { state, changes, shifts: [] }
  const step: Step = { state: { ...state, at: fix.at, digest: fix.digest }, before: state, fix, profile, changes }
  followIgnition(step)
  if (isUsable(fix, profile)) {
    const { points, doubtful } = plausible(state, fix, profile)
    step.state.doubtful = doubtful
    for (const { point, jumped } of points) place(step, point, jumped)
  }
  followIdle(step)
  const { keys, ended } = followKeys(state.keys, fix)
  if (keys) step.state.keys = keys
  return { state: step.state, changes, shifts: ended }
}

/** Moves the tracker to its next usable fix. */
function place(step: Step, point: Point, jumped: boolean): void {
  const { state, profile } = step
  const { last, mode } = state
  const is_silent = last !== null && seconds(last.at, point.at) > silenceLimit(state, profile)
  const was_private = last !== null && point.at === step.fix.at && typeof step.fix.private_m === 'number'
  let gapped = false
  if (!mode) beginRest(step, newRest(newCluster(point), false))
  else if (jumped || is_silent || was_private) gapped = endSilence(step, mode, point, jumped)
  else if (mode.is === 'rest') followRest(step, mode, point)
  else followTrip(step, mode, point)
  if (last && !gapped && state.mode?.is === 'trip' && !state.mode.left) followOverlays(step, last, point)
  // A doubtful fix that was confirmed has lost its boundaries: the fix after it has its own.
  if (point.at === step.fix.at)
    visit(step, last, point, { gapped, rested: mode !== null && !(mode.is === 'trip' && mode.believed) })
  state.intervals = noteInterval(state.intervals, last, point)
  state.last = point
}

function followRest(step: Step, rest: Rest, point: Point): void {
  const departure = judgeDeparture(rest, point, step.state.ignition?.on === true, step.profile)
  if (departure === 'within') step.state.mode = join(rest, point)
  else if (departure === 'beyond') step.state.mode = { ...rest, beyond: point }
  else depart(step, rest, point, departure === 'driven')
}

/** A trip may begin with the last fix at the rest. A short rest that followed no trip belongs to it. */
function depart(step: Step, before: Rest, point: Point, believed: boolean): void {
  const { state, profile } = step
  endIdle(step, before.last.at)
  const left = { ...(state.mode as Rest), beyond: null }
  const began = isFolded(left, profile) ? left.began : left.last
  const odometer = noteOdometer(null, began.odometer, 0)
  let candidate = newCandidate(began, { distance_m: 0, top_speed: null, pauses: 0, pause_s: 0, odometer })
  const ways = [left.last.at > began.at ? left.last : null, before.beyond, point]
  for (const way of ways) if (way) candidate = follow(candidate, way, profile)
  const engine_on_at = engineOnAt(began.at, state.ignition?.on ? state.ignition.since : null)
  goOn(step, { is: 'trip', began, engine_on_at, candidate, left, believed: false }, believed)
}

const isFolded = (rest: Rest, { stop_min_s }: Profile) =>
  !rest.arrived && seconds(rest.began.at, rest.last.at) < stop_min_s

function followTrip(step: Step, trip: Trip, point: Point): void {
  goOn(step, { ...trip, candidate: follow(trip.candidate, point, step.profile) }, trip.believed)
}

function goOn(step: Step, before: Trip, believed: boolean): void {
  const { state, profile, changes } = step
  const { left, candidate } = before
  const is_far = left === null || isFar(left, before, profile)
  const trip = { ...before, left: is_far ? null : left, believed: believed || is_far }
  if (trip.believed && !before.believed && left) {
    const rule = believed && !is_far ? 'driven' : 'left'
    const stop = endedBy(stopSegment(left, left.last.at), { rule, within_m: Math.round(radiusOf(left, profile)) })
    put(changes, { ...stop, taken_back: isFolded(left, profile) })
    put(changes, tripSegment(trip, countersNow(candidate), null))
  }
  state.mode = trip
  const arrival = arrivalOf(candidate, state.ignition, profile)
  if (arrival) arrive(step, trip, arrival)
}

/** The trip ends with the first fix of the rest. What never was far from the rest before was none: that rest continues. */
function arrive(step: Step, trip: Trip, by: Ending): Rest {
  const { changes } = step
  const { candidate, left } = trip
  endOverlays(step, candidate.began.at)
  const nothing = left !== null || candidate.began.at <= trip.began.at
  if (nothing) put(changes, { ...tripSegment(trip, candidate.before, null), taken_back: true })
  else put(changes, endedBy(tripSegment(trip, candidate.before, candidate.began), by))
  const { ring, last } = candidate
  return beginRest(
    step,
    left ? { ...left, ring, last, beyond: null, idle_from: last.at } : newRest(candidate, !nothing),
  )
}

function beginRest(step: Step, rest: Rest): Rest {
  step.state.mode = rest
  put(step.changes, stopSegment(rest, null))
  return rest
}

/** @returns whether there is a gap; otherwise the tracker is where it was */
function endSilence(step: Step, mode: Rest | Trip, point: Point, jumped: boolean): boolean {
  const { state, before, profile, changes } = step
  const after_s = Math.round(silenceLimit(before, profile))
  const private_m = point.at === step.fix.at ? (step.fix.private_m ?? null) : null
  const by: Ending = jumped ? { rule: 'jump' } : private_m === null ? { rule: 'silence', after_s } : { rule: 'private' }
  // A private way that led back is a way.
  const rest = jumped || (private_m ?? 0) >= STAYED_M ? null : restThatGoesOn(step, mode, point, by)
  if (rest) {
    endIdle(step, before.at)
    const current = state.mode as Rest
    const silence_s = seconds(before.last!.at, point.at)
    state.mode = join({ ...current, no_data_s: current.no_data_s + silence_s }, point)
    return false
  }
  let end: Point
  if (mode.is === 'rest' || !mode.believed) {
    const left = mode.is === 'rest' ? mode : mode.left!
    end = left.last
    state.mode = left
    endIdle(step, end.at)
    put(changes, { ...endedBy(stopSegment(state.mode, end.at), by), taken_back: end.at <= left.began.at })
  } else {
    end = mode.candidate.beyond ?? mode.candidate.last
    endOverlays(step, end.at)
    const trip = endedBy(tripSegment(mode, countersNow(mode.candidate), end), by)
    put(changes, { ...trip, taken_back: end.at <= mode.began.at })
  }
  put(changes, gapSegment(end, point, distance(end, point), { jumped, private_m, speed_max: profile.speed_max }))
  beginRest(step, newRest(newCluster(point), false))
  return true
}

/** The rest at which a tracker was silent, if it is still there. */
function restThatGoesOn(step: Step, mode: Rest | Trip, point: Point, by: Ending): Rest | null {
  const { before, profile } = step
  if (mode.is === 'rest') return isWhereItWas(mode, point, profile) ? mode : null
  const { candidate, left } = mode
  const may_rest = wasAtRest(candidate, isOff(before.ignition))
  if (may_rest && isWhereItWas(candidate, point, profile)) return arrive(step, mode, by)
  return left && isWhereItWas(left, point, profile) ? arrive(step, mode, by) : null
}

function followIgnition({ state, before, fix, profile }: Step): void {
  const { ignition: was } = before
  if (fix.ignition === null) return
  const is_silent = seconds(before.at, fix.at) > silenceLimit(before, profile)
  const goes_on = was?.on === fix.ignition && !(was.on && is_silent)
  const on_at = was?.on_at && fix.at - was.on_at < WIRE_FORGOTTEN_MS ? was.on_at : null
  state.ignition = { on: fix.ignition, since: goes_on ? was.since : fix.at, on_at: fix.ignition ? fix.at : on_at }
}

/** Idling begins, continues or ends with any report, also one without a fix. */
function followIdle(step: Step): void {
  const { state, before, fix, profile, changes } = step
  const { mode, idle, ignition } = state
  if (mode?.is !== 'rest' || fix.ignition === null) return
  if (idle) {
    if (!ignition?.on) endIdle(step, fix.at)
    else if (ignition.since > idle.last_at) endIdle(step, before.at)
    else state.idle = { ...idle, last_at: fix.at }
    return
  }
  const since = idlingSince(state, mode, fix.at, profile)
  if (since === null) return
  state.idle = { began_at: since, last_at: fix.at, ...centreOf(mode) }
  put(changes, idleSegment(state.idle, null, profile))
}

function endIdle({ state, profile, changes }: Step, at: number): void {
  const { idle, mode } = state
  if (!idle || mode?.is !== 'rest') return
  const segment = idleSegment(idle, at, profile)
  state.idle = null
  put(changes, { ...segment, taken_back: at <= idle.began_at })
  state.mode = { ...mode, idle_s: mode.idle_s + Math.max(0, segment.idle_s), idle_from: Math.max(at, mode.idle_from) }
}

/** Speeding and towing, from one fix of a trip to the next. */
function followOverlays(step: Step, from: Point, to: Point): void {
  const { state, fix, profile, changes } = step
  const here = to.at === fix.at ? fix : { limit: null }
  const { open, ended } = followSpeeding(state.speeding, to, here, profile)
  if (ended) endSpeeding(step, ended)
  if (open && isSpeeding(open, profile) && !wasSpeeding(state.speeding, open, profile)) {
    put(changes, speedingSegment(open, null, profile))
  }
  state.speeding = open
  const { began } = state.mode as Trip
  const towed = followTow(state, began, from, to)
  if (!towed) endTow(step, state.towed, from.at)
  else if (isTow(towed, profile) && !(state.towed && isTow(state.towed, profile))) put(changes, towSegment(towed, null))
  state.towed = towed
}

const isTow = (towed: OpenTow, { tow_min_m }: Profile) => towed.distance_m >= tow_min_m
const wasSpeeding = (was: OpenSpeeding | null, open: OpenSpeeding, profile: Profile) =>
  was !== null && was.began.at === open.began.at && isSpeeding(was, profile)

function endSpeeding({ profile, changes }: Step, open: OpenSpeeding | null): void {
  if (open && isSpeeding(open, profile)) put(changes, speedingSegment(open, open.last.at, profile))
}

function endTow({ profile, changes }: Step, towed: OpenTow | null, at: number): void {
  if (towed && isTow(towed, profile)) put(changes, towSegment(towed, Math.max(towed.began.at, at)))
}

/** Nothing lies over a trip after its end. */
function endOverlays(step: Step, at: number): void {
  const { state } = step
  endSpeeding(step, state.speeding)
  endTow(step, state.towed, at)
  state.speeding = null
  state.towed = null
}

function visit(step: Step, from: Point | null, point: Point, { gapped, rested }: { gapped: boolean; rested: boolean }) {
  const { state, fix, profile, changes } = step
  const { mode } = state
  // The noise of a tracker at rest enters and leaves nothing.
  if (mode?.is === 'trip' && !mode.believed) return
  const rests = mode?.is === 'rest'
  if (rests && rested && !gapped) {
    state.visits = state.visits.map((open) => ({ ...open, last: point, stopped: true }))
    return
  }
  const open = gapped ? state.visits.map((one) => ({ ...one, outside: true })) : state.visits
  const { visits, entered, ended } = followVisits(open, {
    point,
    from,
    inside: fix.inside,
    rests,
    moves: !rests && !gapped,
  })
  for (const one of ended) put(changes, visitSegment(one, false, profile))
  for (const one of entered) put(changes, visitSegment(one, true, profile))
  if (from && !gapped) {
    const crossed = fix.crossed.filter((id) => !visits.some(({ boundary_id }) => boundary_id === id))
    for (const id of crossed) put(changes, crossingSegment(id, from, point))
  }
  state.visits = visits
}

function put(changes: Changes, { taken_back, ...segment }: Segment & { taken_back?: boolean }): void {
  changes.set(keyOf(segment), taken_back ? null : segment)
}

/** What a tracker is found to have moved in a private time, though it has not. */
const STAYED_M = 500
/** After this time without it a wire counts as cut: "off" says nothing any more. */
const WIRE_FORGOTTEN_MS = 30 * 86_400_000

/** The step owns the state; nested values are replaced, never mutated. */
type Step = { state: State; before: State; fix: Fix; profile: Profile; changes: Changes }
/** With the shifts of drivers that have ended. */
export type Advanced = { state: State; changes: Changes; shifts: KeyShift[] }
