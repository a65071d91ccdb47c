import { expect, it } from 'vitest'
import { Areas } from './areas.ts'

/** Around (0, 0), closed, with corners at radii between a tenth and two degrees. */
function star(corners: number, random: () => number): number[][] {
  const ring = Array.from({ length: corners }, (_, i) => {
    const [radius, angle] = [0.1 + 1.9 * random(), (i / corners) * 2 * Math.PI]
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  return [...ring, ring[0]!]
}

/** How many edges a ray to the east crosses is odd. */
function isWithin(rings: number[][][], lon: number, lat: number): boolean {
  const crossed = rings.flatMap((ring) =>
    ring.slice(1).filter(([to_x, to_y], i) => {
      const [x, y] = ring[i]!
      return y! > lat !== to_y! > lat && lon < ((to_x! - x!) * (lat - y!)) / (to_y! - y!) + x!
    }),
  )
  return crossed.length % 2 === 1
}

it.each([3, 17, 600, 3000])('an area of %s corners with a hole contains what is within its edges', (corners) => {
  let seed = corners
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const hole = [
    [-0.05, -0.05],
    [0.05, -0.05],
    [0.05, 0.05],
    [-0.05, 0.05],
    [-0.05, -0.05],
  ]
  const rings = [star(corners, random), hole]
  const areas = new Areas([{ buffer_m: 0, use_accuracy: false, rings }])
  let clear = 0
  for (let i = 0; i < 2000; i++) {
    const [lon, lat] =
      i % 4 === 0 ? [(random() - 0.5) / 5, (random() - 0.5) / 5] : [5 * random() - 2.5, 5 * random() - 2.5]
    const contains = areas.contain(lon, lat, 0)
    if (contains === null) continue
    clear++
    expect(contains, `${lon} ${lat}`).toBe(isWithin(rings, lon, lat))
  }
  expect(clear).toBeGreaterThan(1000)
})
