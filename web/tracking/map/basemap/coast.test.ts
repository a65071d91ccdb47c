import { readFileSync } from 'node:fs'
import type { Position } from 'geojson'
import { expect, it } from 'vitest'
import world from 'world-atlas/countries-110m.json' with { type: 'json' }
import { type CoastFile, coastIn, readCoast, withoutCoast } from './coast.ts'
import { exactZoomAt, isCoastEnough, wantsCoast, withinCoast } from './detail.ts'
import { toPieces, type World } from './nearby.ts'

const file: CoastFile = JSON.parse(readFileSync(new URL('coast_nz.json', import.meta.url), 'utf8'))
const coast = readCoast(file)
const onLand = ([x, y]: [number, number]) =>
  coast.polygons.some((rings) => rings.filter((ring) => contains(ring, x, y)).length === 1)

it.each([
  ['Queen Street', [174.7645, -36.849], true],
  ['the Waitematā Harbour off Queens Wharf', [174.775, -36.838], false],
  ['Devonport', [174.797, -36.825], true],
  ['Lake Taupō', [175.9, -38.8], false],
  ['Wellington', [174.776, -41.286], true],
  ['Cook Strait', [174.5, -41.2], false],
  ['Stewart Island', [167.9, -46.98], true],
  ['Waitangi on Chatham Island, past 180°', [183.44, -43.96], true],
  ['the open sea', [170, -50], false],
] as [string, [number, number], boolean][])('%s is on the right side of the coast', (_, place, land) => {
  expect(onLand(place)).toBe(land)
})

it('consists of closed rings within its box', () => {
  const [west, south, east, north] = coast.box
  for (const ring of coast.polygons.flat()) {
    expect(ring.length).toBeGreaterThan(3)
    expect(ring[0]).toEqual(ring.at(-1))
    expect(ring.every(([x, y]) => x! > west && x! < east && y! > south && y! < north)).toBe(true)
  }
})

it('takes the place of New Zealand on the world map, and of nothing else', () => {
  const pieces = toPieces(world as unknown as World)
  const left_out = pieces.filter((piece) => !withoutCoast(pieces, coast).includes(piece))
  expect([...new Set(left_out.map(({ country }) => country))]).toEqual(['554'])
  expect(left_out).toHaveLength(2)
})

it('is selected by a box, from either side of 180°', () => {
  const near = coastIn(coast, [174.7, -36.9, 174.8, -36.8])
  expect(near.length).toBeLessThan(10)
  expect(coastIn(coast, [-177, -44.5, -176, -43.5]).length).toBe(coastIn(coast, [183, -44.5, 184, -43.5]).length)
  expect(coastIn(coast, [0, 0, 10, 10])).toEqual([])
})

it('is used from zoom 7 on, where it can be seen, and is right for longer than the world map', () => {
  expect(wantsCoast(7, [174, -37, 175, -36])).toBe(true)
  expect(wantsCoast(6.9, [174, -37, 175, -36])).toBe(false)
  expect(wantsCoast(12, [144, -38, 145, -37])).toBe(false)
  expect([exactZoomAt([174.7, -36.8]), exactZoomAt([-176.5, -44]), exactZoomAt([144.9, -37.8])]).toEqual([12, 12, 9])
})

it('is enough for a view of New Zealand, also past 180°, and not for one with Australia in it', () => {
  expect(isCoastEnough([174, -37, 176, -36])).toBe(true)
  expect(isCoastEnough([-177, -45, -176, -43])).toBe(true)
  expect(isCoastEnough([150, -47, 179, -34])).toBe(false)
  expect(withinCoast([171, -40, 179, -31])).toEqual([171, -40, 179, -33.5])
  expect(withinCoast([-180, -46, -173, -42])).toEqual([-180, -46, -175.5, -42])
})

function contains(ring: Position[], x: number, y: number): boolean {
  let inside = false
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1] as [number, number], ring[i] as [number, number]]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}
