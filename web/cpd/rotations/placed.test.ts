import { expect, it } from 'vitest'
import { placed } from './placed.ts'

const year = { start: '2026-01-01', end: '2026-12-31' }

it.each([
  ['the whole year', year, { from: 0, width: 100 }],
  ['its second day', { start: '2026-01-02', end: '2026-01-02' }, { from: 0.27, width: 0.27 }],
  ['what begins before', { start: '2025-06-01', end: '2026-03-14' }, { from: 0, width: 20 }],
  ['what ends after', { start: '2026-10-20', end: '2027-03-14' }, { from: 80, width: 20 }],
])('places %s', (_, days, expected) => {
  expect(placed(year, days)).toEqual(expected)
})
