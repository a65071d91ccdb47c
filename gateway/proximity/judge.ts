import { Grid } from './grid.ts'
import { type Fix, gapOf, hysteresisOf, isForbidden, judgePair, type Limits } from './rule.ts'

/**
 * Judges all pairs of a rule. Of `nearer` each pair is judged by itself, of `farther` each tracker by all of the other
 * side. What is unknown now leaves an open alert open; a pair that waits for its time is forgotten.
 *
 * @param now milliseconds since 1970
 * @param begin a number in [0, 1), at which tracker to begin: where there is too much to compare, each has its turn
 */
export function judgeRule(rule: Rule, sides: Sides, known: RuleState, now: number, begin = 0): Changes {
  const changes: Changes = { raised: [], ended: [], pending: [], dropped: [] }
  const of = { rule, sides, known, now, changes, fixes: fixesOf(sides), left: MOST_COMPARED }
  if (rule.relation === 'nearer') judgeNearer(of, begin)
  else judgeFarther(of, begin)
  return changes
}

function judgeNearer(of: Judging, begin: number): void {
  const { rule, sides, known, fixes } = of
  const seen = new Set<string>()
  const both = [
    ...known.open.map((open): Tracked => ({ ...open, raised: true })),
    ...known.pending.map((pair): Tracked => ({ ...pair, alert_id: null, raised: false })),
  ]
  for (const pair of both) {
    seen.add(keyOf(pair.tracker_id, pair.other_tracker_id))
    if (!isPair(sides, pair)) {
      forget(of, pair)
      continue
    }
    const [one, other] = [fixes.get(pair.tracker_id), fixes.get(pair.other_tracker_id)]
    if (!one || !other) {
      if (!pair.raised) forget(of, pair)
      continue
    }
    const gap = gapOf(one, other)
    settle(of, pair, gap, isForbidden(rule, gap, pair.raised ? hysteresisOf(rule) : 0))
  }
  let room = MOST_OPEN - seen.size
  const present = freshOf(sides.ones, fixes)
  if (room <= 0 || present.length === 0) return
  const grid = new Grid(freshOf(sides.others, fixes), rule.distance_m)
  for (const one of startingAt(present, begin)) {
    for (const other of grid.near(one)) {
      if (of.left-- <= 0) return
      const pair = { tracker_id: one.tracker_id, other_tracker_id: other.tracker_id }
      // Where each may stand on either side the pair is judged once.
      const is_other_way = one.tracker_id > other.tracker_id && isPair(sides, swapped(pair))
      if (one.tracker_id === other.tracker_id || is_other_way || seen.has(keyOf(one.tracker_id, other.tracker_id))) {
        continue
      }
      const gap = gapOf(one, other)
      if (isForbidden(rule, gap) !== true) continue
      seen.add(keyOf(one.tracker_id, other.tracker_id))
      settle(of, { ...pair, since: null, alert_id: null, raised: false }, gap, true)
      room--
      if (room <= 0) return
    }
  }
}

function judgeFarther(of: Judging, begin: number): void {
  const { rule, sides, known, fixes } = of
  const others = freshOf(sides.others, fixes)
  const grid = new Grid(others, rule.distance_m)
  const seen = new Set<number>()
  const both = [
    ...known.open.map((open): Tracked => ({ ...open, raised: true })),
    ...known.pending.map((pair): Tracked => ({ ...pair, alert_id: null, raised: false })),
  ]
  for (const pair of both) {
    seen.add(pair.tracker_id)
    if (!sides.ones.has(pair.tracker_id) || !hasOther(sides, pair.tracker_id)) {
      forget(of, pair)
      continue
    }
    const one = fixes.get(pair.tracker_id)
    const nearest = one && nearestOf(of, one, { others, grid, hysteresis_m: pair.raised ? hysteresisOf(rule) : 0 })
    if (nearest) settle(of, pair, nearest.gap, nearest.forbidden)
    else if (!pair.raised) forget(of, pair)
  }
  let room = MOST_OPEN - seen.size
  for (const one of startingAt(freshOf(sides.ones, fixes), begin)) {
    if (room <= 0 || of.left <= 0) return
    if (seen.has(one.tracker_id)) continue
    const nearest = nearestOf(of, one, { others, grid, hysteresis_m: 0 })
    if (nearest?.forbidden !== true) continue
    const pair = { tracker_id: one.tracker_id, other_tracker_id: nearest.tracker_id }
    settle(of, { ...pair, since: null, alert_id: null, raised: false }, nearest.gap, true)
    room--
  }
}

