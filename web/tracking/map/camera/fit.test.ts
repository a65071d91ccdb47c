import { expect, test } from 'vitest'
import { boxAround, mainBody } from './fit.ts'

test.each([
  ['none', [], null],
  ['one', [[174, -36]], [174, -36, 174, -36]],
  ['one of many digits', [[174.7633, -36.8485]], [174.7633, -36.8485, 174.7633, -36.8485]],
  [
    'two that differ in their last digit',
    [
      [174.7633315, -36.8485],
      [174.7633316, -36.8485],
    ],
    [174.7633315, -36.8485, 174.7633316, -36.8485],
  ],
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

test('the main body excludes two boats across 180°, and none of a fleet that is spread out', () => {
  const city = Array.from({ length: 38 }, (_, i) => [174.6 + (i % 7) / 20, -36.9 + (i % 5) / 20])
  const boats = [
    [179.9, -38],
    [-179.9, -38],
  ]
  expect(mainBody([...city, ...boats])).toEqual(city)
  const country = Array.from({ length: 40 }, (_, i) => [167 + i / 4, -46 + i / 4])
  expect(mainBody(country)).toEqual(country)
  expect(mainBody(boats)).toEqual(boats)
})
