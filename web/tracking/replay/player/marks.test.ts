import { expect, test } from 'vitest'
import { marksOf } from './marks.ts'

const auckland = 'Pacific/Auckland'
const labels = (from: string, to: string) =>
  marksOf(Date.parse(from), Date.parse(to), auckland).map(({ label }) => label)

test.each([
  [
    'a day',
    '2026-11-19T11:00Z',
    '2026-11-20T11:00Z',
    ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '00:00'],
  ],
  ['an hour', '2026-11-20T00:10Z', '2026-11-20T01:10Z', ['13:15', '13:30', '13:45', '14:00']],
  ['five minutes', '2026-11-20T00:00:30Z', '2026-11-20T00:05:00Z', ['13:01', '13:02', '13:03', '13:04', '13:05']],
  ['three days', '2026-11-19T11:00Z', '2026-11-22T11:00Z', ['20/11', '21/11', '22/11', '23/11']],
  ['nothing', '2026-11-20T00:00:30Z', '2026-11-20T00:00:30Z', []],
  [
    'a day in which an hour is left out',
    '2026-09-26T12:00Z',
    '2026-09-27T11:00Z',
    ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '00:00'],
  ],
])('%s has its round times', (_what, from, to, marks) => expect(labels(from, to)).toEqual(marks))

test('a year has a few', () => expect(labels('2025-01-01T00:00Z', '2026-01-01T00:00Z').length).toBeLessThanOrEqual(9))
