import { expect, it } from 'vitest'
import { boxPairs } from './box_pairs.ts'

it.each([0, 1, 2, 17, 300])('finds every pair of %i boxes that share a point, each once', (count) => {
  const random = makeRandom(count + 1)
  const boxes = Float64Array.from(Array.from({ length: count }, () => randomBox(random)).flat())
  const pairs = [...boxPairs(boxes)].flatMap((flat) =>
    Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k]!, flat[2 * k + 1]!].sort((a, b) => a - b).join()),
  )
  const expected = []
  for (let i = 0; i < count; i++) for (let j = i + 1; j < count; j++) if (meet(boxes, i, j)) expected.push(`${i},${j}`)
  expect(pairs.sort()).toEqual(expected.sort())
})

function randomBox(random: () => number): number[] {
  // Integers, so that many boxes touch only in an edge or a corner.
  const [west, south] = [Math.floor(100 * random()), Math.floor(100 * random())]
  return [west, south, west + Math.floor(20 * random() ** 3), south + Math.floor(20 * random() ** 3)]
}

function meet(boxes: Float64Array, i: number, j: number): boolean {
  const [a, b] = [boxes.subarray(4 * i), boxes.subarray(4 * j)]
  return a[0]! <= b[2]! && b[0]! <= a[2]! && a[1]! <= b[3]! && b[1]! <= a[3]!
}

function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}
