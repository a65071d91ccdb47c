/** Areas that are hard on a geometry library, as MultiPolygons. `n` is how many positions they have, about. */

type Position = [lon: number, lat: number]
export type Area = { type: 'MultiPolygon'; coordinates: Position[][][] }

const area = (...polygons: Position[][][]): Area => ({ type: 'MultiPolygon', coordinates: polygons })
const closed = (ring: Position[]): Position[] => [...ring, ring[0]!]
const range = (count: number) => Array.from({ length: count }, (_, i) => i)

function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** A coast as it is: rough at every scale, and it crosses itself nowhere. */
export function coast(n: number, { lon = 174, lat = -41, size = 5 } = {}): Area {
  const random = makeRandom(7)
  let ring: Position[] = range(12).map((i) => [Math.cos((i * Math.PI) / 6), Math.sin((i * Math.PI) / 6)])
  while (ring.length < n) {
    ring = ring.flatMap((a, i) => {
      const b = ring[(i + 1) % ring.length]!
      const out = (random() - 0.5) * 0.3
      return [a, [(a[0] + b[0]) / 2 - (b[1] - a[1]) * out, (a[1] + b[1]) / 2 + (b[0] - a[0]) * out]] as Position[]
    })
  }
  const taken = range(n - 1).map((i) => ring[Math.floor((i * ring.length) / n)]!)
  return area([closed(taken.map(([x, y]) => [lon + x * size, lat + y * size]))])
}

/** A line drawn without aim. */
export function scribble(n: number, { lon = 174, lat = -41, size = 1 } = {}): Area {
  const random = makeRandom(3)
  return area([closed(range(n - 1).map(() => [lon + size * random(), lat + size * random()]))])
}

/** Long teeth side by side, aslant: each edge's box meets every other's, and no edge meets another. */
export function slantingComb(n: number, { lon = 174, lat = -41, size = 0.01 } = {}): Area {
  const teeth = range(Math.floor(n / 2) - 1).flatMap((i): Position[] => {
    const x = (size * i) / n
    return [
      [lon + x, lat - x],
      [lon + x + size, lat - x + size],
    ]
  })
  return area([closed([...teeth, [lon + 2 * size, lat - size], [lon, lat - 2 * size]])])
}

/** One ring that winds inwards in right angles: its edges lie close together, and their boxes meet in corners only. */
export function spiral(n: number, { lon = 174, lat = -41, size = 0.04 } = {}): Area {
  const turns = Math.floor(n / 8)
  const arm = (inset: number) =>
    range(turns).flatMap((turn): Position[] => {
      const half = (size * (turns - turn - inset)) / turns
      const next = (size * (turns - turn - 1 - inset)) / turns
      return [
        [lon - half, lat - half],
        [lon + half, lat - half],
        [lon + half, lat + half],
        [lon - next, lat + half],
      ]
    })
  return area([closed([...arm(0), ...arm(0.4).toReversed()])])
}

/** Teeth of the given height in degrees from south to north. */
export function comb(n: number, { lon = 174, lat = -41, width = 0.1, height = 0.1 } = {}): Area {
  const step = (2 * width) / n
  const teeth = range(Math.floor(n / 2) - 1).flatMap((i): Position[] => [
    [lon + i * step, lat],
    [lon + (i + 0.5) * step, lat + height],
  ])
  return area([closed([...teeth, [lon + width, lat - 0.1], [lon, lat - 0.1]])])
}

/** A field whose border a shaky hand has walked along. */
export function shakyField(n: number, { size = 0.1 } = {}): Area {
  const random = makeRandom(11)
  const side = Math.floor(n / 4)
  const walk = (from: Position, along: Position) =>
    range(side).map((i): Position => {
      const out = 0.001 * size * random()
      const at = (i + 0.5) / side
      return [from[0] + along[0] * at - along[1] * out, from[1] + along[1] * at + along[0] * out]
    })
  return area([
    closed([
      ...walk([174, -41], [size, 0]),
      ...walk([174 + size, -41], [0, size]),
      ...walk([174 + size, -41 + size], [-size, 0]),
      ...walk([174, -41 + size], [0, -size]),
    ]),
  ])
}

