import { expect, test } from 'vitest'
import { addressOf, readQuery } from './query.ts'

const now = Date.parse('2026-11-21T01:00:00Z')
const today = { period: { range: 'today' }, from: '2026-11-20T11:00:00.000Z', to: '2026-11-21T11:00:00.000Z' }

test.each([
  ['', { trackers: [], moment: null, ...today }],
  ['tracker=7,8,7', { trackers: [7, 8], ...today }],
  ['tracker=1,2,3,4,5,6,7,8', { trackers: [1, 2, 3, 4, 5, 6] }],
  ['tracker=truck,-1,9', { trackers: [9] }],
  [
    'tracker=7&day=2026-09-27',
    { period: { day: '2026-09-27' }, from: '2026-09-26T12:00:00.000Z', to: '2026-09-27T11:00:00.000Z' },
  ],
  ['tracker=7&day=soon', today],
  ['range=week', { from: '2026-11-14T11:00:00.000Z', to: '2026-11-21T11:00:00.000Z' }],
  ['to=2026-11-02T00:00:00Z', { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }],
  ['tracker=7&day=2026-13-40', today],
  ['tracker=7&t=2026-11-19T12:30:00Z', { moment: '2026-11-19T12:30:00.000Z', period: { day: '2026-11-20' } }],
  [
    'tracker_id=7&at=2026-11-19T12:30:00.000Z',
    { trackers: [7], moment: '2026-11-19T12:30:00.000Z', period: { day: '2026-11-20' } },
  ],
  [
    'from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z',
    {
      period: { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' },
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-02T00:00:00.000Z',
    },
  ],
])('the address ?%s is read as %o', (address, query) =>
  expect(readQuery(new URLSearchParams(address), 'Pacific/Auckland', now)).toMatchObject(query),
)

test('the query is written to the address', () => {
  const trackers = [7, 8]
  expect(addressOf({ trackers, period: { day: '2026-11-21' } }).toString()).toBe('tracker=7%2C8&day=2026-11-21')
  expect(addressOf({ trackers: [], period: { range: 'week' } }).toString()).toBe('range=week')
  expect(addressOf({ trackers: [], period: { from: 'a', to: 'b' } }).toString()).toBe('from=a&to=b')
})
