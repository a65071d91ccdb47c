import { describe, expect, it } from 'vitest'
import { fromMercator, toMercator } from '../map/motion/track.ts'
import { nearestOf } from './nearest.ts'
import { type FleetTracks, newPlace, PastFleet } from './pastFleet.ts'

const FROM = Date.parse('2026-11-27T11:00:00Z')
const HOUR = 3_600_000
const none = { before: null, at: [], lon: [], lat: [], verdicts: [], silent: [] }

function fleetOf(...tracks: Partial<FleetTracks['tracks'][number]>[]) {
  const fleet = new PastFleet(FROM, FROM + 24 * HOUR)
  fleet.add(tracks.map((track, i) => ({ ...none, tracker_id: i + 1, tracker_name: `Truck ${i + 1}`, ...track })))
  return fleet
}

/** Where a tracker was after a number of seconds, to a ten thousandth of a degree, and what it did. */
function seen(fleet: PastFleet, seconds: number, index = 0) {
  const place = newPlace()
  if (!fleet.find(index, FROM + seconds * 1000, place)) return null
  const { lon, lat } = fromMercator(place.x, place.y)
  const rounded = [lon, lat].map((degrees) => Math.round(degrees * 10_000) / 10_000)
  return [...rounded, place.silent ? 'silent' : place.speed > 0 ? 'moving' : 'standing', place.verdict]
}

describe('where a tracker was', () => {
  it('is not known before its first fix', () => {
    expect(seen(fleetOf({ at: [100], lon: [17_400_000], lat: [-3_600_000], verdicts: [0, 0] }), 99)).toBeNull()
  })

  it('is between two fixes, and where it stood', () => {
    const fleet = fleetOf({
      at: [0, 100, 1900],
      lon: [17_400_000, 1000, 0],
      lat: [-3_600_000, 0, 0],
      verdicts: [0, 0, 1, 1],
    })
    expect(seen(fleet, 50)).toEqual([174.005, -36, 'moving', 0])
    expect(seen(fleet, 1500)).toEqual([174.01, -36, 'standing', 1])
  })

  it('is its last known place during a silence, and after its last report', () => {
    const fleet = fleetOf({
      at: [0, 7200],
      lon: [17_400_000, 1000],
      lat: [-3_600_000, 0],
      verdicts: [0, 2],
      silent: [0],
    })
    expect(seen(fleet, 600)).toEqual([174, -36, 'standing', 2])
    expect(seen(fleet, 3600)).toEqual([174, -36, 'silent', 2])
    expect(seen(fleet, 7200)).toEqual([174.01, -36, 'standing', 2])
    expect(seen(fleet, 9000)).toEqual([174.01, -36, 'silent', 2])
  })

  it('is where it has stood since before, until it reports', () => {
    const before = { lon: 174, lat: -36 }
    const fleet = fleetOf(
      { before, at: [3600], lon: [17_400_000], lat: [-3_600_000], verdicts: [0, 1] },
      { before },
      { before, at: [0, 60], lon: [17_500_000, 0], lat: [-3_600_000, 0], verdicts: [0, 0] },
    )
    expect(seen(fleet, 1800)).toEqual([174, -36, 'silent', 1])
    expect(seen(fleet, 60, 1)).toEqual([174, -36, 'standing', 2])
    expect(seen(fleet, 0, 2)).toEqual([175, -36, 'standing', 0])
  })

  it('is found over the 180th meridian by the short way', () => {
    const fleet = fleetOf({ at: [0, 100], lon: [17_999_000, -35_998_000], lat: [-1_700_000, 0], verdicts: [0, 0] })
    expect(seen(fleet, 25)![0]).toBe(179.995)
    expect(seen(fleet, 75)![0]).toBe(-179.995)
  })

  it('is the same whether time passes or jumps', () => {
    const fleet = fleetOf({ at: [0, 60, 60, 60], lon: [0, 100, 100, 100], lat: [0, 0, 0, 0], verdicts: [0, 0] })
    const moments = Array.from({ length: 190 }, (_, second) => second)
    const passed = moments.map((second) => seen(fleet, second))
    expect(moments.toReversed().map((second) => seen(fleet, second)!)).toEqual(passed.toReversed())
  })
})

it('counts the trackers that are under way in each part of a span', () => {
  const moving = { at: [2 * 3600, 3600], lon: [0, 10_000], lat: [0, 0], verdicts: [0, 0] }
  const parked = { at: [3 * 3600, 600], lon: [0, 5], lat: [0, -4], verdicts: [0, 0] }
  const standing = { at: [0, 24 * 3600 - 1], lon: [0, 0], lat: [0, 0], verdicts: [0, 0] }
  expect(fleetOf(moving, moving, parked, standing).busyness(12)).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
})

it('finds the trackers that were nearest to a position, nearest first', () => {
  const at = (lon: number) => ({ at: [0], lon: [lon * 100_000], lat: [0], verdicts: [0, 0] })
  const near = nearestOf(fleetOf(at(3), at(-179), at(1), at(20), none), FROM, { lon: 0, lat: 0 }, 3)
  expect(near.map(({ id }) => id)).toEqual([3, 1, 4])
  expect(nearestOf(fleetOf(at(3), at(-179)), FROM, { lon: 179, lat: 0 }, 1)[0]!.id).toBe(2)
  expect(near[0]!.metres).toBeCloseTo(111_195, -1)
  expect(toMercator(1, 0).x).toBe(near[0]!.place.x)
})
