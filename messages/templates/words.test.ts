import { describe, expect, it } from 'vitest'
import { linksTo } from '../links.ts'
import { durationFor, placeFor, positionFor, speedFor, timeFor } from './words.ts'

const reader = { timezone: 'Pacific/Auckland', locale: 'en', units: 'metric' as const }

describe('formatted values', () => {
  it.each([
    ['2026-11-21T01:05:10.5Z', '21/11/2026 14:05:10 NZDT'],
    ['2026-07-01T00:00:00Z', '01/07/2026 12:00:00 NZST'],
    // The clocks go forward at 02:00.
    ['2026-09-26T13:59:59Z', '27/09/2026 01:59:59 NZST'],
    ['2026-09-26T14:00:00Z', '27/09/2026 03:00:00 NZDT'],
  ])('%s is %s in New Zealand', (at, text) => {
    expect(timeFor(at, reader)).toBe(text)
  })

  it.each([
    ['metric', 12.5, '45 km/h'],
    ['imperial', 12.5, '28 mph'],
    ['nautical', 12.5, '24 kn'],
    ['metric', null, null],
  ] as const)('a speed in %s units', (units, speed, text) => {
    expect(speedFor(speed, { units })).toBe(text)
  })

  it.each([
    [{ lat: -36.8485, lon: 174.7633 }, `36°50'54.6"S 174°45'47.9"E`],
    [{ lat: 0, lon: -0.99999999 }, `0°00'00.0"N 1°00'00.0"W`],
    [null, null],
  ])('a position', (position, text) => {
    expect(positionFor(position)).toBe(text)
  })

  it.each([
    ['en', 'metric', '20 km N of Alice Springs'],
    ['en', 'imperial', '12 mi N of Alice Springs'],
    ['mi-NZ', 'nautical', '11 nmi ki te N o Alice Springs'],
  ] as const)('a place in %s and %s units', (locale, units, text) => {
    expect(placeFor({ lon: 133.881, lat: -23.518 }, { locale, units })).toBe(text)
    expect(placeFor(null, { locale, units })).toBe(null)
  })

  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [3_720, '1 h 2 min'],
    [90_000, '1 d 1 h'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(durationFor(seconds)).toBe(text)
  })

  it('a link to the map', () => {
    expect(linksTo('https://example.com').map(7, '2026-11-21T01:05:10.5Z')).toBe(
      'https://example.com/app/map?tracker_id=7&at=2026-11-21T01%3A05%3A10.500Z',
    )
  })
})
