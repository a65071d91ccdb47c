import { describe, expect, test } from 'vitest'
import { LabelPlacement } from './labelPlacement.ts'

describe('a name', () => {
  test('is below its marker if there is room', () => {
    const room = new LabelPlacement()
    room.take(0, 0)
    expect(room.sideFor(0, 0, 'Bus 21')).toBe('top')
  })

  test.each([
    ['above it, when another marker is below', [[0, 22]], 'bottom'],
    [
      'beside it, when there are some above as well',
      [
        [0, 22],
        [0, -22],
      ],
      'left',
    ],
    [
      'nowhere, when they are all around',
      [
        [0, 22],
        [0, -22],
        [30, 0],
        [-30, 0],
      ],
      null,
    ],
    [
      'below it still, when they are far enough away',
      [
        [60, 22],
        [0, 60],
      ],
      'top',
    ],
  ] as const)('stands %s', (_, others, side) => {
    const room = new LabelPlacement()
    for (const [x, y] of [[0, 0], ...others] as const) room.take(x, y)
    expect(room.sideFor(0, 0, 'Bus 21')).toBe(side)
  })

  test('keeps its side while it fits', () => {
    const room = new LabelPlacement()
    room.take(0, 0)
    expect(room.sideFor(0, 0, 'Bus 21', 'bottom')).toBe('bottom')
    room.take(0, -22)
    expect(room.sideFor(0, 0, 'Bus 21', 'bottom')).toBe('top')
  })

  test('avoids a cluster, which is larger than a marker', () => {
    const room = new LabelPlacement()
    room.take(0, 0)
    room.take(0, 50, 28)
    expect(room.sideFor(0, 0, 'Bus 21')).toBe('bottom')
  })
})
