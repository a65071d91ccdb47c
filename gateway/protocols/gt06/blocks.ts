import type { Attributes, Report } from '../report.ts'
import type { Cursor } from '../shared/cursor.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { KMH } from '../shared/units.ts'
import { utc } from '../shared/utc.ts'
import { alarmOf, alarmOfStatus } from './alarms.ts'

/** Common parts of messages. */

/** Six plain bytes, in the zone of the login. */
export function readTime(cursor: Cursor, zone_ms: number): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = cursor.slice(6)
  const local = utc(year, month, day, hour, minute, second)
  return local === null ? null : local - zone_ms
}

/** Whether six bytes can be a time: distinguishes layouts of models. */
export function isTime(bytes: Buffer, at: number): boolean {
  if (bytes.length < at + 6) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = bytes.subarray(at, at + 6)
  return year >= 8 && year < 100 && utc(year, month, day, hour, minute, second) !== null
}

/** Time, satellites, latitude, longitude (1/1 800 000 degree), speed (km/h), course and flags. */
export function readGps(cursor: Cursor, zone_ms: number): Located {
  const fix_at = readTime(cursor, zone_ms)
  const satellites = cursor.u8() & 0xf
  const place = readPlace(cursor)
  const speed = cursor.u8() * KMH
  return { fix_at, speed, ...withCourse(place, cursor.u16(), { satellites }) }
}

export function readPlace(cursor: Cursor): Place {
  const north = cursor.u32() / DEGREE
  return { north, east: cursor.u32() / DEGREE }
}

const DEGREE = 1_800_000

/**
 * Bits 0 to 9 course; 10 north; 11 west; 12 fix; 14: bit 15 is the ignition. Coordinates are rounded to the resolution
 * of their unit.
 */
export function withCourse({ north, east }: Place, flags: number, attributes: Attributes): Located {
  const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7
  return {
    valid: (flags & 0x1000) !== 0,
    lat: round(flags & 0x400 ? north : -north),
    lon: round(flags & 0x800 ? -east : east),
    heading: flags & 0x3ff,
    attributes: { ...attributes, ...(flags & 0x4000 && { ignition: (flags & 0x8000) !== 0 }) },
  }
}

/** The cell: country, network, area, cell. The country's highest bit announces an `mnc` of 2 bytes. */
export function readCell(cursor: Cursor, { mnc = 1, lac = 2, cid = 3 }: CellWidths = {}): Cell {
  const country = cursor.u16()
  const cell: Cell = {
    mcc: country & 0x7fff,
    mnc: country & 0x8000 || mnc === 2 ? cursor.u16() : cursor.u8(),
    lac: 0,
    cid: 0,
  }
  cell.lac = lac === 4 ? cursor.u32() : cursor.u16()
  cell.cid = cid === 8 ? cursor.u64() : cid === 4 ? cursor.u32() : cursor.u24()
  return cell
}

/** Omits the zeros of a modem without a network. */
export function cellAttributes(...cells: Cell[]): Attributes {
  const network = networkOf(cells)
  return network === null ? {} : { network }
}

/** Bit 7 fuel and power cut, 3 to 5 an alarm, 2 charging, 1 ignition. */
export function statusAttributes(status: number): Attributes {
  return { status, ignition: bit(status, 1), charging: bit(status, 2), blocked: bit(status, 7) }
}

/** Status, battery (0 to 6, or percent), signal, alarm, language. */
export function readStatus(cursor: Cursor, type = 0): Stated {
  const status = cursor.u8()
  const attributes = { ...statusAttributes(status), ...batteryOf(cursor.u8()), rssi: cursor.u8() }
  const code = cursor.left > 0 ? cursor.u8() : 0
  const page = cursor.left > 0 ? cursor.u8() >> 4 : 0
  return state(attributes, status, code, page, type)
}

export function state(attributes: Attributes, status: number, code: number, page = 0, type = 0): Stated {
  const alarm = alarmOf((page << 8) | code, type) ?? alarmOf(code, type) ?? alarmOfStatus(status)
  // Alarms without a name keep their number.
  const unnamed = code > 0 && alarmOf(code, type) === null
  return { alarm, attributes: unnamed ? { ...attributes, reason: code } : attributes }
}

export function batteryOf(level: number): Attributes {
  if (level <= 6) return { battery: Math.floor((level * 100) / 6) }
  return level <= 100 ? { battery: level } : {}
}

export const bit = (value: number, n: number) => ((value >> n) & 1) === 1

/** Division by 100 gives the nearest binary fraction. */
export const hundredths = (value: number) => value / 100

type CellWidths = { mnc?: 1 | 2; lac?: 2 | 4; cid?: 3 | 4 | 8 }
type Place = { north: number; east: number }
export type Located = Partial<Report> & { attributes: Attributes }
export type Stated = Pick<Report, 'alarm'> & { attributes: Attributes }
