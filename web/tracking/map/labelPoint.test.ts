import { expect, test } from 'vitest'
import { labelPoint } from './labelPoint.ts'

const box = (west: number, east: number) => [
  [
    [west, -45],
    [east, -45],
    [east, -43],
    [west, -43],
    [west, -45],
  ],
]

test('a boundary’s label is at its centroid', () => {
  expect(labelPoint([box(170, 172)])).toEqual([171, -44])
})

test('also when the boundary is split at 180°', () => {
  expect(labelPoint([box(178, 180), box(-180, -176)])).toEqual([-179, -44])
})
