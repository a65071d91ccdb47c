import { expect, test } from 'vitest'
import { filtersOf, queryOf } from './trackerFilters.ts'

test.each([
  ['', {}],
  ['status=offline', { state: 'offline' }],
  ['status=lost&battery=101&owner=-1&silent=1e12&boundary=x', {}],
  [
    'status=outside&owner=7&battery=20&silent=3600&boundary=3',
    { state: 'outside', owner_user_id: 7, battery_below: 20, silent_s: 3600, boundary_id: 3 },
  ],
  ['search=van&page=2&silent=5400', { silent_s: 5400 }],
])('the address ?%s asks for %o', (address, query) => {
  expect(queryOf(filtersOf(new URLSearchParams(address)), 1)).toEqual({ organisation_id: 1, ...query })
})
