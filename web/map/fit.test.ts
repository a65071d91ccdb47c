import { expect, test } from 'vitest'
import { boxAround } from './fit.ts'

test.each([
  ['none', [], null],
  ['one', [[174, -36]], [174, -36, 174, -36]],
  [
    'two in New Zealand',
    [
      [174, -36],
      [170, -45],
    ],
    [170, -45, 174, -36],
  ],
  [
    'Auckland and the Chathams, across 180°',
    [
      [174, -36],
      [-176, -44],
    ],
    [174, -44, 184, -36],
  ],
  [
    'either side of Greenwich',
    [
      [-10, 50],
      [10, 52],
    ],
    [-10, 50, 10, 52],
  ],
  [
    'past 180° as maps give it',
    [
      [179, -40],
      [181, -41],
    ],
    [179, -41, 181, -40],
  ],
])('the box around %s', (_, points, box) => expect(boxAround(points)).toEqual(box))
