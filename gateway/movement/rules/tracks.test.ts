import { expect, it } from 'vitest'
import { distance, type Position } from '#messages/geography/distance.ts'
import { TRACKS_BEGIN, tracks } from '../../../tests/gateway/movement/tracks.ts'
import { type Fix, profiles, type Segment } from './index.ts'
import { segmentsOf } from './replay.ts'

/** Fixes are 30 s apart: an interval and 30 s. */
const NEAR_S = 60

it('finds the ride and the walk of a morning, as a person reads them from all its fixes', () => {
  const trips = segmentsOf(tracks.beijing, profiles.car).filter(({ kind }) => kind === 'trip')
  const [ride, walk] = trips.map((trip) => ({
    began: (trip.began_at - TRACKS_BEGIN) / 1000,
    ended: (trip.ended_at! - TRACKS_BEGIN) / 1000,
    distance_m: trip.distance_m,
  }))
  // After a round about the house, past it at 23:45:09; arrived at 00:12:05.
  expect(Math.abs(ride!.began - 245)).toBeLessThan(NEAR_S)
  expect(Math.abs(ride!.ended - 1861)).toBeLessThan(NEAR_S)
  expect(Math.abs(ride!.distance_m / along(tracks.beijing, 245, 1861) - 1)).toBeLessThan(0.03)
  // Away from the desk at 01:46:50.
  expect(Math.abs(walk!.began - 7546)).toBeLessThan(NEAR_S)
})

it('counts a drive that has not ended as long as its way', () => {
  const segments = segmentsOf(tracks.istria, profiles.car)
  expect(segments.map(({ kind, ended_at }) => [kind, ended_at])).toEqual([['trip', null]])
  expect(Math.abs(segments[0]!.distance_m / 2733 - 1)).toBeLessThan(0.03)
})

it('knows nothing of the rides about a lake with the device switched off: they are gaps, not driving', () => {
  const segments = segmentsOf(tracks.lake, profiles.person).map(inSeconds)
  const gaps = segments.filter(({ kind }) => kind === 'gap')
  // Fixes of the walk end with the ride; then there are some of a ride, and of the last place.
  expect(gaps.map(({ began, ended }) => [began, ended])).toEqual([
    [2978, 3626],
    [3626, 4490],
    [4778, 5672],
  ])
  expect(gaps.every(({ moving_s, distance_source }) => moving_s === 0 && distance_source === 'estimated')).toBe(true)
  const ride = segments.find(({ kind, began }) => kind === 'trip' && began === 4490)
  expect(Math.abs(ride!.distance_m / along(tracks.lake, 4490, 4778) - 1)).toBeLessThan(0.03)
  expect(segments.at(-1)).toMatchObject({ kind: 'stop', began: 5672, ended: null })
})

it('finds the rests of a day on foot, also those without a fix', () => {
  const segments = segmentsOf(tracks.hills, profiles.person).map(inSeconds)
  const rests = segments.filter(({ kind }) => kind === 'stop')
  // On the top, and at a house, each with a silence of a quarter of an hour or longer.
  for (const [from, to] of [
    [4521, 5864],
    [6985, 9178],
  ] as const) {
    const rest = rests.find(({ began, ended }) => began < to && ended! > from)
    expect(rest!.began).toBeLessThanOrEqual(from + 2 * NEAR_S)
    expect(rest!.ended).toBeGreaterThanOrEqual(to)
  }
  const way_down = segments.at(-1)!
  expect(way_down).toMatchObject({ kind: 'trip', ended: null })
  expect(Math.abs(way_down.began - 9294)).toBeLessThan(2 * NEAR_S)
  expect(Math.abs(way_down.distance_m / along(tracks.hills, way_down.began, 13_381) - 1)).toBeLessThan(0.03)
})

const inSeconds = ({ began_at, ended_at, ...segment }: Segment) => ({
  ...segment,
  began: (began_at - TRACKS_BEGIN) / 1000,
  ended: ended_at && (ended_at - TRACKS_BEGIN) / 1000,
})

/** Metres along the fixes of a track between two of its seconds. */
function along(track: Fix[], from_s: number, to_s: number): number {
  const way = track.filter(({ at }) => at >= TRACKS_BEGIN + from_s * 1000 && at <= TRACKS_BEGIN + to_s * 1000)
  return way.reduce((metres, fix, i) => metres + (i === 0 ? 0 : distance(way[i - 1] as Position, fix as Position)), 0)
}
