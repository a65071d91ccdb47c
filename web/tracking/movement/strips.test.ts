import { expect, it } from 'vitest'
import { barsOf, momentAt } from './strips.ts'

const day = {
  day: '2026-11-24',
  timezone: 'UTC',
  begins_at: '2026-11-24T00:00:00.000Z',
  ends_at: '2026-11-25T00:00:00.000Z',
  trackers: [],
  total: 1,
}
const part = (kind: string, began_at: string, ended_at: string | null, end_at = ended_at!) =>
  ({ kind, began_at, ended_at, end_at }) as never
const strip = (...parts: never[]) =>
  ({
    tracker_id: 1,
    tracker_name: 'Van',
    distance_m: 0,
    driving_s: 0,
    first_start: null,
    last_end: null,
    parts,
  }) as never
const later = Date.parse('2026-12-01T00:00:00Z')
const shown = (...args: Parameters<typeof barsOf>) =>
  barsOf(...args).map(({ kind, left, width }) => [kind, left, width])

it('cuts what began the day before, and what ends the day after', () => {
  const night = part('stop', '2026-11-23T18:00:00Z', '2026-11-24T06:00:00Z')
  const late = part('trip', '2026-11-24T18:00:00Z', '2026-11-25T06:00:00Z')
  expect(shown(strip(night, late), day, later)).toEqual([
    ['trip', 0.75, 0.25],
    ['stop', 0, 0.25],
  ])
})

it('draws what continues up to the last report, and nothing after now', () => {
  const open = part('stop', '2026-11-24T06:00:00Z', null, '2026-11-24T12:00:00Z')
  expect(shown(strip(open), day, later)).toEqual([['stop', 0.25, 0.25]])
  expect(shown(strip(open), day, Date.parse('2026-11-24T09:00:00Z'))).toEqual([['stop', 0.25, 0.125]])
  expect(shown(strip(open), day, Date.parse('2026-11-23T09:00:00Z'))).toEqual([])
})

it('draws idling and being outside over the others', () => {
  const bars = shown(
    strip(
      part('outside', '2026-11-24T00:00:00Z', '2026-11-24T12:00:00Z'),
      part('idle', '2026-11-24T06:00:00Z', '2026-11-24T12:00:00Z'),
      part('trip', '2026-11-24T00:00:00Z', '2026-11-24T06:00:00Z'),
    ),
    day,
    later,
  )
  expect(bars.map(([kind]) => kind)).toEqual(['trip', 'idle', 'outside'])
})

it('finds the moment of a click, within the day', () => {
  expect(momentAt(0.5, day)).toBe('2026-11-24T12:00:00.000Z')
  expect(momentAt(-1, day)).toBe('2026-11-24T00:00:00.000Z')
})
