import { expect, it } from 'vitest'
import { nearText, readQuery } from './query.ts'

const now = Date.parse('2026-11-28T20:00:00Z') // 09:00 on the 29th in Auckland
const read = (address: string) => readQuery(new URLSearchParams(address), 'Pacific/Auckland', now)

it.each([
  [
    'today until now',
    '',
    '2026-11-29',
    '2026-11-28T11:00:00.000Z',
    '2026-11-28T20:00:00.000Z',
    '2026-11-28T20:00:00.000Z',
  ],
  [
    'a day at its noon',
    'day=2026-11-20',
    '2026-11-20',
    '2026-11-19T11:00:00.000Z',
    '2026-11-20T11:00:00.000Z',
    '2026-11-19T23:00:00.000Z',
  ],
  [
    'the day of a moment',
    't=2026-11-19T10:03:00Z',
    '2026-11-19',
    '2026-11-18T11:00:00.000Z',
    '2026-11-19T11:00:00.000Z',
    '2026-11-19T10:03:00.000Z',
  ],
  [
    'today for an invalid day',
    'day=2026-02-30',
    '2026-11-29',
    '2026-11-28T11:00:00.000Z',
    '2026-11-28T20:00:00.000Z',
    '2026-11-28T20:00:00.000Z',
  ],
  [
    'a day of 25 hours',
    'day=2026-04-05',
    '2026-04-05',
    '2026-04-04T11:00:00.000Z',
    '2026-04-05T12:00:00.000Z',
    '2026-04-04T23:00:00.000Z',
  ],
])('shows %s', (_, address, day, from, to, at) => {
  const query = read(address)
  expect({ ...query, at: new Date(query.at).toISOString() }).toEqual({ day, from, to, at, near: null })
})

it('keeps a place in the address, also one that was clicked beyond the 180th meridian', () => {
  expect(read(`near=${nearText({ lat: -36.85, lon: 174.75 })}`).near).toEqual({ lat: -36.85, lon: 174.75 })
  expect(nearText({ lat: 0, lon: 181 })).toBe('0.00000,-179.00000')
  for (const wrong of ['near=', 'near=1', 'near=91,0', 'near=a,b']) expect(read(wrong).near).toBeNull()
})
