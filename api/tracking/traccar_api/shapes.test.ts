import { describe, expect, it } from 'vitest'
import { alarmOf, attributesOf } from './attributes.ts'
import { eventsOfSegment } from './events.ts'
import { positionOf } from './fleet.ts'
import { areaOf } from './geofences.ts'
import { spanOf } from './parameters.ts'
import { changesOf } from './socket.ts'

const square = [
  [174, -37],
  [175, -37],
  [175, -36],
  [174, -37],
]
const small = [
  [-180, 1],
  [-179, 1],
  [-179, 2],
  [-180, 1],
]

describe('an area', () => {
  it.each([
    [{ circle: { center: [174.76, -36.85], radius_m: 250 }, geometry: null }, 'CIRCLE (-36.85 174.76, 250)'],
    [
      { circle: null, geometry: { type: 'Polygon' as const, coordinates: [square] } },
      'POLYGON ((-37 174, -37 175, -36 175, -37 174))',
    ],
    [
      { circle: null, geometry: { type: 'MultiPolygon' as const, coordinates: [[square]] } },
      'POLYGON ((-37 174, -37 175, -36 175, -37 174))',
    ],
    [
      { circle: null, geometry: { type: 'MultiPolygon' as const, coordinates: [[square], [small]] } },
      'MULTIPOLYGON (((-37 174, -37 175, -36 175, -37 174)), ((1 -180, 1 -179, 2 -179, 1 -180)))',
    ],
  ])('has the latitude first: %j', (area, text) => expect(areaOf(area)).toBe(text))
})

describe('a position', () => {
  const report = {
    id: 7,
    tracker_id: 3,
    fix_at: '2026-11-20T08:00:00Z',
    received: '2026-11-20T08:00:01.5Z',
    event: 'position',
    alarm: 'hard_braking',
    valid: true,
    position: { coordinates: [174.76, -36.85] },
    altitude: null,
    heading: 90,
    speed: 10,
    accuracy: null,
    attributes: { battery: 80, battery_volts: 3.9, hours: 5, temperature_2: 4, io_9: 1 },
  }
  it('is in knots, with the names of Traccar', () => {
    expect(positionOf(report, [4])).toMatchObject({
      id: 7,
      deviceId: 3,
      latitude: -36.85,
      longitude: 174.76,
      speed: 19.4384,
      course: 90,
      altitude: 0,
      fixTime: '2026-11-20T08:00:00.000+00:00',
      serverTime: '2026-11-20T08:00:01.500+00:00',
      geofenceIds: [4],
      attributes: { alarm: 'hardBraking', batteryLevel: 80, battery: 3.9, hours: 5000, temp2: 4, io9: 1, motion: true },
    })
  })
  it('is none without a place, and moves as the device says', () => {
    expect(positionOf({ ...report, position: null }, null)).toBeNull()
    expect(positionOf({ ...report, attributes: { motion: false } }, null)!.attributes.motion).toBe(false)
    expect(positionOf({ ...report, attributes: null, speed: 0.2 }, null)!.attributes.motion).toBe(false)
  })
  it.each([
    ['sos', 'sos'],
    ['power_cut', 'powerCut'],
    ['crash', 'accident'],
    ['unknown_word_7', 'unknownWord_7'],
  ])('has the alarm %s as %s', (ours, theirs) => expect(alarmOf(ours)).toBe(theirs))
  it('keeps what has no name there', () => expect(attributesOf({ adblue: 3 })).toEqual({ adblue: 3 }))
})

describe('events', () => {
  const visit = { tracker_id: 3, boundary_id: 4, top_speed: null, speed_limit: null }
  it('are those of the beginning and the end of a segment', () => {
    const times = { began_at: '2026-11-20T08:00:00Z', ended_at: '2026-11-20T09:00:00Z' }
    const types = (kind: string, ended_at: string | null = times.ended_at) =>
      eventsOfSegment({ ...visit, ...times, kind, ended_at }).map(({ type }) => type)
    expect(types('visit')).toEqual(['geofenceEnter', 'geofenceExit'])
    expect(types('trip', null)).toEqual(['deviceMoving'])
    expect(types('speeding')).toEqual(['deviceOverspeed'])
    expect(types('gap')).toEqual([])
  })
  it('have the same id in reports and on the socket, and another for another boundary', () => {
    const of = (boundary_id: number) =>
      eventsOfSegment({ ...visit, boundary_id, kind: 'visit', began_at: '2026-11-20T08:00:00Z', ended_at: null })[0]!.id
    expect(of(4)).toBe(of(4))
    expect(of(4)).not.toBe(of(5))
    expect(Number.isSafeInteger(of(4))).toBe(true)
  })
  it('are the visits of which only one of two moments knows', () => {
    const visits = (...ids: number[]) =>
      new Map([[3, ids.map((id) => ({ id, tracker_id: 3, boundary_id: id, began_at: '2026-11-20T08:00:00Z' }))]])
    const changes = changesOf(visits(1, 2), visits(2, 3)).map(({ type, geofenceId }) => [type, geofenceId])
    expect(changes).toEqual([
      ['geofenceEnter', 3],
      ['geofenceExit', 1],
    ])
  })
})

describe('a span', () => {
  it.each([
    ['2026-11-20T08:00:00.123456Z', '2026-11-20T09:00:00Z', null],
    // A plus that was not escaped.
    ['2026-11-20T08:00:00 00:00', '2026-11-20T09:00:00+13:00', 'to'],
    ['2026-11-20T08:00:00+00:00', '2026-11-20T09:00:00-05:00', null],
    ['2026-11-20T08:00:00', '2026-11-20T09:00:00Z', 'from'],
    ['2026-10-01T00:00:00Z', '2026-11-20T00:00:00Z', 'from'],
    ['2026-11-20', '2026-11-21', 'from'],
  ])('from %s to %s', (from, to, field) => {
    const read = () => spanOf({ from, to })
    if (field === null) expect(read()).toMatchObject({ from: expect.stringMatching(/Z$/) })
    else expect(read).toThrow(new RegExp(`^${field}`))
  })
})
