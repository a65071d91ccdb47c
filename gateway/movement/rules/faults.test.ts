import { describe, expect, it } from 'vitest'
import { drive, fixOf, lineOf, run, segmentsAfter, stay, timeOf } from '../../../tests/gateway/movement/story.ts'
import { daysOf } from './days.ts'
import { movementOf, profiles } from './index.ts'
import { segmentsOf } from './replay.ts'

const parked = stay('08:00', '08:20', 60, 0)
const trip = drive('08:21', '08:41', 30, [300, 12_300])
const there = stay('08:41:30', '09:30', 30, 12_300)

/** What trackers' owners complain about elsewhere. */
describe('none of the common faults', () => {
  it.each<[string, string[], string[]]>([
    [
      'a stop is stamped when it began, not when it is noticed three minutes later',
      [...parked, ...trip, ...there],
      ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'stop 08:41-'],
    ],
    ['a trip that has not ended is there, open', [...parked, ...trip], ['stop 08:00-08:20', 'trip 08:20- 12.3km']],
    [
      'drift while parked adds no distance',
      [...parked, ...trip, ...noise('08:41:30', '20:00', 12_300, 80)],
      ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'stop 08:41-'],
    ],
    [
      'a night in a basement is a gap, not a trip of nine hours',
      [
        ...parked,
        ...drive('08:21', '08:30', 30, [300, 5400], 'v10'),
        ...drive('17:30', '17:40', 30, [5400, 300], 'v10'),
      ],
      ['stop 08:00-08:20', 'trip 08:20-08:30 5.4km', 'gap 08:30-17:30 0.0km estimated', 'trip 17:30- 5.1km'],
    ],
    [
      'a private evening is as long as it was driven, also where it led back',
      [...parked, ...trip, '08:42', '12:00 12300 private31000', ...stay('12:01', '12:30', 60, 12_300)],
      ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'gap 08:41-12:00 31.0km private', 'stop 12:00-'],
    ],
    [
      'one that was short, too, and by the odometer where that agrees',
      [
        ...stay('08:00', '08:20', 60, 0, 'odo1000'),
        '08:22 2000 private2600 odo4100',
        ...stay('08:23', '08:40', 60, 2000),
      ],
      ['stop 08:00-08:20', 'gap 08:20-08:22 3.1km odometer private', 'stop 08:22-'],
    ],
    [
      'one without a way is the same stop',
      [...parked, '12:00 20 private80', ...stay('12:01', '12:30', 60, 10)],
      ['stop 08:00-'],
    ],
    [
      'a stuck odometer decides nothing',
      [...stay('08:00', '08:20', 60, 0, 'odo77'), ...trip.map((line) => `${line} odo77`), ...there],
      ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'stop 08:41-'],
    ],
    [
      'nor one in kilometres, on a short trip either',
      [...parked, ...drive('08:21', '08:22', 10, [100, 700]).map((line, i) => `${line} odo${7 + (i >> 2)}`)].concat(
        stay('08:22:10', '08:30', 30, 700),
      ),
      ['stop 08:00-08:20', 'trip 08:20-08:22 0.7km', 'stop 08:22-'],
    ],
    [
      'nor one that was reset',
      [...stay('08:00', '08:20', 60, 0, 'odo90000'), ...trip.map((line, i) => `${line} odo${i * 300}`), ...there],
      ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'stop 08:41-'],
    ],
    [
      'one noisy fix does not begin the stop again',
      [...parked, ...trip, '08:42 12310', '08:43 12500', '08:43:30 12300', '08:44 12310', '08:44:30 12310'],
      ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'stop 08:41-'],
    ],
    [
      'a first fix that is 90 m off does not end the stop by ordinary noise on the other side',
      [...parked, ...trip, '08:41:30 12390', ...noise('08:42', '12:00', 12_300, 50)],
      ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'stop 08:41-'],
    ],
    [
      'a round trip is as long as its way',
      [...parked, ...drive('08:21', '08:41', 30, [300, 12_300]), ...drive('08:41:30', '09:01', 30, [12_000, 0])].concat(
        stay('09:01:30', '09:10', 30, 0),
      ),
      ['stop 08:00-08:20', 'trip 08:20-09:01 24.6km', 'stop 09:01-'],
    ],
    [
      'a first fix at (0, 0) is none',
      ['07:59 -19432000,4097700', ...parked, ...trip, ...there],
      ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'stop 08:41-'],
    ],
    [
      'slow traffic is one trip',
      [...parked, ...drive('08:21', '09:21', 20, [100, 5500]), ...stay('09:21:20', '09:30', 30, 5500)],
      ['stop 08:00-08:20', 'trip 08:20-09:21 5.5km', 'stop 09:21-'],
    ],
  ])('%s', (_name, story, segments) => {
    const fixes = story.map((line) => fixOf(line))
    if (_name.includes('(0, 0)')) Object.assign(fixes[0]!, { lon: 0, lat: 0 })
    expect(segmentsAfter(fixes).map(lineOf)).toEqual(segments)
  })

  it('counts one day as it counts a month: with the same function', () => {
    const segments = segmentsOf(
      [...parked, ...trip, ...there].map((line) => fixOf(line)),
      profiles.car,
    )
    const of_story = segments.map((segment) => ({ ...segment, through: timeOf('09:30') }))
    expect(daysOf(of_story, 'UTC')).toMatchObject([{ day: '2026-11-24', stops: 2, first_start: timeOf('08:20') }])
  })

  it('knows what a tracker does at present', () => {
    const stateAt = (story: string[], now: string) => {
      const { state } = run(story.map((line) => fixOf(line)))
      return movementOf(state, profiles.car, timeOf(now))?.state
    }
    expect(stateAt(parked, '12:00')).toBe('parked')
    expect(stateAt(['08:00 0'], '08:00')).toBe('parked')
    expect(stateAt(['08:00 0 v12.5'], '08:00')).toBe('moving')
    expect(stateAt([...parked, ...trip], '08:42')).toBe('moving')
    expect(stateAt([...parked, ...trip], '10:00')).toBe('no_data')
    expect(stateAt(stay('08:00', '08:20', 60, 0, 'on'), '08:21')).toBe('idling')
    const towed = [...stay('08:00', '08:04', 60, 0, 'on'), '08:05 0 off', ...trip.map((line) => `${line} off`)]
    expect(stateAt(towed, '08:42')).toBe('towed')
  })
})