/** The nearest of the others; null without any that is known. Forbidden only where all of them are too far. */
function nearestOf(of: Judging, one: TrackedFix, { others, grid, hysteresis_m }: Others): Nearest | null {
  for (const other of grid.near(one)) {
    of.left--
    if (other.tracker_id === one.tracker_id) continue
    const gap = gapOf(one, other)
    if (isForbidden(of.rule, gap, hysteresis_m) === false) {
      return { tracker_id: other.tracker_id, gap, forbidden: false }
    }
  }
  let nearest: Nearest | null = null
  for (const other of others) {
    if (of.left-- <= 0) return nearest && { ...nearest, forbidden: null }
    if (other.tracker_id === one.tracker_id) continue
    const gap = gapOf(one, other)
    if (isForbidden(of.rule, gap) !== true) return { tracker_id: other.tracker_id, gap, forbidden: null }
    if (!nearest || gap.distance_m < nearest.gap.distance_m) {
      nearest = { tracker_id: other.tracker_id, gap, forbidden: true }
    }
  }
  return nearest
}

/** Writes down what a verdict changes. */
function settle({ rule, now, changes }: Judging, pair: Tracked, gap: Gap, forbidden: boolean | null): void {
  const { since, alert } = judgePair(pair, forbidden, { hold_s: rule.hold_s, at: gap.at, now })
  const { tracker_id, other_tracker_id, alert_id } = pair
  if (alert === 'end') changes.ended.push({ alert_id: alert_id!, ended_at: gap.at })
  if (pair.raised) return
  if (alert === 'raise') {
    const raised_at = Math.max(gap.at, since! + rule.hold_s * 1000)
    changes.raised.push({ tracker_id, other_tracker_id, distance_m: gap.distance_m, started_at: since!, raised_at })
  } else if (since !== null && pair.since === null) changes.pending.push({ tracker_id, other_tracker_id, since })
  if (pair.since !== null && (alert === 'raise' || since === null))
    changes.dropped.push({ tracker_id, other_tracker_id })
}

/** What the rule does not say of any more is over now. */
function forget({ now, changes }: Judging, { tracker_id, other_tracker_id, alert_id }: Tracked): void {
  if (alert_id !== null) changes.ended.push({ alert_id, ended_at: now })
  else changes.dropped.push({ tracker_id, other_tracker_id })
}

/** Fixes of trackers that may be judged now, on either side. */
const fixesOf = ({ ones, others }: Sides) =>
  new Map<number, TrackedFix>(
    [...ones, ...others].flatMap(([tracker_id, fix]) => (fix ? [[tracker_id, { ...fix, tracker_id }]] : [])),
  )

function freshOf(side: Side, fixes: Map<number, TrackedFix>): TrackedFix[] {
  return [...side.keys()].flatMap((tracker_id) => fixes.get(tracker_id) ?? [])
}

const isPair = ({ ones, others }: Sides, { tracker_id, other_tracker_id }: Pair) =>
  ones.has(tracker_id) && others.has(other_tracker_id)
const hasOther = ({ others }: Sides, tracker_id: number) => others.size > (others.has(tracker_id) ? 1 : 0)
const swapped = ({ tracker_id, other_tracker_id }: Pair) => ({
  tracker_id: other_tracker_id,
  other_tracker_id: tracker_id,
})
const keyOf = (tracker_id: number, other_tracker_id: number) => `${tracker_id} ${other_tracker_id}`

function startingAt<Item>(items: Item[], begin: number): Item[] {
  const first = Math.floor(begin * items.length)
  return [...items.slice(first), ...items.slice(0, first)]
}

/** Alerts and waiting pairs of a rule at a time: where a whole depot stands together, the first ones are enough. */
export const MOST_OPEN = 100
/** Distances that are computed for a rule at a time: a tenth of a second. */
const MOST_COMPARED = 250_000

export type Rule = Limits & { hold_s: number }
/** Trackers by their ids; null of those whose position is not known now. */
export type Side = ReadonlyMap<number, Fix | null>
/** Of `ones` alerts are raised. */
export type Sides = { ones: Side; others: Side }
type Pair = { tracker_id: number; other_tracker_id: number }
/** Milliseconds since 1970. */
export type Pending = Pair & { since: number }
export type OpenAlert = Pair & { alert_id: number; since: null }
export type RuleState = { open: OpenAlert[]; pending: Pending[] }
export type RaisedPair = Pair & { distance_m: number; started_at: number; raised_at: number }
export type Changes = {
  raised: RaisedPair[]
  ended: { alert_id: number; ended_at: number }[]
  pending: Pending[]
  /** Pairs that do not wait any more. */
  dropped: Pair[]
}

type Gap = ReturnType<typeof gapOf>
type TrackedFix = Fix & { tracker_id: number }
type Tracked = Pair & { since: number | null; alert_id: number | null; raised: boolean }
type Nearest = { tracker_id: number; gap: Gap; forbidden: boolean | null }
type Others = { others: TrackedFix[]; grid: Grid<TrackedFix>; hysteresis_m: number }
type Judging = {
  rule: Rule
  sides: Sides
  known: RuleState
  now: number
  changes: Changes
  fixes: Map<number, TrackedFix>
  left: number
}
