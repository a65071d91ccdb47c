import { expect, it } from 'vitest'
import { parseRange } from './ranges.ts'

it.each([
  ['bytes=5-9', 10, { start: 5, end: 10 }],
  ['bytes=5-', 10, { start: 5, end: 10 }],
  ['bytes=0-0', 10, { start: 0, end: 1 }],
  ['bytes=5-99', 10, { start: 5, end: 10 }],
  ['bytes=-1', 10, { start: 9, end: 10 }],
  ['bytes=-99', 10, { start: 0, end: 10 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=9-5', 10, null],
  ['bytes=0-1,4-5', 10, null],
  ['bytes=-', 10, null],
  ['lines=1-2', 10, null],
  [undefined, 10, null],
] as const)('%s of %i bytes is %j', (header, size, range) => {
  expect(parseRange(header, size)).toEqual(range)
})