describe('days', () => {
  it('share a trip over midnight, so that they are the trip again', () => {
    const trip = countedTrip('2026-11-24T10:30:00Z', '2026-11-24T11:30:00Z')
    expect(daysOf([trip], 'Pacific/Auckland')).toMatchObject([
      { day: '2026-11-24', distance_m: 30_000, driving_s: 1800, first_start: trip.began_at, last_end: null },
      { day: '2026-11-25', distance_m: 30_000, driving_s: 1800, first_start: null, last_end: trip.ended_at },
    ])
  })

  it.each([
    ['of 23 hours', '2026-09-26T12:00:00Z', '2026-09-27T11:00:00Z', '2026-09-27'],
    ['of 25 hours', '2026-04-04T11:00:00Z', '2026-04-05T12:00:00Z', '2026-04-05'],
  ])('%s are one day each', (_name, from, to, day) => {
    expect(daysOf([countedTrip(from, to)], 'Pacific/Auckland').map((row) => row.day)).toEqual([day])
  })
})

const countedTrip = (from: string, to: string) => ({
  kind: 'trip' as const,
  began_at: Date.parse(from),
  ended_at: Date.parse(to),
  through: Date.parse(to),
  distance_m: 60_000,
  distance_source: 'positions' as const,
  moving_s: 3600,
  idle_s: 0,
  top_speed: 30,
})

/** Fixes each half minute about a place, on all sides and at most N metres away. */
function noise(from: string, to: string, at: number, metres: number): string[] {
  return stay(from, to, 30, at).map((line, i) => {
    const [angle, away] = [i * 2.4, metres * Math.sqrt(((i * 7919) % 101) / 101)]
    return `${line.split(' ')[0]} ${at + away * Math.cos(angle)},${away * Math.sin(angle)}`
  })
}
