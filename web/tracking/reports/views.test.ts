import { expect, it } from 'vitest'
import { filtersOf, queryOf, viewOf } from './views.ts'

it.each([
  ['trackers', { status: 'offline', battery: '20' }, '/app/trackers?status=offline&battery=20'],
  ['trackerevents', { tracker: 7, range: 'week' }, '/app/trackerevents?tracker=7&range=week'],
  ['alerts', {}, '/app/alerts'],
  [
    'boundaries',
    { search: 'a b', sort: '-created_at', nested: { a: 1 }, none: null },
    '/app/boundaries?search=a+b&sort=-created_at',
  ],
] as const)('a report of %s with %o is at %s', (report, query, address) =>
  expect(viewOf({ report, query })).toBe(address),
)

it('keeps what the address says, but not the page', () => {
  expect(queryOf(new URLSearchParams('status=offline&search=van&page=3'))).toEqual({ status: 'offline', search: 'van' })
  expect(filtersOf({ status: 'offline', search: 'van', nested: [] })).toBe('status: offline, search: van')
})
