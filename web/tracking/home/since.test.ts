import { expect, it } from 'vitest'
import { readVisits, seeing, sinceOf, writeVisits } from './since.ts'

const at = (text: string) => Date.parse(text)
const monday = at('2026-11-23T08:00:00+13:00')

it.each([
  ['at the first visit', null, '2026-11-22T05:00:00.000Z', 'evening'],
  ['after a visit this morning', at('2026-11-23T07:00:00+13:00'), '2026-11-22T05:00:00.000Z', 'evening'],
  ['after a weekend', at('2026-11-20T17:30:00+13:00'), '2026-11-20T04:30:00.000Z', 'visit'],
  ['after a month', at('2026-10-23T08:00:00+13:00'), '2026-11-16T11:00:00.000Z', 'week'],
] as const)('%s home tells what happened since %s', (_when, last, from, of) => {
  expect(sinceOf(last, 'Pacific/Auckland', monday)).toEqual({ from, of })
})

it('a visit ends after an hour without the page, and a reload continues it', () => {
  const friday = at('2026-11-20T17:30:00+13:00')
  let visits = seeing(readVisits(null), friday)
  expect(visits).toEqual({ seen: friday, last: null })
  visits = seeing(readVisits(writeVisits(visits)), monday)
  expect(visits).toEqual({ seen: monday, last: friday })
  expect(seeing(visits, monday + 60_000)).toEqual({ seen: monday + 60_000, last: friday })
})

it.each(['', 'nonsense', '1 2 3', null])('reads %j without failing', (text) => {
  expect(() => sinceOf(readVisits(text).last, 'UTC', monday)).not.toThrow()
})
