import { expect, test } from 'vitest'
import coarse from 'world-atlas/countries-110m.json' with { type: 'json' }
import { type Box, landIn, overlap, toPieces, type World } from './nearby.ts'

const world = coarse as unknown as World
const pieces = toPieces(world)

test.each([
  ['apart', [0, 0, 10, 10], [11, 0, 20, 10], false],
  ['over each other', [0, 0, 10, 10], [5, 5, 20, 20], true],
  ['across 180°, as maps give it', [178, -45, 185, -40], [-179, -44, -176, -42], true],
  ['on other sides of it', [160, -45, 170, -40], [-179, -44, -176, -42], false],
] as [string, Box, Box, boolean][])('boxes %s', (_, a, b, meet) => {
  expect(overlap(a, b)).toBe(meet)
  expect(overlap(b, a)).toBe(meet)
})

test('a box around New Zealand contains New Zealand', () => {
  const { land, coast, borders } = landIn(world, pieces, [165, -48, 180, -34])
  expect(land.coordinates).toHaveLength(2)
  expect(coast.coordinates).toHaveLength(2)
  expect(borders.coordinates).toHaveLength(0)
})

test('no coast runs along the 180th meridian', () => {
  const along = landIn(world, pieces, null).coast.coordinates.some((line) =>
    line.some((point, index) => index > 0 && Math.abs(point[0]!) === 180 && Math.abs(line[index - 1]![0]!) === 180),
  )
  expect(along).toBe(false)
})
