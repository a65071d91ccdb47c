import { describe, expect, test } from 'vitest'
import { relative, significant, toCompass, toDay, toDecimal, toDms, toDuration, toPeriod, toTime } from './format.ts'

const noon = Date.parse('2026-11-20T00:00:00Z')

test.each([
  [174.7635, -36.8485, '36°50′54.6″S 174°45′48.6″E'],
  [-176.5597, -43.9535, '43°57′12.6″S 176°33′34.9″W'],
  [0, 0, '0°00′00.0″N 0°00′00.0″E'],
  [1 - 1e-7, 0, '0°00′00.0″N 1°00′00.0″E'],
  [183.4403, -43.9535, '43°57′12.6″S 176°33′34.9″W'],
])('%d, %d is %s', (lon, lat, text) => expect(toDms(lon, lat)).toBe(text))

test('decimals have six significant digits', () => {
  expect(toDecimal(174.763456, -36.848512)).toBe('-36.8485, 174.763')
  expect(significant(0.00012345678)).toBe('0.000123457')
  expect(significant(-36.921)).toBe('-36.9210')
})

test.each([
  [0, 'N'],
  [11, 'N'],
  [12, 'NNE'],
  [270, 'W'],
  [359, 'N'],
  [-90, 'W'],
])('%d° is %s', (degrees, point) => expect(toCompass(degrees)).toBe(point))

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [59.9, '1 min'],
  [185, '3 min'],
  [3600, '1 h'],
  [15_660, '4 h 21 min'],
  [100 * 3600 + 9, '100 h'],
])('%d seconds last %s', (seconds, text) => expect(toDuration(seconds)).toBe(text))

test.each([
  [2, 'now', 0],
  [42, 'seconds', 42],
  [125, 'minutes', 2],
  [7300, 'hours', 2],
  [200_000, 'days', 2],
  [-30, 'now', 0],
])('%d s ago is formatted in %s', (seconds, unit, count) => {
  expect(relative(new Date(noon - seconds * 1000).toISOString(), noon)).toEqual({ unit, count })
})

describe('times are formatted in the time zone', () => {
  test('today without the day', () => expect(toTime('2026-11-19T23:03:09Z', 'Pacific/Auckland', noon)).toBe('12:03'))
  test('with seconds', () => expect(toTime('2026-11-19T23:03:09Z', 'Pacific/Auckland', noon, true)).toBe('12:03:09'))
  test('another day of this year', () =>
    expect(toTime('2026-03-01T00:00:00Z', 'Pacific/Auckland', noon)).toBe('1 Mar 13:00'))
  test('another year', () => expect(toTime('2025-07-01T00:00:00Z', 'Pacific/Auckland', noon)).toBe('1 Jul 2025 12:00'))
})

test.each([
  ['numeric', '20/11/2026 12:03:09', '05/01/2027'],
  ['iso', '2026-11-20 12:03:09', '2027-01-05'],
  ['friendly', '12:03', '5 Jan 2027'],
] as const)('the format %s shows a moment of today as %s, and a day as %s', (format, moment, day) => {
  expect(toTime('2026-11-19T23:03:09Z', 'Pacific/Auckland', noon, false, format)).toBe(moment)
  expect(toDay('2027-01-05', format)).toBe(day)
})

test.each([
  [59, '59 s'],
  [3599, '59 min'],
  [47 * 3600, '47 h'],
  [49 * 3600, '2 d'],
])('a period of %d s is %s', (seconds, text) => expect(toPeriod(seconds)).toBe(text))
