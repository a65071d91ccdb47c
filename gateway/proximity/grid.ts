import type { Position } from '#messages/geography/distance.ts'

/**
 * Positions by cells of a cube about the Earth, so that those near a place are found without comparing all. In three
 * dimensions 180° and the poles need no care.
 *
 * @param reach_m the farthest that is asked for, which is the width of a cell
 */
export class Grid<Item extends Position> {
  readonly #cells = new Map<number, Item[]>()
  readonly #width: number
  readonly #across: number

  constructor(items: readonly Item[], reach_m: number) {
    this.#width = Math.max(reach_m, NARROWEST_M)
    this.#across = Math.ceil((2 * RADIUS_M) / this.#width) + 3
    for (const item of items) {
      const key = this.#keyOf(this.#cellOf(item))
      const cell = this.#cells.get(key)
      if (cell) cell.push(item)
      else this.#cells.set(key, [item])
    }
  }

  /** All that are within reach of a position, and some that are farther. */
  *near(position: Position): Generator<Item> {
    const [x, y, z] = this.#cellOf(position)
    for (const i of AROUND) {
      for (const j of AROUND) {
        for (const k of AROUND) yield* this.#cells.get(this.#keyOf([x + i, y + j, z + k])) ?? []
      }
    }
  }

  #cellOf({ lon, lat }: Position): Cell {
    const [east, north] = [(lon * Math.PI) / 180, (lat * Math.PI) / 180]
    const cell = (unit: number) => Math.floor(((unit + 1) * RADIUS_M) / this.#width) + 1
    return [cell(Math.cos(north) * Math.cos(east)), cell(Math.cos(north) * Math.sin(east)), cell(Math.sin(north))]
  }

  /** An integer that a number holds exactly: there are at most 64 000 cells across. */
  #keyOf([x, y, z]: Cell): number {
    return (x * this.#across + y) * this.#across + z
  }
}

const RADIUS_M = 6_371_008.8
const NARROWEST_M = 200
const AROUND = [-1, 0, 1]

type Cell = [x: number, y: number, z: number]
