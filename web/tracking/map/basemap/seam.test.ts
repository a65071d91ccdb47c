import { expect, test } from 'vitest'
import { unrolled, unwrap, withoutSeam } from './seam.ts'

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

test('a coast around the pole is closed along the edge of the map, also where it is given as a hole', () => {
  const coast = [
    [-180, -84],
    [-90, -70],
    [0, -70],
    [90, -66],
    [179.6, -84],
    [-180, -84],
  ]
  const pole = [
    [-180, -89.999],
    [90, -89.999],
    [0, -89.999],
    [-90, -89.999],
    [-180, -89.999],
  ]
  const whole = [[...coast.slice(0, -1), [180, -84], [180, -90], [-180, -90], [-180, -84]]]
  expect(unrolled([coast])).toEqual(whole)
  expect(unrolled([pole, coast])).toEqual(whole)
})
