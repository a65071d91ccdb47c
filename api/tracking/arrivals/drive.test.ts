import { describe, expect, it } from 'vitest'
import { courseOf } from './course.ts'
import { driveTime } from './drive.ts'
import { cellOf, centreOf, hasLeft } from './grid.ts'
import { TravelModel } from './model.ts'

/** Degrees from the west to the east along a street of 12 km. */
const LENGTH = 0.11
const MONDAY_AT_8 = 4 * 86_400 + 8 * 3600

/** A trip along the street from a longitude on, in a number of minutes, with a fix each 20 seconds. */
function trip({ lon = 10, lat = 0, minutes = 20, local = MONDAY_AT_8, tracker_id = 1, back = false }) {
  const count = minutes * 3 + 1
  const shares = Array.from({ length: count }, (_, i) => i / (count - 1))
  const fixes = {
    at: shares.map((share) => share * minutes * 60_000),
    lon: shares.map((share) => around(lon + LENGTH * (back ? 1 - share : share))),
    lat: shares.map(() => lat),
  }
  return { tracker_id, local, ...courseOf(fixes, { from: 0, to: minutes * 60_000 }) }
}
const around = (lon: number) => (lon > 180 ? lon - 360 : lon)
const many = (count: number, of: (i: number) => Parameters<typeof trip>[0]) =>
  Array.from({ length: count }, (_, i) => trip(of(i)))

const ask = (trips: ReturnType<typeof trip>[], more: Partial<Parameters<typeof driveTime>[1]> = {}) =>
  driveTime(new TravelModel(trips), {
    from: { lon: 10, lat: 0 },
    to: { lon: 10 + LENGTH, lat: 0 },
    hour: Math.floor(MONDAY_AT_8 / 3600),
    second: 0,
    includes: () => true,
    speed: 10,
    ...more,
  })
/** To the nearest of five: where in its cell a trip begins and ends is known by a part of a minute. */
const minutes = (drive: ReturnType<typeof ask>) => drive && Math.round(drive.seconds / 300) * 5

describe('cells', () => {
  it.each([
    [0, 0],
    [179.999, -17],
    [-179.999, -17],
    [15.6, 78.2],
    [100, 89.999],
    [0, -90],
    [0, 90],
    [180, 10],
  ])('have what is in them: %d, %d', (lon, lat) => {
    const cell = cellOf({ lon, lat })
    expect(cell).toBeLessThan(2 ** 31)
    expect(cellOf(centreOf(cell))).toBe(cell)
    expect(hasLeft(cell, { lon, lat })).toBe(false)
  })

  it('do not end at 180°', () => {
    expect(cellOf({ lon: 180, lat: 5 })).toBe(cellOf({ lon: -180, lat: 5 }))
    expect(hasLeft(cellOf({ lon: 179.9999, lat: 5 }), { lon: -179.9999, lat: 5 })).toBe(false)
  })
})

describe('a course', () => {
  it('has each cell on the way, with its times, also of few fixes', () => {
    const sparse = { at: [0, 60_000, 120_000], lon: [10, 10.03, 10.06], lat: [0, 0, 0] }
    const { cells, seconds } = courseOf(sparse, { from: 0, to: 120_000 })
    expect(cells.length).toBeGreaterThanOrEqual(7)
    expect(new Set(cells).size).toBe(cells.length)
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
    expect(seconds.at(-1)).toBe(120)
  })

  it('is not known where fixes are far apart, or all in a cell', () => {
    const { cells } = courseOf({ at: [0, 9e5], lon: [10, 10.2], lat: [0, 0] }, { from: 0, to: 9e5 })
    expect(cells).toEqual([])
    const rest = courseOf({ at: [0, 9e5], lon: [10.001, 10.002], lat: [0.001, 0.001] }, { from: 0, to: 9e5 })
    expect(rest.cells).toEqual([])
  })
})

describe('the time of a drive', () => {
  it('is that of trips on it, with what four of five took', () => {
    const drive = ask(many(20, (i) => ({ minutes: 18 + (i % 5) })))!
    expect(minutes(drive)).toBe(20)
    expect(drive.trips).toBe(20)
    expect(drive.earliest_s / 60).toBeCloseTo(17.5, 0)
    expect(drive.latest_s / 60).toBeCloseTo(22.5, 0)
  })

  it('is that of the hour of the week, where there are enough trips of it', () => {
    const trips = [
      ...many(10, () => ({ minutes: 40 })),
      ...many(30, (i) => ({ minutes: 15, local: MONDAY_AT_8 + (3 + (i % 10)) * 3600 })),
    ]
    expect(minutes(ask(trips))).toBe(40)
    expect(minutes(ask(trips, { hour: Math.floor(MONDAY_AT_8 / 3600) + 8 }))).toBe(15)
  })

  it('continues trips that end with others', () => {
    const half = (lon: number) => many(10, () => ({ lon, minutes: 20 }))
    const to = { lon: 10 + 2 * LENGTH, lat: 0 }
    const drive = ask([...half(10), ...half(10 + LENGTH)], { to })
    expect(minutes(drive)).toBe(40)
    expect(drive!.trips).toBe(20)
  })

  it('is not that of the way back', () => {
    expect(ask(many(20, () => ({ minutes: 20, back: true })))).toBeNull()
  })

  it('is that across 180°', () => {
    const [from, to] = [
      { lon: 179.95, lat: -17 },
      { lon: around(179.95 + LENGTH), lat: -17 },
    ]
    expect(
      minutes(
        ask(
          many(10, () => ({ lon: 179.95, lat: -17, minutes: 25 })),
          { from, to },
        ),
      ),
    ).toBe(25)
  })

  it('ends by the straight line where no trip came to the place, and is it where that is the most', () => {
    const trips = many(20, () => ({ minutes: 20 }))
    const near = ask(trips, { to: { lon: 10 + LENGTH, lat: 0.02 } })!
    expect(near.seconds / 60).toBeGreaterThan(21)
    expect(near.seconds / 60).toBeLessThan(25)
    expect(near.latest_s - near.seconds).toBeGreaterThan(60)
    expect(ask(trips, { to: { lon: 10 + LENGTH, lat: 0.5 } })).toBeNull()
    expect(ask(trips, { to: { lon: 10.001, lat: 0.001 } })).toBeNull()
    expect(ask([])).toBeNull()
  })

  it('is of the trips that may be learned from', () => {
    const trips = [...many(10, () => ({ minutes: 20 })), ...many(10, () => ({ minutes: 40, tracker_id: 2 }))]
    const model = new TravelModel(trips)
    expect(minutes(ask(trips, { includes: (visit) => model.trips[model.trip[visit]!]!.tracker_id === 2 }))).toBe(40)
  })

  it('is found in some milliseconds in a large net, and given up in it', () => {
    const trips = Array.from({ length: 60 }, (_, i) => many(5, () => ({ lat: i / 128, minutes: 20 }))).flat()
    const began = performance.now()
    ask(trips, { to: { lon: 11, lat: 0.9 } })
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
