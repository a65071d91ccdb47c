import { expect, it } from 'vitest'
import { filtersOf, queryOf, spanOf } from './alertFilters.ts'

const timezone = 'Pacific/Auckland'
const now = Date.parse('2026-11-20T08:00:00+13:00')
const queryFor = (address: string) =>
  queryOf(filtersOf(new URLSearchParams(address)), { organisation_id: 1, timezone, now })

it.each<[string, object]>([
  ['', {}],
  ['tracker=7&kind=alarm', { tracker_id: 7, kind: 'alarm' }],
  ['kind=party&state=half&acknowledged=maybe&range=never', {}],
  ['state=open&acknowledged=no', { open: true, acknowledged: false }],
  ['state=ended&acknowledged=yes', { open: false, acknowledged: true }],
  ['range=today', { from: '2026-11-19T11:00:00.000Z' }],
  ['from=2026-01-01T00:00Z&to=wrong', { from: '2026-01-01T00:00:00.000Z' }],
])('the address %j asks for %j', (address, query) => {
  expect(queryFor(address)).toEqual({ organisation_id: 1, ...query })
})

it('the replay shows some minutes around an alert, and at most a week', () => {
  const started_at = '2026-11-19T22:00:00Z'
  expect(spanOf({ started_at, ended_at: '2026-11-19T23:00:00Z' }, now)).toEqual({
    from: '2026-11-19T21:50:00.000Z',
    to: '2026-11-19T23:10:00.000Z',
  })
  const { to } = spanOf({ started_at: '2026-01-01T00:00:00Z', ended_at: null }, now)
  expect(to).toBe('2026-01-08T00:10:00.000Z')
})
