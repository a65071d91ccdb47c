import { medianOf } from './calibrate.ts'

/**
 * What became of a fuel level: what was filled in, what was lost while nothing drove, and what was used. Pure.
 *
 * A change counts only as a step between the medians of some values before and after it, each corrected by what the
 * trips in between use, so that neither a slope nor driving for an hour between two reports is taken for a loss.
 *
 * @param levels in the order of time, times in milliseconds since 1970
 * @param trips in the order of time, which do not overlap
 * @param least the least change that is a step, in the unit of the level
 */
export function followFuel(levels: readonly Level[], trips: readonly Trip[], least: number): Fuel {
  if (levels.length === 0) return { first: null, last: null, filled: 0, lost: 0, used: null, steps: [] }
  const values = levels.map(([, value]) => value)
  const times = levels.map(([at]) => at)
  const driven = drivenUntil(times, trips)
  const rate = usualRate(values, driven)
  // As if trips used nothing.
  const full = values.map((value, i) => value + driven[i]! * rate)
  const smooth = smoothed(full)
  const noise = medianOf(full.map((value, i) => Math.abs(value - smooth[i]!)))
  const corrected = withoutDropouts(stepsOf(times, smooth, Math.max(least, noise * NOISE)))
  const steps = corrected.map(({ index, from, to, amount, ...step }) => {
    const used = driven[index]! * rate
    return { ...step, from: rounded(from - used), to: rounded(to - used), amount: rounded(amount) }
  })
  const [first, last] = [rounded(smooth[0]!), rounded(smooth.at(-1)! - driven.at(-1)! * rate)]
  const sumOf = (kind: FuelStep['kind']) => steps.reduce((sum, step) => sum + (step.kind === kind ? step.amount : 0), 0)
  const [filled, lost] = [rounded(sumOf('filled')), rounded(sumOf('lost'))]
  // Noise at both ends may leave a little less than nothing.
  const used = rounded(Math.max(0, first + filled - lost - last))
  return { first, last, filled, lost, used, steps }
}

/** Steps of a level: where the medians of some values before and after differ by enough, at the steepest of them. */
function stepsOf(times: readonly number[], level: readonly number[], least: number): Corrected[] {
  const before = (i: number) => medianOf(level.slice(Math.max(0, i - WINDOW + 1), i + 1))
  const after = (i: number) => medianOf(level.slice(i + 1, i + 1 + WINDOW))
  const difference = (i: number) => after(i) - before(i)
  const steps: Corrected[] = []
  for (let i = 0; i + 1 < level.length; i++) {
    const here = difference(i)
    if (Math.abs(here) < least) continue
    const sign = Math.sign(here)
    const begin = i
    let at = i
    const rise = (of: number) => (level[of + 1]! - level[of]!) * sign
    for (; i + 1 < level.length && difference(i) * sign >= least; i++) if (rise(i) > rise(at)) at = i
    const [from, to] = [before(begin), after(Math.min(i, level.length - 2))]
    const amount = (to - from) * sign
    const kind = sign > 0 ? 'filled' : 'lost'
    if (amount >= least) steps.push({ kind, index: at, began_at: times[at]!, at: times[at + 1]!, from, to, amount })
  }
  return steps
}

/** Without a fall and a rise by the same amount within a quarter of an hour: the sensor was without power. */
function withoutDropouts(steps: readonly Corrected[]): Corrected[] {
  const kept: Corrected[] = []
  for (const step of steps) {
    const before = kept.at(-1)
    const isBack =
      before &&
      before.kind !== step.kind &&
      step.at - before.at <= DROPOUT_MS &&
      Math.abs(before.amount - step.amount) <= before.amount * ALIKE
    if (isBack) kept.pop()
    else kept.push(step)
  }
  return kept
}

/** What a millisecond of driving uses: the median over stretches with enough driving in them. */
function usualRate(levels: readonly number[], driven: readonly number[]): number {
  const rates: number[] = []
  for (let begin = 0, i = 1; i < levels.length; i++) {
    const spent = driven[i]! - driven[begin]!
    if (spent < LONG_MS) continue
    rates.push((levels[begin]! - levels[i]!) / spent)
    begin = i
  }
  return rates.length > 0 ? Math.max(0, medianOf(rates)) : 0
}

/** How long the trips had driven until each time, in milliseconds. */
function drivenUntil(times: readonly number[], trips: readonly Trip[]): number[] {
  let next = 0
  let driven = 0
  return times.map((at) => {
    for (; next < trips.length && trips[next]!.to <= at; next++) driven += trips[next]!.to - trips[next]!.from
    const open = trips[next]
    return driven + (open && open.from < at ? at - open.from : 0)
  })
}

/** The median of each value and its neighbours: a single value that is astray changes nothing. */
function smoothed(values: readonly number[]): number[] {
  const half = Math.floor(WINDOW / 2)
  return values.map((_, i) => medianOf(values.slice(Math.max(0, i - half), i + half + 1)))
}

/** Without the noise of binary fractions. */
const rounded = (value: number) => Number(value.toFixed(6))

/** Values that a median is taken of. */
const WINDOW = 5
/** Fuel that sloshes is astray by half of its usual noise as often as by more: this many times that is no step. */
const NOISE = 6
const LONG_MS = 10 * 60_000
const DROPOUT_MS = 15 * 60_000
/** How far two amounts differ that are the same. */
const ALIKE = 0.2

export type Level = readonly [at: number, value: number]
/** Milliseconds since 1970. */
export type Trip = { from: number; to: number }
/** It happened after `began_at` and by `at`: milliseconds since 1970. Levels are those before and after. */
export type FuelStep = {
  kind: 'filled' | 'lost'
  began_at: number
  at: number
  from: number
  to: number
  amount: number
}
/** With levels as if trips used nothing. */
type Corrected = FuelStep & { index: number }
export type Fuel = {
  /** The level in the beginning and at the end; null without values. */
  first: number | null
  last: number | null
  filled: number
  lost: number
  used: number | null
  steps: FuelStep[]
}
