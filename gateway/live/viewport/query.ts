import { type MovementState, movementStates } from '#db/movement/now.ts'
import { type TrackerStatus, trackerStatuses } from '#db/tracker_status.ts'
import { Extent } from './extent.ts'
import type { FleetPositions } from './fleet_positions.ts'
import { type Box, boxOf, degreesAt, type View } from './viewport.ts'

/** Maximum of single markers; above it, dense cells are counts. */
const MAX_SINGLE = 2000
/** Trackers outside their boundaries are single up to this number. */
const MAX_OUTSIDE = 1000
/** Size of a cell in pixels, and the maximum number of cells in a row, whatever zoom a client claims. */
const CELL_PX = 64
const MAX_CELLS_ACROSS = 64
/** Cells with fewer trackers show single markers. */
const MIN_CELL_MEMBERS = 4

/**
 * Viewport query: thins out a large fleet in a view to single markers and counted cells (clustering on the server).
 *
 * @param some only trackers of this user and of these groups; null is all
 */
export function queryViewport(all: FleetPositions, some: Some | null, view: View): ViewportResult {
  const groups = new Set(some?.group_ids)
  const box = boxOf(view)
  const counts = Object.fromEntries(trackerStatuses.map((state) => [state, 0])) as Counts
  const movements = Object.fromEntries(movementStates.map((state) => [state, 0])) as Record<MovementState, number>
  const shown: number[] = []
  const outside: number[] = []
  const others: number[] = []
  const extent = new Extent()
  for (let slot = 0; slot < all.size; slot++) {
    if (some && all.owners[slot] !== some.user_id && !groups.has(all.groups[slot]!)) continue
    const state = all.stateAt(slot)
    counts[state]++
    if (state !== 'inactive') movements[all.movementAt(slot)]++
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
    movements,
    outside_in_cells: beyond.length,
    extent: extent.degrees(),
  }
}

function isWithin(box: Box, x: number, y: number): boolean {
  const east = x - box.x
  return east - Math.floor(east) <= box.width && y >= box.y && y <= box.y + box.height
}

/** Clusters on a grid. Trackers of a sparse cell are single, unless there are too many or one of them is outside. */
function cellsOf(all: FleetPositions, slots: number[], zoom: number, box: Box): { cells: Cell[]; single: number[] } {
  // One grid per integer zoom, so that cells do not move while zooming.
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
  return { cells: crowded.map(([id, members]) => cellOf(all, id, members, grain)), single: few ? single : [] }
}

/** The cell's marker: the mean of its members, rounded to a pixel so that it does not jitter. */
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

type Some = { user_id: number; group_ids: readonly number[] }
type Counts = Record<TrackerStatus, number>

/** A number of trackers shown as one marker. */
export type Cell = { id: number; lon: number; lat: number; counts: Partial<Counts> }

export type ViewportResult = {
  /** Single markers. */
  tracker_ids: number[]
  cells: Cell[]
  /** Over all trackers that the viewer may see, in view or not. */
  counts: Counts
  /** What those that are active do. */
  movements: Record<MovementState, number>
  /** Trackers outside their boundaries that are in view and counted in cells, above the maximum of single ones. */
  outside_in_cells: number
  /** West, south, east, north of all trackers that the viewer may see; east exceeds 180 across the antimeridian. */
  extent: [number, number, number, number] | null
}
