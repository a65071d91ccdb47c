import { distance } from '#messages/geography/distance.ts'
import { cellOf, cellsAround, centreOf } from './grid.ts'
import { atSuchTimes } from './hours.ts'
import type { TravelModel } from './model.ts'

/**
 * The quickest way of cells that trips took, each step in the mean time of those who took it at such an hour. Where none
 * came through, the straight line leads to and from it, and counts three times: what was driven is known better.
 *
 * @returns null where the straight line alone is the way, or no way was found in `MOST_CELLS`
 */
export function findRoute(model: TravelModel, { from, to, hour, second, includes, speed }: Question): Route | null {
  const [first, last] = [cellOf(from), cellOf(to)]
  const straight = (a: LonLat, b: LonLat) => distance(a, b) / speed
  const open = new Heap()
  const best = new Map<number, Reached>()
  const reach = (cell: number, seconds: number, cost: number, before: number | null) => {
    const known = best.get(cell)
    if (known && known.cost <= cost) return
    best.set(cell, { seconds, cost, before, is_done: false })
    open.push(cell, cost + distance(centreOf(cell), to) / FASTEST)
  }
  const known = model.of(first).some(includes)
  // Of a way that begins where no trip came through.
  const begins = known ? [first] : cellsAround(first, RINGS).filter((cell) => model.of(cell).some(includes))
  for (const cell of begins) {
    const seconds = known ? 0 : straight(from, centreOf(cell))
    reach(cell, seconds, seconds * DOUBT, null)
  }
  let end: { cell: number; cost: number } = { cell: -1, cost: straight(from, to) * DOUBT }
  for (let count = 0; count < MOST_CELLS; count++) {
    const next = open.pop()
    if (!next || next.cost >= end.cost) break
    const reached = best.get(next.cell)!
    if (reached.is_done) continue
    reached.is_done = true
    const rest = next.cell === last ? 0 : straight(centreOf(next.cell), to) * DOUBT
    if (reached.cost + rest < end.cost) end = { cell: next.cell, cost: reached.cost + rest }
    if (next.cell === last) break
    const at = hour + Math.floor((second + reached.seconds) / 3600)
    for (const [cell, seconds] of stepsFrom(model, next.cell, at, includes)) {
      reach(cell, reached.seconds + seconds, reached.cost + seconds, next.cell)
    }
  }
  if (end.cell === -1) return null
  const cells: number[] = []
  for (let cell: number | null = end.cell; cell !== null; cell = best.get(cell)!.before) cells.unshift(cell)
  return { cells, before_s: known ? 0 : straight(from, centreOf(cells[0]!)), is_whole: end.cell === last }
}

/** The cells that follow one, with the mean time from it. */
function* stepsFrom(model: TravelModel, cell: number, hour: number, includes: Question['includes']) {
  const followers = new Map<number, number[]>()
  let count = 0
  for (const visit of model.of(cell)) {
    if (!includes(visit) || model.isLast(visit)) continue
    const next = model.cell[visit + 1]!
    const visits = followers.get(next)
    if (visits) visits.push(visit)
    else followers.set(next, [visit])
    if (++count === MOST_VISITS) break
  }
  for (const [next, visits] of followers) {
    const alike = atSuchTimes(visits, (visit) => model.hour(visit), hour)
    yield [next, alike.reduce((sum, visit) => sum + model.stay(visit), 0) / alike.length] as const
  }
}

/** The least first. */
class Heap {
  readonly #items: Item[] = []

  push(cell: number, cost: number): void {
    const items = this.#items
    let i = items.length
    const item = { cell, cost }
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (items[parent]!.cost <= cost) break
      items[i] = items[parent]!
      i = parent
    }
    items[i] = item
  }

  pop(): Item | undefined {
    const items = this.#items
    const top = items[0]
    const last = items.pop()
    if (!last || items.length === 0) return top
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= items.length) break
      if (child + 1 < items.length && items[child + 1]!.cost < items[child]!.cost) child++
      if (items[child]!.cost >= last.cost) break
      items[i] = items[child]!
      i = child
    }
    items[i] = last
    return top
  }
}

/** Metres per second that no vehicle drives faster than. */
const FASTEST = 45
const DOUBT = 3
/** Cells about a position from which a way may begin: some 4 km. */
const RINGS = 4
/** That are followed, before it is given up: some tens of milliseconds. */
const MOST_CELLS = 4000
/** Of a cell, the newest: at a depot all trips begin. */
export const MOST_VISITS = 300

/**
 * @property hour since 1970 by the clocks of the organisation, of which `second` seconds are over
 * @property includes whether a visit may be learned from
 * @property speed along the straight line
 */
export type Question = {
  from: LonLat
  to: LonLat
  hour: number
  second: number
  includes: (visit: number) => boolean
  speed: number
}
/**
 * @property before_s seconds of the straight line to the first cell
 * @property is_whole whether it ends in the cell of the place, not at some way from it
 */
export type Route = { cells: number[]; before_s: number; is_whole: boolean }
type LonLat = { lon: number; lat: number }
type Item = { cell: number; cost: number }
type Reached = { seconds: number; cost: number; before: number | null; is_done: boolean }
