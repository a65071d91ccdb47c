import { expect, it } from 'vitest'
import { distance, type Position } from '#messages/geography/distance.ts'
import { TRACKS_BEGIN, tracks } from '../../../tests/gateway/movement/tracks.ts'
import { type Fix, profiles } from './index.ts'
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

/** Metres along the fixes of a track between two of its seconds. */
function along(track: Fix[], from_s: number, to_s: number): number {
  const way = track.filter(({ at }) => at >= TRACKS_BEGIN + from_s * 1000 && at <= TRACKS_BEGIN + to_s * 1000)
  return way.reduce((metres, fix, i) => metres + (i === 0 ? 0 : distance(way[i - 1] as Position, fix as Position)), 0)
}
