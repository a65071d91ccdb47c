import type { Attributes } from '../report.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import type { Element } from './element.ts'

/** Mobile cells: one in elements of its own, or the four of a TAT100. */
export function cellsOf(elements: Element[]): Attributes {
  const value = (id: number, size: number) => {
    const found = elements.find((element) => element.id === id && element.bytes.length === size)
    return found ? found.bytes.readUIntBE(0, size) : undefined
  }
  // The operator is its country and network in one number; a network has two digits, rarely three.
  const operator = /^(\d{3})(\d{2,3})$/.exec(String(value(241, 4) ?? ''))
  const mcc = operator ? { mcc: Number(operator[1]) } : {}
  const cells: Cell[] = []
  for (const { mnc, lac, cid, signal } of neighbours) {
    const cell = { mnc: value(mnc, 2), lac: value(lac, 2), cid: value(cid, 2), signal: value(signal, 1) }
    if (isWhole(cell)) cells.push({ ...mcc, ...cell })
  }
  const cell = { lac: value(206, 2), cid: value(636, 4) ?? value(205, 2) ?? value(205, 4) }
  if (isWhole(cell)) cells.push({ ...mcc, ...(operator ? { mnc: Number(operator[2]) } : {}), ...cell })
  const network = networkOf(cells)
  return network ? { network } : {}
}

const isWhole = (cell: Partial<Cell>): cell is Cell => Object.values(cell).every((value) => value !== undefined)

/** TAT100: the elements of each cell. */
const neighbours = [0, 1, 2, 3].map((n) => ({ mnc: 1200 + n, lac: 287 + 3 * n, cid: 288 + 3 * n, signal: 289 + 3 * n }))

export const cell_elements = [205, 206, 636, ...neighbours.flatMap((ids) => Object.values(ids))]
