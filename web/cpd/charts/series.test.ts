import { expect, it } from 'vitest'
import { monthName, stacked } from './series.ts'

const counted = (role: string | null, supervision: string | null, count: number) => ({ role, supervision, count })
const none = { independent: 0, available: 0, present: 0, scrubbed: 0, directed: 0, none: 0 }

it('has a row for each role that occurs, in one order, with its procedures by supervision', () => {
  const counts = [counted(null, null, 1), counted('observer', 'present', 2), counted('surgeon', 'directed', 3)]
  expect(stacked([...counts, counted('surgeon', null, 4)])).toEqual([
    { ...none, role: 'surgeon', directed: 3, none: 4 },
    { ...none, role: 'observer', present: 2 },
    { ...none, role: 'none', none: 1 },
  ])
  expect(stacked([])).toEqual([])
})

it('names months whatever the timezone of the browser is', () => {
  expect(monthName('2026-11-01', 'en', 'short')).toBe('Nov')
  expect(monthName('2027-01-01', 'en', 'long')).toBe('January 2027')
})
