import type { Cursor } from '../shared/cursor.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { type ItemReader, type ItemValues, printable } from './items.ts'

/** Adds to the networks that are already known. */
export function addCells(found: ItemValues, cells: Cell[]): void {
  const known = found.attributes.network as Cell | Cell[] | undefined
  const network = networkOf([...(known === undefined ? [] : [known].flat()), ...cells].slice(0, MAX_PLACES))
  if (network !== null) found.attributes.network = network
}

const MAX_PLACES = 32

/** Signal strengths above 127 are negative dBm. */
const dbm = (byte: number) => (byte > 127 ? byte - 256 : byte)

/** Addresses of 6 bytes with a signal. */
export const wifi: ItemReader = (cursor, found) => {
  const list = []
  while (cursor.left >= 7 && list.length < MAX_PLACES) {
    const mac = cursor.slice(6).toString('hex').match(/../g)!.join(':')
    list.push({ mac, signal: dbm(cursor.u8()) })
  }
  if (list.length > 0) found.attributes.wifi = list
}

/** A count in front, and the same. */
export const countedWifi: ItemReader = (cursor, found) => {
  cursor.u8()
  wifi(cursor, found)
}

/** `mac,signal,mac,signal …` behind a count. */
export const wifiText: ItemReader = (cursor, found) => {
  const words = printable(cursor.slice(cursor.left)).split(',')
  const list = []
  for (let at = 0; at + 1 < words.length && list.length < MAX_PLACES; at += 2) {
    const mac = /(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i.exec(words[at]!)?.[0].toLowerCase()
    if (mac !== undefined && /^-?\d{1,3}$/.test(words[at + 1]!)) list.push({ mac, signal: Number(words[at + 1]) })
  }
  if (list.length > 0) found.attributes.wifi = list
}

/** Cells one after the other, as long as there are bytes for one. */
const cellsOf =
  (width: number, read: (cursor: Cursor) => Cell): ItemReader =>
  (cursor, found) => {
    const cells: Cell[] = []
    while (cursor.left >= width && cells.length < MAX_PLACES) cells.push(read(cursor))
    addCells(found, cells)
  }

/** Item 0x53: a count, then country, network (1 byte), area, cell, signal. */
export const countedCells: ItemReader = (cursor, found) => {
  const count = cursor.u8()
  const long = cursor.left === count * 10
  cellsOf(long ? 10 : 8, (at) => ({
    mcc: at.u16(),
    mnc: at.u8(),
    lac: at.u16(),
    cid: long ? at.u32() : at.u16(),
    signal: dbm(at.u8()),
  }))(cursor, found)
}

/** Item 0x66: the country once, then signal, network, cell, area. */
export const cellsOfCountry: ItemReader = (cursor, found) => {
  const mcc = cursor.u16()
  cellsOf(9, (at) => {
    const signal = dbm(at.u8())
    const mnc = at.u16()
    const cid = at.u32()
    return { mcc, mnc, lac: at.u16(), cid, signal }
  })(cursor, found)
}

/** Item 0xE1: country, network, area (3 bytes), cell, signal. */
export const wideCell: ItemReader = cellsOf(12, (at) => ({
  mcc: at.u16(),
  mnc: at.u16(),
  lac: at.u24(),
  cid: at.u32(),
  signal: dbm(at.u8()),
}))

/** Item 0xF0: country, network, cell, area (4 bytes), signal. */
export const longCells: ItemReader = cellsOf(13, (at) => {
  const [mcc, mnc, cid, lac] = [at.u16(), at.u16(), at.u32(), at.u32()]
  return { mcc, mnc, lac, cid, signal: dbm(at.u8()) }
})

/** Item 0xFF: country, network, area and cell of 4 bytes. */
export const plainCell: ItemReader = cellsOf(12, (at) => ({
  mcc: at.u16(),
  mnc: at.u16(),
  lac: at.u32(),
  cid: at.u32(),
}))

/** Item 0xFD: country, network, cell, area. */
export const cellThenArea: ItemReader = cellsOf(10, (at) => {
  const [mcc, mnc, cid] = [at.u16(), at.u16(), at.u32()]
  return { mcc, mnc, lac: at.u16(), cid }
})

/** Part 0x00D8 of item 0xEB: country, network (1 byte), area, cell. */
export const extendedCell: ItemReader = cellsOf(9, (at) => ({
  mcc: at.u16(),
  mnc: at.u8(),
  lac: at.u16(),
  cid: at.u32(),
}))

/** Item 0xEB of early models: country above 200, network (1 byte), then area, cell, signal. */
export const earlyCells: ItemReader = (cursor, found) => {
  const mcc = cursor.u16()
  const mnc = cursor.u8()
  cellsOf(5, (at) => ({ mcc, mnc, lac: at.u16(), cid: at.u16(), signal: dbm(at.u8()) }))(cursor, found)
}
