import { describe, expect, it } from 'vitest'
import type { Report } from '../protocols/report.ts'
import { type Driven, followPrivate, isPrivateAt, withhold } from './privacy.ts'

describe('a time', () => {
  const none = { times: [], since: null }
  const switched = {
    times: [
      [100, 200],
      [300, 400],
    ] as [number, number][],
    since: null,
  }
  it.each([
    ['of a tracker without hours', none, null, 50, false],
    ['in its working hours', none, true, 50, false],
    ['outside of them', none, false, 50, true],
    ['before a person switched it on', switched, true, 99, false],
    ['when a person switches it on', switched, true, 100, true],
    ['when it ends', switched, true, 200, false],
    ['of a later one', switched, null, 350, true],
    ['older than the times that are remembered', { ...switched, since: 100 }, true, 99, true],
  ] as const)('%s is private: %o %o %i %s', (_name, times, in_hours, at, is_private) => {
    expect(isPrivateAt(times, at, in_hours)).toBe(is_private)
  })
})

it('a withheld report says nothing of a place, a way or a person', () => {
  const report: Report = {
    fix_at: 1000,
    valid: true,
    lon: 174.7,
    lat: -36.8,
    altitude: 12,
    heading: 90,
    speed: 13,
    accuracy: 5,
    event: 'left Home',
    alarm: 'geofence_exit',
    seq: 7,
    attributes: {
      battery: 80,
      battery_2: 70,
      temperature_1: -18.5,
      external_power: true,
      ignition: true,
      odometer: 81_000,
      network: { mcc: 530, cid: 17 },
      wifi: [{ mac: '00:11:22:33:44:55' }],
      temperature: '-36.8,174.7',
      place: 'Home',
      io_205: 4711,
      driver: '0123',
    },
  }
  expect(withhold(report)).toEqual({
    fix_at: 1000,
    valid: false,
    lon: null,
    lat: null,
    altitude: null,
    heading: null,
    speed: null,
    accuracy: null,
    event: 'private',
    alarm: null,
    seq: 7,
    attributes: { battery: 80, battery_2: 70, temperature_1: -18.5, external_power: true, private: true },
  })
  expect(withhold({ ...report, alarm: 'low_battery' }).alarm).toBe('low_battery')
})

/** Metres east of a place on 180°, and a minute of time each. */
describe('what is driven', () => {
  const east = (metres: number) => {
    const lon = 179.99 + metres / 111_195
    return lon > 180 ? lon - 360 : lon
  }
  function follow(steps: [metres: number | null, is_private: boolean, accuracy?: number][]) {
    let driven: Driven = { metres: 0, since: null, last: null }
    const returned: number[] = []
    for (const [i, [metres, is_private, accuracy = 5]] of steps.entries()) {
      const place = metres === null ? { lon: null, lat: null } : { lon: east(metres), lat: 0 }
      const next = followPrivate(driven, { at: i * 60_000, accuracy, ...place }, is_private)
      driven = next.driven
      if (next.returned_m !== null) returned.push(next.returned_m)
    }
    return { returned, metres: Math.round(driven.metres), hidden: driven.since !== null }
  }
  it.each([
    [
      'in public is not counted',
      [
        [0, false],
        [1000, false],
      ],
      [],
      false,
    ],
    [
      'from the last place to the next one that is stored, across 180°',
      [
        [0, false],
        [1000, true],
        [3000, true],
        [4000, false],
      ],
      [4000],
      false,
    ],
    [
      'back to where it began',
      [
        [0, false],
        [2000, true],
        [0, false],
      ],
      [4000],
      false,
    ],
    [
      'while it stays is nothing',
      [
        [0, false],
        [20, true],
        [0, true],
        [30, true],
        [10, false],
      ],
      [0],
      false,
    ],
    [
      'slowly, in legs shorter than noise, is counted',
      [
        [0, true],
        [30, true],
        [60, true],
        [90, true],
        [120, false],
      ],
      [120],
      false,
    ],
    [
      'within a bad accuracy is not',
      [
        [0, true],
        [300, true, 400],
        [0, false],
      ],
      [0],
      false,
    ],
    [
      'faster than anything drives is not',
      [
        [0, true],
        [90_000, true],
        [91_000, false],
      ],
      [1000],
      false,
    ],
    [
      'without a fix is not known',
      [
        [0, true],
        [null, true],
        [1000, false],
      ],
      [1000],
      false,
    ],
    [
      'is open until a place is stored',
      [
        [0, true],
        [1000, true],
        [null, false],
      ],
      [],
      true,
    ],
  ] as [string, [number | null, boolean, number?][], number[], boolean][])('%s', (_name, steps, metres, hidden) => {
    const { returned, ...after } = follow(steps)
    expect(returned).toHaveLength(metres.length)
    for (const [i, each] of metres.entries()) expect(Math.abs(returned[i]! - each)).toBeLessThanOrEqual(each / 100)
    expect(after.hidden).toBe(hidden)
  })
})
