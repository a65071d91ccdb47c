import { expect, test } from 'vitest'
import { unwrap, withoutSeam } from './seam.ts'

test('a ring that touches the 180th meridian becomes an open line', () => {
  const ring = [
    [179, -44],
    [180, -44],
    [180, -43],
    [179, -43],
    [179, -44],
  ]
  expect(withoutSeam([ring])).toEqual([
    [
      [179, -44],
      [180, -44],
    ],
    [
      [180, -43],
      [179, -43],
      [179, -44],
    ],
  ])
})

test('other rings are unchanged', () => {
  const ring = [
    [174, -37],
    [175, -37],
    [175, -36],
    [174, -37],
  ]
  expect(withoutSeam([ring])).toEqual([ring])
})

test('a line continues past 180°', () => {
  expect(
    unwrap([
      [179, -44],
      [-179, -44],
      [-178, -43],
      [179.5, -43],
    ]),
  ).toEqual([
    [179, -44],
    [181, -44],
    [182, -43],
    [179.5, -43],
  ])
})
