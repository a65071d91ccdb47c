import { distance } from '#messages/geography/distance.ts'
import { cellOf, hasLeft } from './grid.ts'

/**
 * The cells that a trip came through, with the seconds since its begin at which it entered each; the last second is its
 * end. Between two fixes it drove straight on at the same speed. There are no cells of a trip whose fixes are too
 * far apart, or all within one cell.
 */
export function courseOf({ at, lon, lat }: Fixes, { from, to }: Span): Course {
  const cells: number[] = []
  const seconds: number[] = []
  let before = -1
  for (let i = 0; i < at.length && cells.length < MOST_CELLS; i++) {
    if (at[i]! < from || at[i]! > to) continue
    const here = { lon: lon[i]!, lat: lat[i]! }
    if (before === -1) enter(here, at[i]!)
    else {
      const there = { lon: lon[before]!, lat: lat[before]! }
      const metres = distance(there, here)
      if (metres > FARTHEST_M) return nothing
      const steps = Math.max(1, Math.ceil(metres / STEP_M))
      const east = shortest(here.lon - there.lon)
      for (let step = 1; step <= steps; step++) {
        const share = step / steps
        const point = { lon: there.lon + share * east, lat: there.lat + share * (here.lat - there.lat) }
        if (hasLeft(cells.at(-1)!, point)) enter(point, at[before]! + share * (at[i]! - at[before]!))
      }
    }
    before = i
  }
  // Where it ended others begin: it came into that cell, however little.
  if (before !== -1 && cells.length < MOST_CELLS) {
    const last = { lon: lon[before]!, lat: lat[before]! }
    if (cellOf(last) !== cells.at(-1)) enter(last, at[before]!)
  }
  if (cells.length < 2) return nothing
  const end = cells.length < MOST_CELLS ? (to - from) / 1000 : seconds.at(-1)!
  return { cells, seconds: [...seconds, Math.round(end)] }

  function enter(point: { lon: number; lat: number }, time: number): void {
    cells.push(cellOf(point))
    seconds.push(Math.round((time - from) / 1000))
  }
}

/** The way round that is shorter, in degrees. */
const shortest = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180

const nothing: Course = { cells: [], seconds: [] }
/** 500 km, about. */
const MOST_CELLS = 600
/** Of two fixes in a row: what was between is not known beyond. */
const FARTHEST_M = 5000
const STEP_M = 100

type Fixes = { at: ArrayLike<number>; lon: ArrayLike<number>; lat: ArrayLike<number> }
/** Milliseconds since 1970. */
type Span = { from: number; to: number }
export type Course = { cells: number[]; seconds: number[] }
