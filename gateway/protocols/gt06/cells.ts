import type { Attributes } from '../report.ts'
import type { Cursor } from '../shared/cursor.ts'
import type { Cell } from '../shared/network.ts'
import { cellAttributes, readCell } from './blocks.ts'

/** Decodes the cell, whose layout depends on the model. */

export function readLongCell(cursor: Cursor): Attributes {
  cursor.u8() // a length, which some models get wrong
  return cellAttributes(readCell(cursor, { lac: 4, cid: 8 }))
}

/** A cell behind a length that counts itself on some models and not on others. */
export function readMeasuredCell(cursor: Cursor, type: number, length: number): Attributes {
  const size = cursor.u8()
  if (size === 0) {
    // Room for cells that are not there, up to the status.
    const status = type === 0x27 ? 6 : 5
    if (cursor.left > status) cursor.slice(cursor.left - status)
    return {}
  }
  if (type === 0x16 && length === 0x26) return cellAttributes(readCell(cursor, { cid: 4 }))
  if (type === 0x32 && size === 10) return cellAttributes(readCell(cursor, { mnc: 2, cid: 4 }))
  const from = cursor.at
  const cell = readCell(cursor, type === 0x25 && size >= 10 ? { cid: 4 } : {})
  const whole = type === 0x25 ? size : size - 1
  if (from + whole > cursor.at && size > 9) cursor.slice(from + whole - cursor.at)
  return cellAttributes(cell)
}

/** A cell with its width in the first byte. */
export function readTypedCell(cursor: Cursor): Cell {
  const wide = cursor.u8() >= 3
  const cell = readCell(cursor, wide ? { lac: 4, cid: 8 } : {})
  cell.signal = wide ? cursor.u16() : cursor.u8()
  return cell
}
