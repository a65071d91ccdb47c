import { expect, test } from 'vitest'
import { Trails } from './trails.ts'

const minute = 60_000

test('a trail has the steps of its tracker since a moment, oldest first', () => {
  const trails = new Trails()
  for (const [at, lon] of [174, 174.001, 174.002, 174.003].entries()) trails.add(1, [lon, -36], at * minute)
  trails.add(2, [175, -36], minute)
  expect(trails.since(minute, [1, 2, 3])).toEqual([
    [
      [174.001, -36],
      [174.002, -36],
      [174.003, -36],
    ],
  ])
})

test('steps of a few metres, and reports that come late, are left out', () => {
  const trails = new Trails()
  trails.add(1, [174, -36], 2 * minute)
  trails.add(1, [174.0001, -36], 3 * minute)
  trails.add(1, [174.1, -36], minute)
  expect(trails.since(0, [1])).toEqual([])
})

test('a long trail keeps its newest positions', () => {
  const trails = new Trails()
  for (let i = 0; i < 500; i++) trails.add(1, [174 + i / 1000, -36], i * minute)
  const [line] = trails.since(0, [1])
  expect(line!.length).toBeLessThan(200)
  expect(line!.at(-1)).toEqual([174 + 499 / 1000, -36])
})
