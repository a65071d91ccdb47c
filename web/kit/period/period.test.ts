import { describe, expect, it } from 'vitest'
import { boundsInQuery, boundsOf, periodInAddress, readPeriod } from './period.ts'

const timezone = 'Pacific/Auckland'
const now = Date.parse('2026-11-20T08:00:00+13:00')
const read = (address: string) => readPeriod(new URLSearchParams(address))

it.each<[string, object]>([
  ['', {}],
  ['range=never&day=2026-02-30&from=soon', {}],
  ['range=today', { from: '2026-11-19T11:00:00.000Z' }],
  ['range=night', { from: '2026-11-19T05:00:00.000Z' }],
  ['range=yesterday', { from: '2026-11-18T11:00:00.000Z', to: '2026-11-19T11:00:00.000Z' }],
  ['range=week', { from: '2026-11-13T11:00:00.000Z' }],
  ['range=month', { from: '2026-10-31T11:00:00.000Z' }],
  ['range=today&from=2026-01-01T00:00Z', { from: '2026-11-19T11:00:00.000Z' }],
  ['day=2026-09-27', { from: '2026-09-26T12:00:00.000Z', to: '2026-09-27T11:00:00.000Z' }],
  ['from=2026-01-01T00:00Z&to=wrong', { from: '2026-01-01T00:00:00.000Z' }],
])('the address %j asks for %j', (address, query) => {
  expect(boundsInQuery(read(address), timezone, now)).toEqual(query)
})

describe('the length of a day is as clocks say', () => {
  it.each([
    ['when clocks go forward', '2026-09-28T12:00:00+13:00', 23],
    ['when clocks go back', '2026-04-06T12:00:00+12:00', 25],
    ['on any other day', '2026-11-20T12:00:00+13:00', 24],
  ])('%s', (_when, today, hours) => {
    const { from, to } = boundsOf({ range: 'yesterday' }, timezone, Date.parse(today))
    expect((Date.parse(to!) - Date.parse(from!)) / 3600_000).toBe(hours)
  })
})

it('a week of days and the month begin at midnight, also across a change of clocks', () => {
  const monday = Date.parse('2026-09-28T12:00:00+13:00')
  expect(boundsOf({ range: 'week' }, timezone, monday).from).toBe('2026-09-21T12:00:00.000Z')
  expect(boundsOf({ range: 'month' }, timezone, monday).from).toBe('2026-08-31T12:00:00.000Z')
})

it('days are those of the person’s time zone', () => {
  expect(boundsOf({ range: 'today' }, 'America/Los_Angeles', now).from).toBe('2026-11-19T08:00:00.000Z')
})

it('a period replaces another in the address', () => {
  expect(periodInAddress({ range: 'week' })).toEqual({ range: 'week', day: null, from: null, to: null })
  expect(periodInAddress({ from: 'a', to: null })).toEqual({ range: null, day: null, from: 'a', to: null })
  expect(periodInAddress(null)).toEqual({ range: null, day: null, from: null, to: null })
})
