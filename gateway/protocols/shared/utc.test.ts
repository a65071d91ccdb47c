import { describe, expect, it } from 'vitest'
import { fromDayMonthYear, fromYearMonthDay, lastAt, utc } from './utc.ts'

describe('the time of a device', () => {
  it.each([
    ['221215', '164549', '2015-12-22T16:45:49.000Z'],
    ['290224', '000000', '2024-02-29T00:00:00.000Z'],
    ['290223', '000000', null],
    ['000000', '000000', null],
    ['011300', '000000', null],
    ['010124', '240000', null],
    ['010124', '006000', null],
    ['', '000000', null],
    [undefined, undefined, null],
  ])('of the day %s at %s is %s', (date, time, expected) => {
    const ms = fromDayMonthYear(date, time)
    expect(ms === null ? null : new Date(ms).toISOString()).toBe(expected)
  })

  it('may begin with the year', () => {
    expect(fromYearMonthDay('151222', '164549')).toBe(fromDayMonthYear('221215', '164549'))
    expect(utc(2015, 12, 22, 16, 45, 49)).toBe(utc(15, 12, 22, 16, 45, 49))
  })

  it.each([
    [1970, 1, 1],
    [1980, 1, 6],
    [1989, 12, 31],
    [2100, 1, 1],
  ])('is none in %i-%i-%i, where there was no such device', (year, month, day) => {
    expect(utc(year, month, day, 0, 0, 0)).toBeNull()
  })

  it.each([
    ['2026-06-01T12:00:00Z', 11, '2026-06-01T11:00:00.000Z'],
    ['2026-06-01T12:00:00Z', 13, '2026-06-01T13:00:00.000Z'],
    ['2026-06-01T12:00:00Z', 14, '2026-05-31T14:00:00.000Z'],
    ['2026-05-31T23:30:00Z', 0, '2026-06-01T00:00:00.000Z'],
    ['2026-06-01T00:10:00Z', 23, '2026-05-31T23:00:00.000Z'],
  ])('is a day’s last at %s for %i o’clock', (now, hour, expected) => {
    expect(new Date(lastAt(Date.parse(now), hour, 0, 0)).toISOString()).toBe(expected)
  })
})
