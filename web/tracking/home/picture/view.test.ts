import { describe, expect, test } from 'vitest'
import { toMercator } from '../../map/motion/track.ts'
import { boxOfView, line, place, viewOf, zoomOf } from './view.ts'

const auckland = [174.6, -37, 174.9, -36.8] as const

describe('a view of a box', () => {
  test.each([
    ['a city', [...auckland]],
    ['Auckland and the Chathams, across 180°', [174, -44, 184, -36]],
    ['the Atlantic', [-60, -20, 10, 60]],
  ] as const)('holds all of %s', (_, box) => {
    const [west, south, east, north] = boxOfView(viewOf([...box], 500, 400))
    expect(west).toBeLessThanOrEqual(box[0])
    expect(south).toBeLessThanOrEqual(box[1])
    expect(east).toBeGreaterThanOrEqual(box[2])
    expect(north).toBeGreaterThanOrEqual(box[3])
  })

  test('of one place is not closer than a street, and of the world not smaller than its copy', () => {
    expect(zoomOf(viewOf([174, -36, 174, -36], 500, 400))).toBeCloseTo(14)
    expect(viewOf([-180, -80, 180, 80], 500, 400).scale).toBe(500)
  })
})

test('the middle of the box is in the middle of the picture, whichever way its longitude is given', () => {
  const view = viewOf([179, -40, 181, -40], 500, 400)
  for (const lon of [180, -180]) expect(place(view, toMercator(lon, -40))).toEqual({ x: 250, y: expect.closeTo(200) })
})

test('a line across 180° does not go around the world', () => {
  const view = viewOf([179, -41, 181, -39], 500, 400)
  const [a, b] = line(view, [
    [179.5, -40],
    [-179.5, -40],
  ])
  expect(b!.x - a!.x).toBeCloseTo(view.scale / 360)
})
