import type { Position } from 'geojson'
import { metresBetween, shortestWay, toMercator } from './track.ts'

/** Metres: a shorter step is noise, or one at a light. */
const shortest = 25
/** Positions of each: older ones are left out. */
const most = 120

/** The positions of many trackers in the last minutes, each with its moment, thinned out and oldest first. */
export class Trails {
  private readonly lines = new Map<number, Step[]>()

  add(id: number, position: Position, at: number) {
    const line = this.lines.get(id)
    if (!line) return void this.lines.set(id, [{ position, at }])
    const last = line.at(-1)!
    if (at <= last.at || metres(last.position, position) < shortest) return
    line.push({ position, at })
    if (line.length > most) line.shift()
  }

  /** The lines of trackers since a moment, those of one position left out. */
  since(from: number, ids: Iterable<number>): Position[][] {
    const drawn: Position[][] = []
    for (const id of ids) {
      const line = this.lines.get(id)
      if (!line) continue
      while (line.length > 1 && line[0]!.at < from) line.shift()
      if (line.length > 1) drawn.push(line.map(({ position }) => position))
    }
    return drawn
  }
}

function metres(from: Position, to: Position): number {
  const [a, b] = [toMercator(from[0]!, from[1]!), toMercator(to[0]!, to[1]!)]
  return metresBetween(shortestWay(a.x, b.x), b.y - a.y, b.y)
}

type Step = { position: Position; at: number }
