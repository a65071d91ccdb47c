import type { Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import { printable } from './items.ts'
import { readLocation, readTime } from './location.ts'

/**
 * 0x0704, stored locations: count, kind (1 is stored while there was no network), and each with its length.
 *
 * @throws {BadReport}
 */
export function readBatch(body: Buffer, since2019: boolean): Report[] {
  const cursor = new Cursor(body)
  const count = cursor.u16()
  const archive = cursor.u8() === 1
  const reports: Report[] = []
  while (reports.length < count && cursor.left >= 2) {
    reports.push(readLocation(cursor.slice(cursor.u16()), { since2019, archive }))
  }
  return reports
}

/**
 * 0x0210: locations with a length of one byte each; or percent of the battery and the time.
 *
 * @throws {BadReport}
 */
export function readShortBatch(body: Buffer): Report[] {
  const cursor = new Cursor(body)
  if (body.length === 7) {
    const battery = cursor.u8()
    const fix_at = readTime(cursor)
    return [reportOf({ fix_at, attributes: { battery: battery <= 100 ? battery : null } })]
  }
  const reports: Report[] = []
  while (cursor.left > 1) reports.push(readLocation(cursor.slice(cursor.u8())))
  return reports
}

/** 0x2070: time (6), and acceleration along three axes with the sign in the highest bit, every second. */
export function readAccelerations(body: Buffer): Report | null {
  const cursor = new Cursor(body)
  const accelerations: number[][] = []
  let fix_at: number | null = null
  const axis = () => {
    const value = cursor.u16()
    return value & 0x8000 ? -(value & 0x7fff) : value
  }
  while (cursor.left >= 12) {
    const at = readTime(cursor)
    fix_at ??= at
    accelerations.push([axis(), axis(), axis()])
  }
  return accelerations.length > 0 ? reportOf({ fix_at, attributes: { accelerations } }) : null
}

/** 0x0702, a driver's card: inserted (1) or taken out, time, result, and where it could be read name and licence. */
export function readDriver(body: Buffer): Report {
  const cursor = new Cursor(body)
  const inserted = cursor.u8() === 1
  const fix_at = readTime(cursor)
  const read = inserted && cursor.left > 0 && cursor.u8() === 0
  if (!read) return reportOf({ fix_at, event: inserted ? 'card_inserted' : 'card_removed' })
  cursor.slice(cursor.u8()) // the name, in GBK
  return reportOf({ fix_at, event: 'card_inserted', attributes: { driver: printable(cursor.slice(20)) || null } })
}

/**
 * 0x0107, what the device is: kind, maker (5), model (20; 30 since 2019), id (7; 30), ICCID in BCD (10), versions of
 * hardware and firmware.
 */
export function readProperties(body: Buffer, since2019: boolean): Report {
  const cursor = new Cursor(body)
  cursor.slice(2 + 5 + (since2019 ? 30 + 30 : 20 + 7))
  const iccid = cursor.slice(10).toString('hex')
  cursor.slice(cursor.u8())
  const version = printable(cursor.slice(cursor.u8()))
  return reportOf({ attributes: { iccid: /^0+$/.test(iccid) ? null : iccid, version: version || null } })
}

/** Text of a device, ASCII or UTF-16, behind some bytes of numbers. */
export function readText(body: Buffer, skipped: number): string {
  const bytes = body.subarray(skipped)
  const wide = bytes.length > 1 && bytes.length % 2 === 0 && bytes.every((byte, at) => at % 2 === 1 || byte === 0)
  return printable(wide ? Buffer.from(bytes.filter((_, at) => at % 2 === 1)) : bytes).slice(0, 1024)
}

/** 0x0104, parameters that were asked for: serial of the question, count, and each as id (4), length, value. */
export function readParameters(body: Buffer): string {
  const cursor = new Cursor(body)
  cursor.u16()
  const list: string[] = []
  for (let count = cursor.u8(); count > 0 && cursor.left >= 5; count--) {
    const id = cursor.u32().toString(16).padStart(4, '0')
    const value = cursor.slice(Math.min(cursor.u8(), cursor.left))
    const isNumber = value.length > 0 && value.length <= 4 && value.length !== 3
    list.push(`${id}=${isNumber ? value.readUIntBE(0, value.length) : printable(value)}`)
  }
  return list.join(' ').slice(0, 1024)
}
