import { describe, expect, it } from 'vitest'
import { nmeaDegrees, reportOf } from './place.ts'

describe('degrees and minutes', () => {
  it.each([
    ['lat', '5035.3129', 'N', 50.588548],
    ['lon', '00431.8211', 'W', -4.530352],
    ['lon', '954.9490', 'E', 9.915817],
    ['lon', '38.6508', 'W', -0.64418],
    ['lat', '  701.8915', 'S', -7.031525],
  ] as const)('of %s %s %s', (name, text, hemisphere, expected) => {
    expect(nmeaDegrees(name, text, hemisphere)).toBeCloseTo(expected, 6)
  })

  it.each([
    ['lat', '9000.0001', 'lat: 90.0000'],
    ['lon', '18000.0001', 'lon: 180.0000'],
    ['lat', '5060.0000', 'lat: has 60 minutes'],
    ['lat', '', 'lat: is not degrees and minutes'],
    ['lat', 'NaN', 'lat: is not degrees and minutes'],
  ] as const)('of %s %s are refused', (name, text, reason) => {
    expect(() => nmeaDegrees(name, text, 'N')).toThrow(reason)
  })
})

describe('a report', () => {
  it('has no place where a device without a fix says zeros', () => {
    expect(reportOf({ lat: 0, lon: 0, valid: false })).toMatchObject({ lat: null, lon: null, event: 'status' })
    expect(reportOf({ lat: 0, lon: 0, valid: true })).toMatchObject({ lat: 0, lon: 0, event: 'position' })
    expect(reportOf({ lat: 1, lon: 2, valid: false })).toMatchObject({ lat: 1, lon: 2, valid: false })
  })

  it('leaves out what cannot be, and what was not said', () => {
    expect(reportOf({ speed: -1, heading: 361, attributes: { fuel: null, rpm: undefined } })).toMatchObject({
      speed: null,
      heading: null,
      attributes: null,
    })
  })

  it('is an event of its alarm', () => {
    expect(reportOf({ alarm: 'sos' })).toMatchObject({ event: 'sos', alarm: 'sos' })
    expect(() => reportOf({ lat: 91, lon: 0, valid: true })).toThrow('lat: 91 is not between -90 and 90')
  })
})
