import { expect, test } from 'vitest'
import { addDays, boundsOfDay, dayOf, fromLocal, toLocal } from './zoned.ts'

const auckland = 'Pacific/Auckland'

test.each([
  ['2026-11-20T13:05', auckland, '2026-11-20T00:05:00.000Z'],
  ['2026-07-20T12:05', auckland, '2026-07-20T00:05:00.000Z'],
  ['2026-11-20T13:45', 'Pacific/Chatham', '2026-11-20T00:00:00.000Z'],
  ['2026-01-01T00:00', 'UTC', '2026-01-01T00:00:00.000Z'],
  ['2026-01-01T05:30', 'Asia/Kolkata', '2026-01-01T00:00:00.000Z'],
  ['2026-01-01T00:00', 'Pacific/Pago_Pago', '2026-01-01T11:00:00.000Z'],
  ['1969-12-31T23:59', 'UTC', '1969-12-31T23:59:00.000Z'],
])('%s in %s is %s, and back', (local, timezone, moment) => {
  expect(fromLocal(local, timezone)).toBe(moment)
  expect(toLocal(moment, timezone)).toBe(local)
})

test.each([
  ['the first of an hour that comes twice', '2026-04-05T02:30', '2026-04-04T13:30:00.000Z'],
  ['as long after an hour that is left out', '2026-09-27T02:30', '2026-09-26T14:30:00.000Z'],
  ['before the clocks go on', '2026-09-27T01:59', '2026-09-26T13:59:00.000Z'],
  ['after the clocks have gone on', '2026-09-27T03:00', '2026-09-26T14:00:00.000Z'],
])('%s: %s in Auckland is %s', (_what, local, moment) => expect(fromLocal(local, auckland)).toBe(moment))

test.each([
  ['2026-11-20', '2026-11-19T11:00:00.000Z', '2026-11-20T11:00:00.000Z'],
  ['2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T11:00:00.000Z'],
  ['2026-04-05', '2026-04-04T11:00:00.000Z', '2026-04-05T12:00:00.000Z'],
])('%s in Auckland goes from %s to %s', (day, from, to) => expect(boundsOfDay(day, auckland)).toEqual({ from, to }))

test.each(['', 'yesterday', '2026-13-01', '2026-11-20T'])('“%s” is not a day', (day) =>
  expect(boundsOfDay(day, auckland)).toBeNull(),
)

test('the day is local, not UTC', () => {
  expect(dayOf('2026-11-19T11:00:00Z', auckland)).toBe('2026-11-20')
  expect(dayOf('2026-11-19T10:59:59Z', auckland)).toBe('2026-11-19')
})

test('days continue past the end of a month', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})