/** Four combs about a middle, each turned against the next: whichever way they are cut, many teeth are. */
export function windmill(n: number): Area {
  const [[sail]] = comb(n / 4, { lon: 0.06, lat: -0.05, width: 0.08 }).coordinates as [[Position[]]]
  const turned = (times: number) =>
    sail.map(([x, y]): Position => {
      const [east, north] = [[x, y] as const, [-y, x] as const, [-x, -y] as const, [y, -x] as const][times]!
      return [174 + east, -41 + north]
    })
  return area(...range(4).map((times) => [turned(times)]))
}

/** The same, its teeth from west to east over the antimeridian. */
export function combOverAntimeridian(n: number): Area {
  const [[ring]] = comb(n).coordinates as [[Position[]]]
  return area([ring.map(([x, y]) => [180 + (y + 41) - 0.05, x - 214])])
}

/** The same ring again and again. */
export const duplicated = (n: number): Area => area(...range(Math.floor(n / 5)).map(() => [square(174, -41, 0.1)]))

/** Squares that share a part of their sides, each pushed on a little. */
export const stacked = (n: number): Area =>
  area(...range(Math.floor(n / 5)).map((i) => [square(174 + i * 1e-7, -41, 0.1)]))

/** Holes in holes in holes. */
export function nested(n: number): Area {
  const count = Math.floor(n / 5)
  return area(range(count).map((i) => square(174, -41, (0.1 * (count - i)) / count)))
}

/** Triangles around one corner. */
export function fan(n: number): Area {
  const count = Math.floor(n / 4)
  const at = (i: number): Position => [
    174 + 0.1 * Math.cos((2 * Math.PI * i) / count),
    -41 + 0.1 * Math.sin((2 * Math.PI * i) / count),
  ]
  return area(...range(count).map((i) => [closed([[174, -41], at(i), at(i + 0.5)])]))
}

/** One ring that pinches itself: a chain of diamonds. */
export function chain(n: number): Area {
  const half = 2 * Math.floor(n / 4)
  const size = 0.1 / half
  const line = (way: number) => range(half + 1).map((i): Position => [174 + i * size, -41 + way * (i % 2) * size])
  return area([closed([...line(1), ...line(-1).slice(1, -1).reverse()])])
}

/** Thin rays that go out and come back beside themselves. */
export function spikes(n: number): Area {
  const ray = (angle: number, length: number): Position => [
    174 + length * Math.cos(angle),
    -41 + length * Math.sin(angle),
  ]
  const count = Math.floor(n / 2)
  return area([
    closed(
      range(count).flatMap((i) => [ray((2 * Math.PI * i) / count, 0.01), ray((2 * Math.PI * i) / count + 1e-9, 0.1)]),
    ),
  ])
}

/** A line that goes out and comes back on itself. */
export const foldedBack = (n: number): Area => {
  const out = range(Math.floor(n / 2)).map((i): Position => [174 + i * 1e-5, -41 + (i % 2) * 1e-5])
  return area([closed([...out, ...out.toReversed(), [174, -42]])])
}

/** Islands in a lattice; `inLake` makes holes of them. */
export function islands(n: number, { inLake = false, size = 1 } = {}): Area {
  const count = Math.floor(n / 4)
  const across = Math.ceil(Math.sqrt(count))
  const step = size / across
  const rings = range(count).map((i) => {
    const [x, y] = [174 + step * (i % across), -41 + step * Math.floor(i / across)]
    return closed([
      [x, y],
      [x + 0.6 * step, y],
      [x, y + 0.6 * step],
    ])
  })
  return inLake ? area([square(174.5, -40.5, size), ...rings]) : area(...rings.map((ring) => [ring]))
}

/** A chessboard: every field touches others in its corners. */
export function chessboard(n: number): Area {
  const across = Math.floor(Math.sqrt((2 * n) / 5))
  const step = 0.1 / across
  const fields = range(across * across).filter((i) => (Math.floor(i / across) + (i % across)) % 2 === 0)
  const at = (x: number, y: number): Position => [174 + x * step, -41 + y * step]
  return area(
    ...fields.map((i) => {
      const [x, y] = [i % across, Math.floor(i / across)]
      return [closed([at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)])]
    }),
  )
}

function square(lon: number, lat: number, half: number): Position[] {
  return closed([
    [lon - half, lat - half],
    [lon + half, lat - half],
    [lon + half, lat + half],
    [lon - half, lat + half],
  ])
}
