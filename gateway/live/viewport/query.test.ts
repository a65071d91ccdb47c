import { describe, expect, test } from 'vitest'
import type { MovementState } from '#db/movement/now.ts'
import { FleetPositions } from './fleet_positions.ts'
import { queryViewport } from './query.ts'
import type { View } from './viewport.ts'
import { readView } from './viewport.ts'

const auckland: View = { west: 174, south: -37.5, east: 175.5, north: -36, zoom: 8 }
const world: View = { west: -180, south: -85, east: 180, north: 85, zoom: 1 }

type Place = {
  lon: number
  lat: number
  outside?: boolean | null
  owner?: number
  group?: number
  offline?: boolean
  active?: boolean
  movement?: MovementState
}

function fleet(...places: Place[]): FleetPositions {
  const all = new FleetPositions()
  for (const [i, { owner, group, ...place }] of places.entries()) {
    const standard = { outside: false, offline: false, active: true, movement: null }
    const belonging = { owner_user_id: owner ?? null, group_id: group ?? null }
    all.load({ ...standard, ...place, ...belonging, tracker_id: i + 1, event_id: i + 1 })
  }
  return all
}

const many = (count: number, more: Partial<Place> = {}): Place[] =>
  Array.from({ length: count }, (_, i) => ({
    lon: 174.7 + (i % 100) / 1e4,
    lat: -36.8 - Math.floor(i / 100) / 1e4,
    ...more,
  }))

describe('a view', () => {
  test('shows few trackers as single ones, with a margin around it', () => {
    const all = fleet({ lon: 174.7, lat: -36.8 }, { lon: 175.6, lat: -36.8 }, { lon: 2, lat: 48 })
    expect(queryViewport(all, null, auckland)).toMatchObject({ tracker_ids: [1, 2], cells: [], outside_in_cells: 0 })
  })

  test.each([
    ['east below west', { west: 178, south: -45, east: -176, north: -43, zoom: 6 }],
    ['east past 180', { west: 178, south: -45, east: 184, north: -43, zoom: 6 }],
    ['west past -180', { west: -182, south: -45, east: -176, north: -43, zoom: 6 }],
  ])('crosses 180° with %s', (_, view) => {
    const all = fleet({ lon: 179, lat: -44 }, { lon: -177, lat: -44 }, { lon: 170, lat: -44 }, { lon: 0, lat: -44 })
    expect(queryViewport(all, null, view).tracker_ids).toEqual([1, 2])
  })

  test('counts many trackers by status, except those outside their boundaries', () => {
    const all = fleet(...many(3000), { lon: 174.7, lat: -36.8, outside: true }, ...many(5, { offline: true }))
    const { tracker_ids, cells, counts } = queryViewport(all, null, auckland)
    expect(tracker_ids).toEqual([3001])
    expect(cells).toMatchObject([{ counts: { inside: 3000, offline: 5 } }])
    expect(cells[0]).toMatchObject({ lon: expect.closeTo(174.705, 1), lat: expect.closeTo(-36.8, 1) })
    expect(counts).toEqual({ outside: 1, offline: 5, unknown: 0, inside: 3000, never: 0, inactive: 0 })
  })

  test('counts what active trackers do', () => {
    const at = { lon: 174.7, lat: -36.8 }
    const all = fleet({ ...at, movement: 'moving' }, { ...at, movement: 'parked', owner: 7 }, at, {
      ...at,
      active: false,
    })
    const none = { moving: 0, idling: 0, parked: 0, towed: 0, no_data: 0 }
    expect(queryViewport(all, null, world).movements).toEqual({ ...none, moving: 1, parked: 1, no_data: 1 })
    all.setMovement(2, 'idling')
    expect(queryViewport(all, { user_id: 7, group_ids: [] }, auckland).movements).toEqual({ ...none, idling: 1 })
  })

  test('counts trackers outside only above a thousand, and reports their number', () => {
    const { tracker_ids, cells, outside_in_cells } = queryViewport(
      fleet(...many(1200, { outside: true })),
      null,
      auckland,
    )
    expect(tracker_ids).toHaveLength(1000)
    expect(cells).toMatchObject([{ counts: { outside: 200 } }])
    expect(outside_in_cells).toBe(200)
  })

  test('shows the trackers of a sparse cell as single ones', () => {
    const all = fleet(...many(3000), { lon: 175.4, lat: -37.4 }, { lon: 174.01, lat: -36.1 })
    expect(queryViewport(all, null, auckland).tracker_ids).toEqual([3001, 3002])
  })

  test('shows the selected tracker at any position, and in no cell', () => {
    const all = fleet(...many(3000), { lon: 2, lat: 48 })
    expect(queryViewport(all, null, { ...auckland, tracker_id: 3001 }).tracker_ids).toEqual([3001])
    const { tracker_ids, cells } = queryViewport(all, null, { ...auckland, tracker_id: 7 })
    expect(tracker_ids).toEqual([7])
    expect(cells).toMatchObject([{ counts: { inside: 2999 } }])
  })

  test('limits cells and trackers to a screen, whatever zoom it claims', () => {
    const spread = Array.from({ length: 50_000 }, (_, i) => ({
      lon: -180 + ((i * 0.618) % 360),
      lat: -80 + ((i * 0.377) % 160),
    }))
    const { tracker_ids, cells } = queryViewport(fleet(...spread), null, { ...world, zoom: 24 })
    expect(cells.length).toBeLessThanOrEqual(64 * 64)
    expect(tracker_ids.length).toBeLessThanOrEqual(2000)
  })

  test('contains the trackers of the viewer’s groups, and their own', () => {
    const at = { lon: 174.7, lat: -36.8 }
    const all = fleet({ ...at, owner: 5 }, { ...at, group: 7 }, { ...at, group: 8 }, at)
    expect(queryViewport(all, { user_id: 5, group_ids: [7, 9] }, auckland).tracker_ids).toEqual([1, 2])
  })

  test('contains the viewer’s trackers, and no deactivated ones', () => {
    const at = { lon: 174.7, lat: -36.8 }
    const all = fleet({ ...at, owner: 5 }, { ...at, owner: 6 }, at, { ...at, owner: 5, active: false })
    const { tracker_ids, counts, extent } = queryViewport(all, { user_id: 5, group_ids: [] }, auckland)
    expect(tracker_ids).toEqual([1])
    expect(counts).toMatchObject({ inside: 1, inactive: 1 })
    expect(extent).toEqual([174.7, -36.8, 174.7, -36.8])
  })
})

