import { distance } from '#messages/geography/distance.ts'
import { cellOf, centreOf } from './grid.ts'
import { atSuchTimes, ENOUGH } from './hours.ts'
import type { TravelModel } from './model.ts'
import { findRoute, MOST_VISITS, type Question, type Route } from './route.ts'

/**
 * How long the drive from a position to a place takes, learned from trips: of those that drove all of it where there are
 * enough, otherwise of the parts of a way. Null where the most of it would be the straight line.
 */
export function driveTime(model: TravelModel, question: Question): Drive | null {
  const { from, to } = question
  const [first, last] = [cellOf(from), cellOf(to)]
  if (first === last) return null
  const whole = piecesOf(model, question, (visit) => throughTo(model, visit, last), model.of(first))
  if (whole.length >= ENOUGH) return driveOf([pieceOf(whole)], 0, tripsOf(model, whole))
  const route = findRoute(model, question)
  return route && alongRoute(model, question, route)
}

/** The longest parts that enough trips drove, one after the other. */
function alongRoute(model: TravelModel, question: Question, { cells, before_s, is_whole }: Route): Drive | null {
  const pieces: Piece[] = []
  const trips = new Set<number>()
  let seconds = before_s
  for (let at = 0; at + 1 < cells.length; ) {
    const now = { ...question, second: question.second + seconds }
    const [next, samples] = longest(model, now, cells, at, is_whole)
    const piece = pieceOf(samples)
    for (const trip of tripsOf(model, samples)) trips.add(trip)
    pieces.push(piece)
    seconds += piece.mean
    at = next
  }
  const end = centreOf(cells.at(-1)!)
  const straight_s = before_s + (is_whole ? 0 : distance(end, question.to) / question.speed)
  const learned_s = pieces.reduce((sum, { mean }) => sum + mean, 0)
  // Then it is little more than the straight line.
  if (learned_s < straight_s) return null
  return driveOf(pieces, straight_s, trips)
}

/** Trips from a cell of a way along it: to the farthest cell that enough of them came to. */
function longest(model: TravelModel, question: Question, cells: number[], at: number, is_whole: boolean) {
  const reached: number[][] = []
  let count = 0
  for (const visit of model.of(cells[at]!)) {
    if (!question.includes(visit)) continue
    let steps = 0
    while (at + steps + 1 < cells.length && follows(model, visit + steps, cells[at + steps + 1]!)) steps++
    for (let step = 1; step <= steps; step++) {
      const others = reached[step]
      if (others) others.push(visit)
      else reached[step] = [visit]
    }
    if (++count === MOST_VISITS) break
  }
  for (let steps = reached.length - 1; steps > 0; steps--) {
    if (reached[steps]!.length < ENOUGH && steps > 1) continue
    const ends = is_whole && at + steps === cells.length - 1
    const of = { ...question, from: at === 0 ? question.from : null, to: ends ? question.to : null }
    return [at + steps, piecesOf(model, of, (visit) => visit + steps, reached[steps]!)] as const
  }
  throw new Error('A step of a way that no trip has driven')
}

const follows = (model: TravelModel, visit: number, cell: number) =>
  !model.isLast(visit) && model.cell[visit + 1] === cell

/** Where a trip first comes to a cell after a visit, unless it comes by where it was before that. */
function throughTo(model: TravelModel, visit: number, cell: number): number | null {
  const from = model.cell[visit]
  for (let next = visit; !model.isLast(next); ) {
    next++
    if (model.cell[next] === from) return null
    if (model.cell[next] === cell) return next
  }
  return null
}

