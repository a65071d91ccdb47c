import { describe, expect, it } from 'vitest'
import { compareTrips, driveAt, park, simulate } from '../../../tests/gateway/movement/simulated.ts'
import { profiles, type Segment } from './index.ts'
import { segmentsOf } from './replay.ts'

const { car } = profiles

const city = [
  park(60),
  driveAt(9, 22, { lights: true }),
  park(15),
  driveAt(9, 12, { lights: true }),
  park(7),
  driveAt(11, 30, { lights: true }),
  park(240),
  driveAt(9, 25, { lights: true }),
  park(300),
]
const motorway = [park(30), driveAt(28, 95), park(20, { engine: true }), driveAt(30, 140), park(120)]
const rounds = [park(120), driveAt(20, 60), park(60), driveAt(20, 90), park(120)]

/** Days of a device against what was driven: its trips, their ends within an interval and 30 s, their distance within 3 %. */
describe.each<[string, Parameters<typeof simulate>[0], Parameters<typeof simulate>[1]]>([
  ['a day in the city, every 10 s', city, { every_s: 10 }],
  ['a day in the city, every 30 s', city, { every_s: 30, seed: 2 }],
  ['a day in the city, every minute', city, { every_s: 60, seed: 3 }],
  ['a day in the city, whose ignition wire is missing', city, { every_s: 20, ignition: 'broken' }],
  ['a day in the city of a phone, without ignition', city, { every_s: 20, ignition: 'none', error_m: 15 }],
  ['a day on the motorway, every 10 s', motorway, { every_s: 10 }],
  ['a day on the motorway, every minute', motorway, { every_s: 60 }],
  ['a day at intervals of ten minutes', rounds, { every_s: 600 }],
  ['a day at intervals of ten minutes, without ignition', rounds, { every_s: 600, ignition: 'none' }],
])('%s', (_name, parts, device) => {
  it('has the trips that were driven', () => {
    const { fixes, trips } = simulate(parts, device)
    const { p90_s, distance_ratio, trips: found } = compareTrips(segmentsOf(fixes, car), trips)
    expect(found).toBe(trips.length)
    expect(p90_s).toBeLessThanOrEqual(device.every_s + 30)
    expect(Math.abs(distance_ratio - 1)).toBeLessThan(0.03)
  })
})

describe('hard days', () => {
  it('a ferry: half an hour at sea without a fix is a gap, not driving', () => {
    const parts = [park(30), driveAt(14, 30), driveAt(8, 60, { silent: true }), driveAt(14, 30), park(60)]
    const { fixes, trips } = simulate(parts, { every_s: 30 })
    const segments = segmentsOf(fixes, car)
    expect(kindsOf(segments)).toEqual(['stop', 'trip', 'gap', 'trip', 'stop'])
    expect(compareTrips(segments, trips).p90_s).toBeLessThanOrEqual(60)
    expect(segments.find(({ kind }) => kind === 'gap')).toMatchObject({ moving_s: 0, distance_source: 'odometer' })
  })

  it('a basement: nine hours below ground are a gap', () => {
    const { fixes } = simulate([park(30), driveAt(14, 30), park(540, { silent: true }), driveAt(14, 30), park(60)], {
      every_s: 30,
      ignition: 'none',
    })
    expect(kindsOf(segmentsOf(fixes, car))).toEqual(['stop', 'trip', 'gap', 'trip', 'stop'])
  })

  it('parked below ground with the ignition off: the stop continues', () => {
    const { fixes } = simulate([park(30), driveAt(14, 30), park(2), park(538, { silent: true }), park(30)], {
      every_s: 30,
    })
    expect(kindsOf(segmentsOf(fixes, car))).toEqual(['stop', 'trip', 'stop'])
  })

  it.each([30, 60, 300])('a night of drift of 80 m, a fix every %i s: one stop, no distance', (every_s) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { fixes } = simulate([park(600, { drift_m: 80 })], { every_s, ignition: 'none', seed })
      expect(kindsOf(segmentsOf(fixes, car))).toEqual(['stop'])
    }
  })

  it('a clock that jumps an hour ahead for a while: its fixes count for nothing', () => {
    const { fixes: right } = simulate(city, { every_s: 30 })
    const wrong = simulate([driveAt(20, 20, { clock_ahead_s: 3600 })], { every_s: 30, seed: 9 }).fixes
    const ahead = wrong.map((fix) => ({ ...fix, at: fix.at + 3_600_000 }))
    expect(segmentsOf([...right, ...ahead], car)).toEqual(segmentsOf(right, car))
  })
})

const kindsOf = (segments: Segment[]) =>
  segments.filter(({ kind }) => ['trip', 'stop', 'gap'].includes(kind)).map(({ kind }) => kind)
