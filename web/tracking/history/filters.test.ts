import { expect, test } from 'vitest'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { filtersOf, queryOf } from './filters.ts'

const now = Date.parse('2026-11-20T08:00:00+13:00')

test.each([
  ['', { organisation_id: 1 }],
  ['range=today', { organisation_id: 1, from: '2026-11-19T11:00:00.000Z' }],
  ['tracker=7&outside=1', { organisation_id: 1, tracker_id: 7, outside_boundary: true }],
  ['tracker=truck&from=yesterday', { organisation_id: 1 }],
  [
    'from=2026-11-20T13:00%2B13:00&to=2026-11-21T00:00:00Z&event=online',
    { organisation_id: 1, from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', event: 'online' },
  ],
])('the address ?%s is read as %o', (address, query) =>
  expect(
    queryOf(filtersOf(new URLSearchParams(address)), { organisation_id: 1, timezone: 'Pacific/Auckland', now }),
  ).toEqual(query),
)

test.each([
  ['tracker=7&page=3', { tracker: null, outside: true }, 'outside=1'],
  ['tracker=7&page=3', { outside: true }, 'tracker=7&outside=1'],
  ['tracker=7&sort=fix_at', { tracker: null }, 'sort=fix_at'],
  ['', { event: 'online' }, 'event=online'],
  ['event=online', { event: '' }, ''],
])('?%s becomes, with %o, ?%s', (before, change, after) =>
  expect(withFilters(new URLSearchParams(before), change).toString()).toBe(after),
)