/** The seconds that trips took from visits to others, those at such an hour. */
function piecesOf(
  model: TravelModel,
  { from, to, includes, hour, second }: Omit<Question, 'from' | 'to'> & { from: LonLat | null; to: LonLat | null },
  endOf: (visit: number) => number | null,
  visits: readonly number[],
): Sample[] {
  const found: Sample[] = []
  for (const visit of visits) {
    const end = includes(visit) ? endOf(visit) : null
    if (end === null) continue
    let seconds = model.second[end]! - model.second[visit]!
    if (from) seconds -= doneOf(model, visit, from) * model.stay(visit)
    if (to) seconds += model.isLast(end) ? model.stay(end) : enteredOf(model, end, to) * model.stay(end)
    found.push({ visit, seconds: Math.max(1, seconds) })
    if (found.length === MOST_VISITS) break
  }
  return [...atSuchTimes(found, ({ visit }) => model.hour(visit), hour + Math.floor(second / 3600))]
}

/** Which share of its way through a cell a trip has done at a position: from the distance to the cell that follows. */
function doneOf(model: TravelModel, visit: number, at: LonLat): number {
  if (model.isLast(visit)) return 0
  const [own, next] = [centreOf(model.cell[visit]!), centreOf(model.cell[visit + 1]!)]
  return within(1.5 - distance(at, next) / distance(own, next))
}

/** The same from the cell before. */
function enteredOf(model: TravelModel, visit: number, at: LonLat): number {
  const [own, before] = [centreOf(model.cell[visit]!), centreOf(model.cell[visit - 1]!)]
  return within(distance(at, before) / distance(own, before) - 0.5)
}

const within = (share: number) => Math.min(1, Math.max(0, share))

const tripsOf = (model: TravelModel, samples: readonly Sample[]) =>
  new Set(samples.map(({ visit }) => model.trip[visit]!))

/** The middle, and what four of five are between; of few it is wider, since they say little of the others. */
function pieceOf(samples: readonly Sample[]): Piece {
  const sorted = samples.map(({ seconds }) => seconds).sort((a, b) => a - b)
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(sorted, share)) as [number, number, number]
  // A detour of one would be in the mean of all.
  const most = quantile(sorted, 0.95)
  const mean = sorted.reduce((sum, seconds) => sum + Math.min(seconds, most), 0) / sorted.length
  const wider = 1.1 + 3 / sorted.length
  const least = sorted.length < ENOUGH ? LEAST_SPREAD * middle : 0
  return {
    middle,
    mean,
    earlier: Math.max(least, (middle - low) * wider),
    later: Math.max(least, (high - middle) * wider),
  }
}

/** Between the values of two, where it lies between them. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const above = Math.min(sorted.length - 1, below + 1)
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!)
}

/**
 * The sum of pieces. A slow day is slow on each of them, in part: their spreads add up to more than chance would have,
 * and less than all.
 */
function driveOf(pieces: readonly Piece[], straight_s: number, trips: ReadonlySet<number>): Drive {
  const seconds = straight_s + pieces.reduce((sum, { mean, middle }) => sum + (pieces.length > 1 ? mean : middle), 0)
  const of = (side: 'earlier' | 'later') => {
    const spreads = [...pieces.map((piece) => piece[side]), STRAIGHT_SPREAD * straight_s]
    const sum = spreads.reduce((all, spread) => all + spread, 0)
    const squares = spreads.reduce((all, spread) => all + spread ** 2, 0)
    return Math.max(LEAST_S, Math.sqrt((1 - TOGETHER) * squares + TOGETHER * sum ** 2))
  }
  return {
    seconds,
    earliest_s: Math.max(0, seconds - of('earlier')),
    latest_s: seconds + of('later'),
    trips: trips.size,
  }
}

const TOGETHER = 0.5
/** Of what is the straight line, as a share. */
const STRAIGHT_SPREAD = 0.4
const LEAST_SPREAD = 0.25
/** No estimate is more exact. */
const LEAST_S = 45

/** Seconds, and how many trips they are learned from. Four of five come between the earliest and the latest. */
export type Drive = { seconds: number; earliest_s: number; latest_s: number; trips: number }
type Piece = { middle: number; mean: number; earlier: number; later: number }
type Sample = { visit: number; seconds: number }
type LonLat = { lon: number; lat: number }
