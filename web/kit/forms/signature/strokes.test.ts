import { expect, it } from 'vitest'
import { bytesOfPng, bytesOfStrokes, maxStrokesBytes, type Stroke, toPoints, toStrokes } from './strokes.ts'

const drawn = [
  {
    points: [
      { x: 10, y: 20.123, time: 1_700_000_000_000, pressure: 0.5 },
      { x: 11.5, y: 22, time: 1_700_000_000_016.4, pressure: 0.51234 },
    ],
  },
  { points: [{ x: 300, y: 100, time: 1_700_000_001_000, pressure: 0 }] },
]

it('keeps strokes in units of the paper, from the first point on', () => {
  expect(toStrokes(drawn, 2)).toEqual([
    [
      [20, 40.2, 0, 0.5],
      [23, 44, 16, 0.51],
    ],
    [[600, 200, 1000, 0]],
  ])
  expect(toStrokes([], 2)).toEqual([])
})

it('draws strokes on a paper of another width', () => {
  expect(toPoints([[20, 40.2, 0, 0.5]], 0.5)).toEqual([{ x: 10, y: 20.1, time: 0, pressure: 0.5 }])
})

it('has space for two minutes of drawing', () => {
  const stroke: Stroke = Array.from({ length: 120_000 / 16 }, (_, i) => [599.9, 199.9, i * 16, 0.55])
  expect(bytesOfStrokes([stroke])).toBeLessThan(maxStrokesBytes)
})

it('knows the size of a picture in base64', () => expect(bytesOfPng(btoa('0123456789ab'))).toBe(12))
