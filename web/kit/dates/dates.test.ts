import { describe, expect, it } from 'vitest'
import { toDay } from '../format/format.ts'
import { isWhole, parseDay, parseLocal, parseTime } from './dates.ts'

const today = '2026-06-01'

describe('a day that is typed', () => {
  it.each([
    ['24/11/2026', '2026-11-24'],
    ['24.11.2026', '2026-11-24'],
    ['24-11-2026', '2026-11-24'],
    ['24 11 2026', '2026-11-24'],
    ['4/1/26', '2026-01-04'],
    ['24/11', '2026-11-24'],
    ['24.11.', '2026-11-24'],
    ['24112026', '2026-11-24'],
    ['2026-11-24', '2026-11-24'],
    ['2026/1/4', '2026-01-04'],
    ['24 Nov 2026', '2026-11-24'],
    ['24 november', '2026-11-24'],
    ['24. Nov. 2026', '2026-11-24'],
    ['Nov 24, 2026', '2026-11-24'],
    [' 1 Sept 2026 ', '2026-09-01'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2026', null],
    ['31/04', null],
    ['11/24/2026', null],
    ['24 foo', null],
    ['24', null],
    ['', null],
  ])('%s is %s', (text, day) => expect(parseDay(text, today)).toBe(day))

  it.each(['friendly', 'numeric', 'iso'] as const)('as it is shown, %s, is read again', (format) => {
    for (let month = 1; month <= 12; month++) {
      const day = `2026-${String(month).padStart(2, '0')}-05`
      expect(parseDay(toDay(day, format), today)).toBe(day)
    }
  })
})

describe('a time that is typed', () => {
  it.each([
    ['8:00', '08:00'],
    ['08.30', '08:30'],
    ['0800', '08:00'],
    ['8', '08:00'],
    ['8 pm', '20:00'],
    ['12am', '00:00'],
    ['12:15 pm', '12:15'],
    ['23:59', '23:59'],
    ['24:00', null],
    ['8:60', null],
    ['13 pm', null],
    ['now', null],
  ])('%s is %s', (text, at) => expect(parseTime(text)).toBe(at))
})

describe('a moment that is typed', () => {
  it.each([
    ['24/11/2026 08:00', '2026-11-24T08:00'],
    ['24/11/2026, 8 pm', '2026-11-24T20:00'],
    ['24 Nov 2026 08:00', '2026-11-24T08:00'],
    ['24 Oct 8.15', '2026-10-24T08:15'],
    ['2026-11-24T08:00', '2026-11-24T08:00'],
    ['24/11/2026', '2026-11-24T00:00'],
    ['24/11/2026 25:00', null],
    ['tomorrow 8:00', null],
  ])('%s is %s', (text, moment) => expect(parseLocal(text, today)).toBe(moment))
})

describe('what is typed is taken at once', () => {
  it.each([
    ['24/11/2026', false, true],
    ['2026-11-24', false, true],
    ['24 Nov 2026', false, true],
    ['24/11', false, false],
    ['24/11/20', false, false],
    ['2026-11-2', false, false],
    ['24/11/2026', true, false],
    ['24/11/2026 08:0', true, false],
    ['24/11/2026 08:00', true, true],
    ['2026-11-24T08:00', true, true],
  ])('%s with a time %s: %s', (text, with_time, whole) => expect(isWhole(text, with_time)).toBe(whole))
})
