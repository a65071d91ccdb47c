import { type Attributes, BadReport, type Report } from '../report.ts'
import { bcd, bcdTime } from '../shared/bcd.ts'
import { Cursor } from '../shared/cursor.ts'
import { troubleCode } from '../shared/obd.ts'
import { reportOf } from '../shared/place.ts'
import type { AlarmName } from '../shared/vocabulary.ts'
import { placeOf, readAxes, readPlace } from './place.ts'
import type { Frame } from './wire.ts'

/** Operator (UTF-16), technology, band, number of the subscriber and of the SIM card, each behind its length. */
export function decodeNetwork({ body, serial }: Frame): Report {
  const cursor = new Cursor(body)
  const fix_at = bcdTime(cursor.slice(6))
  const text = (encoding: BufferEncoding) => cursor.slice(cursor.u8()).toString(encoding).replace(/\0/g, '') || null
  const operator = text('utf16le')
  const attributes = {
    operator,
    radio: text('latin1'),
    io_1: text('latin1'),
    imsi: text('latin1'),
    iccid: text('latin1'),
  }
  return reportOf({ fix_at, event: 'status', attributes, seq: serial })
}

/**
 * Driver behaviour by the satellites: a kind, then the start and the end of it.
 *
 * @throws {BadReport}
 */
export function decodeBehaviour({ body, serial }: Frame): Report[] {
  const [kind = 0] = body
  // With revolutions of the engine, or without.
  const size = (body.length - 1) % 24 === 0 ? 24 : 22
  const count = Math.floor((body.length - 1) / size)
  if (count === 0) throw new BadReport('behaviour: has no place')
  return Array.from({ length: count }, (_, i) => {
    const part = body.subarray(1 + i * size, 1 + (i + 1) * size)
    const rpm = size === 24 ? part.readUInt16BE(22) : 0xffff
    const alarm = i === count - 1 ? (kind % 2 === 0 ? 'hard_braking' : 'hard_acceleration') : null
    const speed = bcd(part.subarray(18, 20))
    return reportOf({
      ...(placeOf(part.subarray(6, 22)) ?? { speed: speed === null ? null : speed / 36 }),
      fix_at: bcdTime(part),
      alarm,
      attributes: rpm === 0xffff ? null : { rpm },
      seq: serial,
    })
  })
}

/** Driver behaviour and accidents by the acceleration sensor. */
export function decodeAcceleration({ body, serial, type }: Frame): Report[] {
  const kind = body[0] ?? 0
  const size = type === ACCIDENT ? 28 : body.length - 1
  const alarm: AlarmName = type === ACCIDENT ? 'crash' : (accelerations[kind] ?? 'general')
  const reports: Report[] = []
  for (let at = 1; at + 28 <= body.length; at += size) {
    const cursor = new Cursor(body.subarray(at, at + size))
    const fix_at = bcdTime(cursor.slice(6))
    const status = cursor.u8()
    const axes = readAxes(cursor.slice(5))
    const { attributes, ...place } = readPlace(status, cursor.slice(16))
    const rpm = cursor.left === 2 ? cursor.u16() : 0xffff
    const own = { ...attributes, ...axes, ...(rpm !== 0xffff && { rpm }) }
    reports.push(
      reportOf({ ...place, fix_at, alarm: reports.length === 0 ? alarm : null, attributes: own, seq: serial }),
    )
  }
  if (reports.length === 0) throw new BadReport('acceleration: has no place')
  return reports
}

const ACCIDENT = 0x07
const accelerations: Record<number, AlarmName> = { 0: 'hard_braking', 1: 'hard_acceleration', 2: 'hard_cornering' }

/** Answers of the vehicle's computer: its number, trouble codes. */
export function decodeObd({ body, serial }: Frame): Report | null {
  const cursor = new Cursor(body)
  const fix_at = bcdTime(cursor.slice(6))
  cursor.u16() // 55 AA
  const data = cursor.slice(cursor.u16() & 0x0fff)
  const attributes = obdAttributes(data)
  return attributes === null ? null : reportOf({ fix_at, event: 'status', attributes, seq: serial })
}

function obdAttributes(data: Buffer): Attributes | null {
  const [, kind] = data
  if (kind === 0x05) {
    const vin = data.toString('latin1', 2, data.length - 1).replace(/[^A-Z0-9]/g, '')
    return vin === '' ? null : { vin }
  }
  if (kind !== 0x03 && kind !== 0x0a) return null
  const codes: string[] = []
  // Three bytes each: the code, and whether it is confirmed.
  for (let at = 3; at + 3 < data.length; at += 3) {
    const code = troubleCode(data.readUInt16BE(at))
    if (code && !codes.includes(code)) codes.push(code)
  }
  return { faults: codes.join(' ') }
}

/** Wireless networks: the device's own address, then three in reach with their signal. */
export function decodeWifi({ body, serial }: Frame): Report {
  const cursor = new Cursor(body)
  const fix_at = bcdTime(cursor.slice(6))
  cursor.slice(6)
  const wifi: Array<{ mac: string; signal: number }> = []
  while (cursor.left >= 7 && wifi.length < 3) {
    const mac = macOf(cursor.slice(6))
    const signal = (cursor.u8() << 24) >> 24
    if (!/^(00|ff)(:(00|ff)){5}$/.test(mac)) wifi.push({ mac, signal })
  }
  return reportOf({ fix_at, event: 'status', attributes: { wifi: wifi.length > 0 ? wifi : null }, seq: serial })
}

export const macOf = (bytes: Buffer) => bytes.toString('hex').replace(/(..)(?=.)/g, '$1:')

/** A lock: place, what happened, and the key or card. */
export function decodeLock({ body, serial }: Frame): Report {
  const cursor = new Cursor(body)
  const fix_at = bcdTime(cursor.slice(6))
  const { attributes, ...place } = readPlace(cursor.u8(), cursor.slice(16))
  const reason = cursor.u8()
  const card = cursor.slice(cursor.u8()).toString('hex')
  const alarm = reason === 1 ? 'tamper' : null
  return reportOf({ ...place, fix_at, alarm, seq: serial, attributes: { ...attributes, reason, card: card || null } })
}
