import type { Attributes, Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { fromYearMonthDay } from '../shared/utc.ts'
import { readTime, state } from './blocks.ts'
import type { Frame } from './wire.ts'

/** Messages with cells and wireless networks in reach instead of a position. */
export function readNetworks(frame: Frame, zone_ms: number): Partial<Report> | null {
  const layout = layouts[frame.type]
  if (!layout || (frame.extended && frame.type === 0x33)) return null
  const cursor = new Cursor(frame.body)
  const fix_at = readTime(cursor, zone_ms)
  const { length, type } = frame
  // Two models have the timing advance before the cells, not after them.
  const first = (type === 0x24 && length === 0x31) || (type === 0x34 && length === 0x37)
  if (first) cursor.u8()
  const country = cursor.u16()
  const mcc = country & 0x7fff
  const mnc = country & 0x8000 || type === 0x34 ? cursor.u16() : cursor.u8()
  const wide = type === 0xa9 ? cursor.u8() > 0 : false
  const { lac, cid } = wide ? { lac: 4, cid: 8 } : layout
  const count = (first && type === 0x24) || type === 0xa9 ? cursor.u8() : layout.cells
  const cells: Cell[] = []
  for (let i = 0; i < count && cursor.left >= lac + cid + 1; i++) {
    cells.push({ mcc, mnc, ...readAreaAndCell(cursor, lac, cid), signal: readSignal(cursor) })
  }
  const attributes: Attributes = {}
  const network = networkOf(cells)
  if (network) attributes.network = network
  if (!first && cursor.left > 0) cursor.u8() // timing advance
  if (layout.wifi) Object.assign(attributes, readWifi(cursor))
  if (type !== 0xa9 || cursor.left < 2) return { fix_at, attributes }
  const code = cursor.u8()
  return { fix_at, ...state(attributes, 0, code, cursor.u8() >> 4) }
}

const narrow = { lac: 2, cid: 3, cells: 7 }
const layouts: Record<number, { lac: number; cid: number; cells: number; wifi?: boolean }> = {
  0x18: { ...narrow, wifi: true },
  0x24: narrow,
  0x28: narrow,
  0x2c: { ...narrow, wifi: true },
  0x2e: narrow,
  0x33: { lac: 2, cid: 4, cells: 6, wifi: true },
  0x34: { lac: 2, cid: 4, cells: 7 },
  0xa1: { lac: 4, cid: 8, cells: 7 },
  0xa2: { lac: 4, cid: 8, cells: 7, wifi: true },
  0xa9: { ...narrow, wifi: true },
}

function readAreaAndCell(cursor: Cursor, lac: number, cid: number): Pick<Cell, 'lac' | 'cid'> {
  const area = lac === 4 ? cursor.u32() : cursor.u16()
  return { lac: area, cid: cid === 8 ? cursor.u64() : cid === 4 ? cursor.u32() : cursor.u24() }
}

function readWifi(cursor: Cursor): Attributes {
  const wifi: Wifi[] = []
  for (let left = cursor.left > 0 ? cursor.u8() : 0; left > 0 && cursor.left >= 7; left--) {
    const [mac, signal] = [macOf(cursor.slice(6)), readSignal(cursor)]
    if (mac !== NO_MAC) wifi.push({ mac, signal })
  }
  return wifi.length > 0 ? { wifi } : {}
}

/** 0xf3: six plain bytes of time, a count, and for each network two bytes and the address. */
export function readWifiList({ body }: Frame, zone_ms: number): Partial<Report> {
  const cursor = new Cursor(body)
  const fix_at = readTime(cursor, zone_ms)
  const wifi: Wifi[] = []
  for (let left = cursor.u8(); left > 0 && cursor.left >= 8; left--) {
    cursor.u16()
    wifi.push({ mac: macOf(cursor.slice(6)) })
  }
  return { fix_at, attributes: { wifi } }
}

/**
 * A scan, whose length is the number of wireless networks: type, time in BCD, the networks, the number of cells,
 * country, network, the cells.
 */
export function readScan(frame: Buffer): { report: Partial<Report>; answer: Buffer } {
  const cursor = new Cursor(frame.subarray(0, frame.length - 2))
  cursor.slice(2)
  const count = cursor.u8()
  const type = cursor.u8()
  const time = cursor.slice(6)
  const wifi: Wifi[] = []
  for (let i = 0; i < count; i++) wifi.push({ mac: macOf(cursor.slice(6)), signal: readSignal(cursor) })
  const cells: Cell[] = []
  const cell_count = cursor.u8()
  const [mcc, mnc] = [cursor.u16(), cursor.u8()]
  for (let i = 0; i < cell_count; i++) {
    const cell = { mcc, mnc, lac: cursor.u16(), cid: cursor.u16() }
    cells.push({ ...cell, signal: readSignal(cursor) })
  }
  const network = networkOf(cells)
  const digits = time.toString('hex')
  const attributes = { ...(wifi.length > 0 && { wifi }), ...(network && { network }) }
  return {
    report: { fix_at: fromYearMonthDay(digits.slice(0, 6), digits.slice(6)), attributes },
    answer: Buffer.concat([Buffer.of(0x78, 0x78, 0, type), time, Buffer.from('\r\n')]),
  }
}

/** In dBm: some models send the sign, some omit it. */
function readSignal(cursor: Cursor): number {
  const byte = cursor.u8()
  return byte >= 128 ? byte - 256 : 0 - byte
}

const NO_MAC = '00:00:00:00:00:00'
const macOf = (bytes: Buffer) => bytes.toString('hex').replaceAll(/..(?=.)/g, '$&:')

type Wifi = { mac: string; signal?: number }
