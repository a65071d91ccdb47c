import { expect, it } from 'vitest'
import { waysOf } from './ways.ts'

it('Rows without a place are left out; who crossed the 180th meridian took the shorter way', () => {
  const way = (...positions: [number, number][]) => ({ way: JSON.stringify(positions) })
  expect(
    waysOf([
      { way: null },
      way([174.7, -36.8]),
      way([174.7, -36.8], [175.3, -37.8]),
      way([179.9, -37.7], [-179.9, -37.8]),
      way([-179.9, -37.7], [179.9, -37.8]),
    ]),
  ).toEqual([
    [[174.7, -36.8]],
    [
      [174.7, -36.8],
      [175.3, -37.8],
    ],
    [
      [179.9, -37.7],
      [180.1, -37.8],
    ],
    [
      [-179.9, -37.7],
      [-180.1, -37.8],
    ],
  ])
})