test('the extent of a fleet across 180° is the short way round', () => {
  const all = fleet({ lon: 170, lat: -45 }, { lon: 178, lat: -40 }, { lon: -176, lat: -44 })
  expect(queryViewport(all, null, auckland).extent).toEqual([170, -45, 184, -40])
  expect(queryViewport(new FleetPositions(), null, auckland).extent).toBe(null)
})

const nobodys = { owner_user_id: null, group_id: null }

describe('fleet positions', () => {
  test('are the newest ones in any order, and an event without a position keeps the last', () => {
    const all = fleet({ lon: 174.7, lat: -36.8 })
    expect(all.move(1, nobodys, { event_id: 9, lon: 174.8, lat: -36.8, outside: true })).toBe(true)
    expect(all.move(1, nobodys, { event_id: 10, lon: null, lat: null, outside: null })).toBe(false)
    all.load({
      tracker_id: 1,
      ...nobodys,
      active: true,
      offline: true,
      movement: null,
      event_id: 3,
      lon: 0,
      lat: 0,
      outside: false,
    })
    expect(all.stateAt(0)).toBe('outside')
    expect(all.xs[0]).toBeCloseTo(174.8 / 360 + 0.5)
  })

  test('are removed with the tracker', () => {
    const all = fleet(...many(5))
    all.keep(new Set([2, 5]))
    expect(queryViewport(all, null, auckland).tracker_ids.toSorted()).toEqual([2, 5])
  })
})

test.each([
  [null, 'west'],
  [{ ...auckland, east: 'far' }, 'east'],
  [{ ...auckland, west: Number.NaN }, 'west'],
  [{ ...auckland, north: 91 }, 'north'],
  [{ ...auckland, south: -30 }, 'south'],
  [{ ...auckland, zoom: -1 }, 'zoom'],
  [{ ...auckland, tracker_id: 'x' }, 'tracker_id'],
])('the view %j is refused by the name of its field', (input, field) => {
  expect(readView(input)).toMatchObject({ field, message: expect.stringContaining(field) })
})
