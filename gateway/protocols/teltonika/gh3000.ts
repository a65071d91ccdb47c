import { BadReport, type Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { networkOf } from '../shared/network.ts'
import { reportOf } from '../shared/place.ts'
import { KMH } from '../shared/units.ts'

/**
 * Codec 7 of the GH3000, whose records carry only what their masks announce.
 *
 * @throws {BadReport}
 */
export function decodeGh3000(data: Buffer): Report[] {
  const cursor = new Cursor(data)
  cursor.u8()
  const count = cursor.u8()
  const reports: Report[] = []
  for (let i = 0; i < count; i++) reports.push(reportOf(readRecord(cursor)))
  if (cursor.left !== 1) throw new BadReport(`records: ${cursor.left - 1} bytes are left behind the last of ${count}`)
  return reports
}

/**
 * Two bits of priority, then seconds since 2007; a mask of the following parts: position, elements of 1, 2 and 4 bytes.
 */
function readRecord(cursor: Cursor): Partial<Report> {
  const fix_at = ((cursor.u32() & 0x3fffffff) + SINCE_2007) * 1000
  const mask = cursor.u8()
  const report: Partial<Report> = { fix_at, attributes: {} }
  if (mask & 0x01) readPosition(cursor, report)
  for (const [bit, size] of groups) {
    if (mask & bit) for (let left = cursor.u8(); left > 0; left--) readElement(cursor, size, report)
  }
  return report
}

const SINCE_2007 = Date.UTC(2007, 0) / 1000
const groups = [
  [0x02, 1],
  [0x04, 2],
  [0x08, 4],
] as const

function readPosition(cursor: Cursor, report: Partial<Report>): void {
  const mask = cursor.u8()
  const attributes = report.attributes!
  if (mask & 0x01) Object.assign(report, place(cursor.f32(), cursor.f32()))
  if (mask & 0x02) report.altitude = cursor.u16()
  if (mask & 0x04) report.heading = (cursor.u8() * 360) / 256
  if (mask & 0x08) report.speed = cursor.u8() * KMH
  if (mask & 0x10) attributes.satellites = cursor.u8()
  const cell = mask & 0x20 ? { lac: cursor.u16(), cid: cursor.u16() } : null
  if (mask & 0x40) attributes.rssi = cursor.u8()
  if (mask & 0x80) attributes.operator = cursor.u32()
  attributes.network = cell ? networkOf([cell]) : null
  if (attributes.satellites === 0) report.valid = false
}

/** Floats of seven digits, so the noise behind them is left out. */
function place(lat: number, lon: number): Partial<Report> {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return {}
  return { lat: Number(lat.toFixed(6)), lon: Number(lon.toFixed(6)), valid: true }
}

function readElement(cursor: Cursor, size: 1 | 2 | 4, report: Partial<Report>): void {
  const id = cursor.u8()
  const value = cursor.slice(size).readUIntBE(0, size)
  const attributes = report.attributes!
  const meaning = meanings[id]
  if (meaning) attributes[meaning[0]] = value / meaning[1]
  else if (id === MOTION) attributes.motion = value === 1
  else if (id === USB) attributes.external_power = value === 1
  else if (id !== SOS) attributes[`io_${id}`] = value
  else if (value === 1) report.alarm = 'sos'
}

const meanings: Record<number, [name: string, unit: number]> = {
  1: ['battery', 1],
  20: ['hdop', 10],
  21: ['vdop', 10],
  22: ['pdop', 10],
  67: ['battery_volts', 1000],
}
const USB = 2
const SOS = 222
const MOTION = 240
