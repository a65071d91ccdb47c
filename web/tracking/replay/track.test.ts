import { describe, expect, it, test } from 'vitest'
import type { TrackerEvent } from '../types.ts'
import { indexAt, outsideRanges, placeAt, reportedRanges, toTrack } from './track.ts'

/** Minutes, longitude, and whether it was outside. */
const event = (minute: number, lon: number | null, outside: boolean | null = false, more: object = {}) =>
  ({
    fix_at: new Date(minute * 60_000).toISOString(),
    valid: true,
    outside_boundary: outside,
    speed: 10,
    position: lon === null ? null : { type: 'Point', coordinates: [lon, 0] },
    heading: null,
    ...more,
  }) as unknown as TrackerEvent
const minutes = (count: number) => count * 60_000

describe('a track', () => {
  it('is sorted by time, and contains only fixes', () => {
    const track = toTrack([event(2, 2), event(1, null), event(0, 0), event(1, 1, false, { valid: false })])
    expect(track.map(({ lon }) => lon)).toEqual([0, 2])
  })

  it('continues past the 180th meridian', () => {
    const track = toTrack([event(0, 179.9), event(1, -179.9), event(2, 179.8)])
    expect(track.map(({ lon }) => Math.round(lon * 10) / 10)).toEqual([179.9, 180.1, 179.8])
  })
})

const track = toTrack([event(0, 0), event(10, 1), event(10, 1.5), event(40, 2), event(41, 3, true, { speed: 0 })])

test.each([
  ['before the first fix', -1, null],
  ['at the first fix', 0, { lon: 0, silent: false, heading: 90 }],
  ['half way', 5, { lon: 0.5, speed: 10 }],
  ['at the second of two fixes of one moment', 10, { lon: 1.5 }],
  ['early in a silence', 20, { lon: 1.5, silent: false }],
  ['late in a silence', 30, { lon: 1.5, silent: true }],
  ['on the way again', 40.5, { lon: 2.5, outside: false }],
  ['at the last fix, standing', 41, { lon: 3, outside: true, silent: false }],
  ['long after the last fix', 99, { lon: 3, silent: true }],
])('%s the tracker is at the interpolated position', (_when, minute, place) => {
  const found = placeAt(track, minutes(minute))
  if (place) expect(found).toMatchObject(place)
  else expect(found).toBeNull()
})

test.each([
  ['nothing', [], []],
  ['never', [event(0, 0), event(1, 1)], []],
  ['once, and back', [event(0, 0), event(1, 1, true), event(2, 2, true), event(3, 3)], [[1, 3]]],
  ['until the end', [event(0, 0, true), event(1, 1, true)], [[0, 1]]],
  [
    'until it fell silent',
    [event(0, 0, true), event(60, 1, true), event(61, 2)],
    [
      [0, 0],
      [1, 2],
    ],
  ],
  ['without a verdict', [event(0, 0, null)], []],
])('outside: %s', (_what, events, stretches) => expect(outsideRanges(toTrack(events))).toEqual(stretches))

test('reported ranges are separated by gaps', () => {
  expect(reportedRanges(track)).toEqual([
    [0, 2],
    [3, 4],
  ])
  expect(reportedRanges([])).toEqual([])
})

test('the index is correct among ten thousand fixes', () => {
  const long = toTrack(Array.from({ length: 10_000 }, (_, i) => event(i, i / 1e4)))
  expect(indexAt(long, minutes(7321) + 1)).toBe(7321)
  expect(placeAt(long, minutes(7321.5))!.lon).toBeCloseTo(0.73215, 6)
})
