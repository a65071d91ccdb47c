import { type Attributes, BadReport, type Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { networkOf } from '../shared/network.ts'
import { reportOf } from '../shared/place.ts'
import type { Message } from '../shared/protocol.ts'
import { KMH } from '../shared/units.ts'
import { utc } from '../shared/utc.ts'
import { alerts, DRIVER_READ, emergencies } from './alarms.ts'
import { Bit, has } from './universal.ts'

/**
 * The packed reports of ST300: 2, length, kind, number, model, version, time, cell, position, odometer, supply, inputs
 * and outputs, and what the kind adds. Fractions are decimal digits, two a byte.
 *
 * Source: Suntech ST300/ST340 manual 1.41, §6, zip strings of the reports.
 *
 * @throws {BadReport}
 */
export function decodeZip(frame: Buffer): Pick<Message, 'number' | 'reports'> {
  const cursor = new Cursor(frame.subarray(4, -1))
  const number = cursor.slice(5).toString('hex').slice(0, 9)
  if (!/^\d{9}$/.test(number)) throw new BadReport('number: is not 9 digits')
  const type = kinds[frame[3]!]
  if (type === undefined) return { number, reports: [] }
  cursor.slice(3) // model and version
  const fix_at = timeOf(cursor)
  cursor.slice(3) // cell
  const [lat, lon] = [decimal(cursor, 1, 3), decimal(cursor, 1, 3)]
  const [speed, heading] = [decimal(cursor, 2, 1) * KMH, decimal(cursor, 2, 1)]
  const flags = cursor.u8()
  const odometer = cursor.u32()
  const power_volts = decimal(cursor, 1, 1)
  const attributes = { odometer, power_volts, satellites: flags & 31, ...switchesOf(cursor.u8()) }
  const id = cursor.u8()
  const alarm = type === 'EMG' ? emergencies[id] : type === 'ALT' ? alerts[id] : undefined
  return {
    number,
    reports: [
      reportOf({
        fix_at,
        speed,
        heading,
        valid: has(flags, 7),
        lat: has(flags, 6) ? -lat : lat,
        lon: has(flags, 5) ? -lon : lon,
        alarm: alarm ?? null,
        attributes: { type, ...attributes, ...behindOf(type, id, cursor) },
      }),
    ],
  }
}

const kinds: Record<number, 'STT' | 'EMG' | 'EVT' | 'ALT'> = { 16: 'STT', 17: 'EMG', 18: 'EVT', 19: 'ALT' }

const switchesOf = (bits: number): Attributes => ({
  ignition: has(bits, 0),
  input_1: has(bits, 1),
  input_2: has(bits, 2),
  input_3: has(bits, 3),
  output_1: has(bits, 4),
  output_2: has(bits, 5),
})

/**
 * A status has the message's number; with the hour meter enabled also its minutes, the battery, and whether it is live.
 */
function behindOf(type: string, id: number, cursor: Cursor): Attributes {
  const decoded: Attributes = type === 'STT' ? { status: id } : { reason: id }
  if (type === 'STT' && cursor.left >= 2) decoded.index = cursor.u16()
  if (cursor.left < 7) return decoded
  const hours = cursor.u32() * 60
  return { ...decoded, hours, battery_volts: decimal(cursor, 1, 1), ...(cursor.u8() === 0 && { archive: true }) }
}

/** Whole bytes before the point, and bytes of two decimal digits behind it. */
function decimal(cursor: Cursor, whole: 1 | 2, digits: number): number {
  const before = whole === 1 ? cursor.u8() : cursor.u16()
  const text = cursor.slice(digits).toString('hex')
  if (!/^\d+$/.test(text)) throw new BadReport('number: has digits that are not decimal')
  return Number(`${before}.${text}`)
}

/**
 * The packed universal protocol: kind, length, number, and a mask of the fields that follow.
 *
 * @throws {BadReport}
 */
export function decodeUniversalZip(frame: Buffer): Pick<Message, 'number' | 'reports'> {
  const cursor = new Cursor(frame.subarray(3))
  const number = cursor.slice(5).toString('hex')
  if (!/^\d{10}$/.test(number)) throw new BadReport('number: is not 10 digits')
  const type = types[frame[0]!]
  if (type === undefined) return { number, reports: [] }
  const mask = cursor.u8() * 0x10000 + cursor.u16()
  return { number, reports: [decodeMasked(type, cursor, mask)] }
}

const types: Record<number, 'STT' | 'ALT'> = { 129: 'STT', 130: 'ALT' }

function decodeMasked(type: 'STT' | 'ALT', cursor: Cursor, mask: number): Report {
  const take = <T>(bit: number, read: () => T) => (has(mask, bit) ? read() : null)
  const u8 = () => cursor.u8()
  const u16 = () => cursor.u16()
  take(Bit.model, u8)
  const version = take(Bit.version, () => [...cursor.slice(3)].join('.'))
  const archive = take(Bit.live, u8) === 0 ? true : null
  const fix_at = has(mask, Bit.date) && has(mask, Bit.time) ? timeOf(cursor) : null
  const cid = take(Bit.cell, () => cursor.u32())
  const [mcc, mnc, lac] = [take(Bit.mcc, u16), take(Bit.mnc, u16), take(Bit.area, u16)]
  const rssi = take(Bit.strength, u8)
  const [lat, lon] = [take(Bit.lat, () => degrees(cursor)), take(Bit.lon, () => degrees(cursor))]
  const speed = take(Bit.speed, () => (u16() / 100) * KMH)
  const heading = take(Bit.course, () => u16() / 100)
  const satellites = take(Bit.satellites, u8)
  const valid = (take(Bit.fix, u8) ?? 0) > 0
  const [inputs, outputs] = [take(Bit.inputs, u8), take(Bit.outputs, u8)]
  const ignition = inputs === null ? null : has(inputs, 0)
  const cell = cid === null || lac === null || mcc === null || mnc === null ? [] : [{ mcc, mnc, lac, cid }]
  const common = { type, version, archive, network: networkOf(cell), rssi, satellites, ignition, inputs, outputs }
  const { alarm, seq, attributes } = type === 'STT' ? statusOf(cursor, mask) : alertOf(cursor, mask)
  return reportOf({ fix_at, valid, lat, lon, speed, heading, alarm, seq, attributes: { ...common, ...attributes } })
}

function statusOf(cursor: Cursor, mask: number) {
  const status = has(mask, Bit.kind) ? cursor.u8() : null
  const reason = has(mask, Bit.reason) ? cursor.u8() : null
  const index = has(mask, Bit.index) ? cursor.u16() : null
  return { alarm: null, seq: index, attributes: { status, reason, index } }
}

function alertOf(cursor: Cursor, mask: number) {
  const reason = has(mask, Bit.kind) ? cursor.u8() : null
  const status = has(mask, Bit.reason) ? cursor.u16() : null
  const isDriver = has(mask, Bit.index) && reason === DRIVER_READ
  const driver = isDriver ? cursor.slice(8).toString('hex').toUpperCase() : null
  return { alarm: reason === null ? null : (alerts[reason] ?? null), seq: null, attributes: { reason, status, driver } }
}

/** The highest bit is the sign, the others are millionths. */
function degrees(cursor: Cursor): number {
  const value = cursor.u32()
  const magnitude = (value & 0x7fffffff) / 1e6
  return value >= 0x80000000 ? -magnitude : magnitude
}

/** Year, month, day, hour, minute and second, a byte each. */
function timeOf(cursor: Cursor): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = cursor.slice(6)
  return utc(year, month, day, hour, minute, second)
}
