// Writes web/tracking/map/basemap/coast_nz.json, New Zealand's coast, lakes and islands in them, from GSHHG (LGPL 3).
// It is run by hand when the data changes, never at install. It needs GMT and the full resolution:
//
//   apt-get install gmt gmt-gshhg-full && node scripts/coast.ts
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** Sea all around, so that every ring is whole; it reaches past 180° for the Chatham Islands. */
const box = [165, -53, 184.5, -33.5] as const
/** Steps of a degree: a metre. */
const steps = 100_000
/** Ends of neighbouring lines differ by rounding. */
const near = 2
const file = new URL('../web/tracking/map/basemap/coast_nz.json', import.meta.url)

const region = `-R${box[0]}/${box[2]}/${box[1]}/${box[3]}`
const gmt = spawnSync('gmt', ['coast', region, '-Df', '-W', '-M'], { encoding: 'utf8', maxBuffer: 1 << 28 })
if (gmt.status !== 0) throw new Error(gmt.stderr || 'GMT is not installed: apt-get install gmt gmt-gshhg-full')

const lines = linesOf(gmt.stdout)
const rings = joinLines(lines)
const polygons = toPolygons(rings)
const text = JSON.stringify({ box, steps, polygons: polygons.map((each) => each.map(({ points }) => deltas(points))) })
writeFileSync(file, `${text.replaceAll(']],[[', ']],\n[[')}\n`)
const count = rings.reduce((sum, { points }) => sum + points.length, 0)
console.log(`${polygons.length} polygons, ${rings.length} rings, ${count} points, ${Math.round(text.length / 1024)} kB`)

/** GMT gives the shore of each bin of a grid as lines of its own, with the level in their heads. */
function linesOf(output: string): Ring[] {
  return output
    .split(/^>/m)
    .slice(1)
    .map((part) => {
      const [head, ...rows] = part.trim().split('\n')
      const points = rows.map((row) => row.split(/\s+/).map((degrees) => Math.round(Number(degrees) * steps)) as Point)
      return { level: Number(/Level (\d)/.exec(head!)![1]), points: points.map(eastward) }
    })
    .filter(({ points }) => points.length > 1)
}

/** Joins lines at their ends, which are the same point of the grid. */
function joinLines(all: Ring[]): Ring[] {
  const isClosed = ({ points }: Ring) => distance(points[0]!, points.at(-1)!) <= near
  const closed = all.filter(isClosed)
  const open = all.filter((line) => !isClosed(line))
  while (open.length > 0) {
    const line = open.pop()!
    while (!isClosed(line) || line.points.length < 3) {
      const end = line.points.at(-1)!
      const next = open.findIndex(
        ({ level, points }) =>
          level === line.level && (distance(points[0]!, end) <= near || distance(points.at(-1)!, end) <= near),
      )
      if (next < 0) throw new Error(`A line of level ${line.level} ends at ${end.map((one) => one / steps)}`)
      const { points } = open.splice(next, 1)[0]!
      line.points.push(...(distance(points[0]!, end) <= near ? points : points.reverse()).slice(1))
    }
    closed.push(line)
  }
  return closed.map(({ level, points }) => ({ level, points: [...distinct(points.slice(0, -1)), points[0]!] }))
}

/** Land and islands in lakes (odd levels) are polygons; lakes (even) are holes in those that contain them. */
function toPolygons(rings: Ring[]): Ring[][] {
  const polygons = rings.filter(({ level }) => level % 2 === 1).map((ring) => [ring])
  for (const hole of rings.filter(({ level }) => level % 2 === 0)) {
    const around = polygons.find(([outer]) => outer!.level === hole.level - 1 && isInside(hole.points[0]!, outer!))
    if (!around) throw new Error(`A ring of level ${hole.level} is in no land: ${hole.points[0]}`)
    around.push(hole)
  }
  return polygons
}

function isInside([x, y]: Point, { points }: Ring): boolean {
  let inside = false
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1]!, points[i]!]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** The first point, then differences: x, y, dx, dy, … */
function deltas(points: Point[]): number[] {
  return points.flatMap(([x, y], i) => (i === 0 ? [x, y] : [x - points[i - 1]![0], y - points[i - 1]![1]]))
}

function distinct(points: Point[]): Point[] {
  return points.filter((point, i) => i === 0 || distance(point, points[i - 1]!) > 0)
}

function eastward([x, y]: Point): Point {
  return [x < box[0] * steps ? x + 360 * steps : x, y]
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}

type Point = [x: number, y: number]
type Ring = { level: number; points: Point[] }
