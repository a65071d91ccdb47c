import { describe, expect, it } from 'vitest'
import { bboxOf, partsOf } from '../geometry/bbox.ts'
import { collections } from './collections.ts'
import { boxOf, CRS84, inSystem, systemOf } from './crs.ts'
import { lineOf, meets } from './lines.ts'
import { itemsRequest } from './request.ts'
import { spanOf } from './times.ts'

const [degrees, latitudes, metres] = [
  CRS84,
  ...[4326, 3857].map((code) => `http://www.opengis.net/def/crs/EPSG/0/${code}`),
].map((name) => systemOf('crs', name)) as [
  ReturnType<typeof systemOf>,
  ReturnType<typeof systemOf>,
  ReturnType<typeof systemOf>,
]
const of = (id: string) => collections.find((each) => each.id === id)!

describe('a box', () => {
  it('is read in each system, with heights, and across 180°', () => {
    const box = { west: 174, south: -37, east: 175, north: -36 }
    expect(boxOf('174,-37,175,-36', degrees)).toEqual(box)
    expect(boxOf('174,-37,0,175,-36,100', degrees)).toEqual(box)
    expect(boxOf('-37,174,-36,175', latitudes)).toEqual(box)
    const { west, north } = boxOf('19369591.4,-4439106.8,19480910.9,-4300621.4', metres)
    expect([west, north]).toEqual([expect.closeTo(174, 4), expect.closeTo(-36, 4)])
    expect(partsOf(boxOf('170,-37,-170,-36', degrees))).toEqual([
      { west: 170, east: 180, south: -37, north: -36 },
      { west: -180, east: -170, south: -37, north: -36 },
    ])
    expect(boxOf('170,-37,190,-36', degrees)).toMatchObject({ west: 170, east: -170 })
    expect(boxOf('-300,-100,300,100', degrees)).toEqual({ west: -180, east: 180, south: -90, north: 90 })
  })

  it.each(['', '1,2,3', '1,2,3,4,5', '1,2,x,4', '1,2,NaN,4', '1,9,2,8', '1e9,1,1e10,2', '1,2,3,4;drop', '0x1,1,2,3'])(
    'of %j is refused',
    (text) => {
      expect(() => boxOf(text, degrees)).toThrow(/^bbox: /)
      expect(() => bboxOf(text)).toThrow(/^bbox: /)
    },
  )
})

describe('the other parameters', () => {
  it('have limits, and clamp what is more', () => {
    expect(itemsRequest({ limit: '100000' }, of('trackers')).limit).toBe(1000)
    expect(itemsRequest({ limit: '500' }, of('trips')).limit).toBe(100)
    for (const [query, field] of [
      [{ limit: '0' }, 'limit'],
      [{ limit: '-1' }, 'limit'],
      [{ limit: ['1', '2'] }, 'limit'],
      [{ crs: 'EPSG:2193' }, 'crs'],
      [{ 'bbox-crs': 'constructor' }, 'bbox-crs'],
      [{ f: 'html' }, 'f'],
      [{ tracker: '1' }, 'tracker'],
      [{ rule: 'any' }, 'rule'],
    ] as const) {
      expect(() => itemsRequest(query, of('trackers'))).toThrow(new RegExp(`^${field}: `))
    }
  })

  it('datetime is a moment, a day, or an interval that may be open', () => {
    const noon = Date.parse('2026-11-20T12:00:00Z')
    expect(spanOf('2026-11-20T12:00:00Z')).toEqual({ from: noon, to: noon })
    expect(spanOf('2026-11-20T12:00:00Z/..')).toEqual({ from: noon, to: null })
    expect(spanOf('/2026-11-21T01:00:00+13:00')).toEqual({ from: null, to: noon })
    const day = spanOf('2026-11-20')
    expect(day.to! - day.from!).toBe(86_399_999)
    for (const text of [
      '',
      '..',
      '../..',
      'now',
      '2026-11-20T12:00:00',
      '2026-13-45',
      '2026-11-21/2026-11-20',
      '1/2/3',
    ]) {
      expect(() => spanOf(text)).toThrow(/^datetime: /)
    }
    expect(() => of('trips').timed(spanOf('../2026-11-20'))).toThrow(/^datetime: must have a begin/)
    expect(() => of('trips').timed(spanOf('2020-01-01/2026-11-20'))).toThrow(/^datetime: must be of at most 31 days/)
  })
})

describe('a line', () => {
  it('is cut at 180°, either way', () => {
    const east = [
      [179, -37],
      [-179, -36],
    ] as [number, number][]
    expect(lineOf(east)).toEqual({
      type: 'MultiLineString',
      coordinates: [
        [east[0], [180, -36.5]],
        [[-180, -36.5], east[1]],
      ],
    })
    expect(lineOf(east.toReversed())!.coordinates).toEqual([
      [east[1], [-180, -36.5]],
      [[180, -36.5], east[0]],
    ])
    expect(lineOf([[174, -36]])).toBeNull()
  })

  it('meets a box that it passes through without a position in it', () => {
    const line = lineOf([
      [174, -37],
      [176, -35],
    ])
    expect(meets(line, bboxOf('174.9,-36.1,175.1,-35.9'))).toBe(true)
    expect(meets(line, bboxOf('174,-36,174.5,-35.5'))).toBe(false)
    expect(meets(line, bboxOf('170,-38,-170,-34'))).toBe(true)
    expect(meets(null, bboxOf('170,-38,-170,-34'))).toBe(false)
  })

  it('is in the system that is asked for', () => {
    expect(inSystem([[[174, -36]]], latitudes)).toEqual([[[-36, 174]]])
    expect(inSystem([180, 0], metres)).toEqual([20037508.343, 0])
    expect(inSystem([0, -90], metres)).toEqual([0, expect.closeTo(-20037508.34, 0)])
  })
})
