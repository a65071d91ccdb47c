import { expect, it } from 'vitest'
import { estimateArrival, localSeconds } from './arrive.ts'

const now = Date.parse('2027-03-27T08:00:00Z')
const auckland = [174.7633, -36.8485] as const
const hamilton = [175.2793, -37.787] as const
const fix = { position: auckland, fix_at: '2027-03-27T07:59:30Z', speed: 0, mean_speed: 20 }

it.each([
  ['at its mean speed, by the detour of roads', {}, '2027-03-27T10:04:00Z'],
  ['at 50 km/h where it has hardly driven', { mean_speed: null }, '2027-03-27T10:58:00Z'],
  ['at no speed that vehicles do not have', { mean_speed: 200 }, '2027-03-27T09:11:00Z'],
  ['not of an old position', { fix_at: '2027-03-27T06:59:00Z' }, null],
  ['not from the other end of the world', { position: [0, 51] as const }, null],
  ['not without a position', { position: null }, null],
])('estimates the arrival %s', (_, changed, arrives_at) => {
  expect(estimateArrival({ ...fix, ...changed }, hamilton, now, null)).toMatchObject({ arrives_at, there: false })
})

it('knows when it is there', () => {
  const near = [hamilton[0] + 0.001, hamilton[1]] as const
  expect(estimateArrival({ ...fix, position: near }, hamilton, now, null)).toEqual({
    distance_m: 88,
    arrives_at: null,
    earliest_at: null,
    latest_at: null,
    trips: 0,
    by_road: false,
    there: true,
  })
})

it('is by road where a server for routes knows it, from where and when it was reported', () => {
  const driving = { ...fix, speed: 15, fix_at: '2027-03-27T07:55:00Z' }
  const by_road = { by_road: true, trips: 0, earliest_at: null }
  expect(estimateArrival(fix, hamilton, now, null, 3600)).toMatchObject({
    ...by_road,
    arrives_at: '2027-03-27T09:00:00Z',
  })
  expect(estimateArrival(driving, hamilton, now, null, 3600)).toMatchObject({ arrives_at: '2027-03-27T08:55:00Z' })
})

it('leaves where it was reported to drive, not now', () => {
  const driving = { ...fix, speed: 15, fix_at: '2027-03-27T07:55:00Z' }
  expect(estimateArrival(driving, hamilton, now, null).arrives_at).toBe('2027-03-27T09:59:00Z')
})

it.each([
  ['2027-04-03T12:30:00Z', '2027-04-04T01:30:00Z'],
  // Clocks went back at 3 o'clock.
  ['2027-04-03T14:30:00Z', '2027-04-04T02:30:00Z'],
  ['2027-04-03T12:00:00Z', '2027-04-04T01:00:00Z'],
])('knows what clocks show at %s', (at, shown) => {
  expect(localSeconds(Date.parse(at), 'Pacific/Auckland')).toBe(Date.parse(shown) / 1000)
})
