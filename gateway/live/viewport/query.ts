import { type TrackerStatus, trackerStatuses } from '#db/tracker_status.ts'
import { Extent } from './extent.ts'
import type { FleetPositions } from './fleet_positions.ts'
import { type Box, boxOf, degreesAt, type View } from './viewport.ts'

/** So many are sent one by one; of more, what is dense is counted. */
const MAX_SINGLE = 2000
/** Those outside their boundaries are sent one by one beyond that. */
const MAX_OUTSIDE = 1000
/** Pixels across a cell, and how many cells a view has in a row at most, whatever zoom it claims. */
const CELL_PX = 64
const MAX_CELLS_ACROSS = 64
/** So many markers in one place can still be told apart. */
const MIN_CELL_MEMBERS = 4

/**
 * What is seen of an organisation's trackers in a view.
 *
 * @param owner whose trackers these must be; null is everybody's
 */
export function queryViewport(all: FleetPositions, owner: number | null, view: View): ViewportResult {
  const box = boxOf(view)
  const counts = Object.fromEntries(trackerStatuses.map((state) => [state, 0])) as Counts
  const shown: number[] = []
  const outside: number[] = []
  const others: number[] = []
  const extent = new Extent()
  for (let slot = 0; slot < all.size; slot++) {
    if (owner !== null && all.owners[slot] !== owner) continue
    const state = all.stateAt(slot)
    counts[state]++
    if (!all.isOnMap(slot)) continue
    extent.add(all.xs[slot]!, all.ys[slot]!)
    if (all.ids[slot] === view.tracker_id) shown.push(slot)
    else if (isWithin(box, all.xs[slot]!, all.ys[slot]!)) (state === 'outside' ? outside : others).push(slot)
  }
  shown.push(...outside.slice(0, MAX_OUTSIDE))
  const beyond = outside.slice(MAX_OUTSIDE)
  const dense = others.length > MAX_SINGLE
  if (!dense) shown.push(...others)
  const { cells, single } = cellsOf(all, dense ? [...beyond, ...others] : beyond, view.zoom, box)
  return {
    tracker_ids: [...shown, ...single].map((slot) => all.ids[slot]!),
    cells,
    counts,
    outside_in_cells: beyond.length,
    extent: extent.degrees(),
  }
}

function isWithin(box: Box, x: number, y: number): boolean {
  const east = x - box.x
  return east - Math.floor(east) <= box.width && y >= box.y && y <= box.y + box.height
}

/** Counts on a grid; the few of a thin cell are single, unless that would be too many, or one of them is outside. */
function cellsOf(all: FleetPositions, slots: number[], zoom: number, box: Box): { cells: Cell[]; single: number[] } {
  // The same places for all zooms of a step, so that cells do not swim.
  const cells_across_world = (512 * 2 ** Math.floor(zoom)) / CELL_PX
  const across = Math.max(
    1,
    Math.min(cells_across_world, 2 ** Math.floor(Math.log2(MAX_CELLS_ACROSS / Math.max(box.width, box.height)))),
  )
  const grid = new Map<number, number[]>()
  for (const slot of slots) {
    const x = all.xs[slot]!
    const key = Math.floor((x - Math.floor(x)) * across) * 2 ** 26 + Math.floor(all.ys[slot]! * across)
    const members_of_cell = grid.get(key)
    if (members_of_cell) members_of_cell.push(slot)
    else grid.set(key, [slot])
  }
  const isThin = (members: number[]) =>
    members.length < MIN_CELL_MEMBERS && members.every((slot) => all.stateAt(slot) !== 'outside')
  const thin = [...grid].filter(([, members]) => isThin(members))
  const single = thin.flatMap(([, members]) => members)
  const few = single.length <= MAX_SINGLE
  const crowded = few ? [...grid].filter(([, members]) => !isThin(members)) : [...grid]
  const grain = CELL_PX * across
  return {
    cells: crowded.map(([id, members]) => cellOf(all, id, members, grain)),
    single: few ? single : [],
  }
}

/** In the middle of its members, to a pixel: a cell need not tremble with each of them. */
function cellOf(all: FleetPositions, id: number, members: number[], grain: number): Cell {
  const counts: Cell['counts'] = {}
  let [x, y] = [0, 0]
  for (const slot of members) {
    const state = all.stateAt(slot)
    counts[state] = (counts[state] ?? 0) + 1
    x += all.xs[slot]! - Math.floor(all.xs[slot]!)
    y += all.ys[slot]!
  }
  const middle = (sum: number) => Math.round((sum / members.length) * grain) / grain
  const { lon, lat } = degreesAt(middle(x), middle(y))
  return { id, lon: round(lon), lat: round(lat), counts }
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

type Counts = Record<TrackerStatus, number>

/** So many trackers stand for one place of the map. */
export type Cell = { id: number; lon: number; lat: number; counts: Partial<Counts> }

export type ViewportResult = {
  /** Those that are sent one by one. */
  tracker_ids: number[]
  cells: Cell[]
  /** Of all that the viewer may see, wherever they are. */
  counts: Counts
  /** How many outside in the view are counted in cells, because there are too many to be sent one by one. */
  outside_in_cells: number
  /** West, south, east, north of all that the viewer may see; east lies past 180 where they lie across it. */
  extent: [number, number, number, number] | null
}
