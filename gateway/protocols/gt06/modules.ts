import type { Attributes, Report } from '../report.ts'
import type { Cursor } from '../shared/cursor.ts'
import { networkOf } from '../shared/network.ts'
import { KMH } from '../shared/units.ts'
import { fromSeconds } from '../shared/utc.ts'
import type { AlarmName } from '../shared/vocabulary.ts'
import { moduleAlarms, supplyAlarms } from './alarms.ts'
import { batteryOf, hundredths, withCourse } from './blocks.ts'

/**
 * Modules of id (2 bytes), length and value. Ids have the same meaning in every message.
 *
 * @param width bytes of a length
 */
export function readModules(cursor: Cursor, width: 1 | 2): Partial<Report> & { attributes: Attributes } {
  const report: Partial<Report> & { attributes: Attributes } = { attributes: {} }
  while (cursor.left >= 2 + width) {
    const id = cursor.u16()
    const length = width === 1 ? cursor.u8() : cursor.u16()
    const value = cursor.slice(Math.min(length, cursor.left))
    const read = modules[id]
    if (read && value.length >= read[0]) read[1](report, value)
    else keep(report, id, value)
  }
  return report
}

/** A module without a name here keeps its number. Zeros say nothing, and what is longer than 8 bytes is no reading. */
function keep(report: Filled, id: number, value: Buffer): void {
  if (value.length > 8 || value.every((byte) => byte === 0)) return
  report.attributes[`io_${id}`] ??= value.length <= 6 ? value.readUIntBE(0, value.length) : value.toString('hex')
}

type Filled = Partial<Report> & { attributes: Attributes }
/** Minimum length in bytes, and decoder. */
const modules: Record<number, [number, (report: Filled, value: Buffer) => void]> = {
  0x03: [10, (report, value) => set(report, { iccid: value.toString('hex').replace(/f+$/, '') })],
  0x09: [1, (report, value) => set(report, { satellites: value[0] })],
  0x0a: [1, (report, value) => set(report, { satellites_visible: value[0] })],
  0x11: [10, readCellModule],
  0x18: [2, (report, value) => set(report, { battery_volts: hundredths(value.readUInt16BE()) })],
  0x27: [2, (report, value) => set(report, { power_volts: hundredths(value.readUInt16BE()) })],
  0x28: [1, (report, value) => set(report, { hdop: value[0]! / 10 })],
  0x29: [4, (report, value) => set(report, { index: value.readUInt32BE() })],
  0x2a: [1, (report, value) => set(report, { door: (value[0]! & 0xf) > 0 })],
  0x2b: [1, (report, value) => raise(report, value[0]!, supplyAlarms)],
  0x2e: [4, (report, value) => set(report, { odometer: value.readUInt32BE() })],
  0x33: [18, readPosition],
  0x34: [1, (report, value) => raise(report, value[0]!, moduleAlarms)],
  0x3b: [2, readAccuracy],
  0x6a: [1, (report, value) => set(report, batteryOf(value[0]!))],
  0x7f: [14, readTag],
}

function readCellModule(report: Filled, value: Buffer): void {
  const [mcc, mnc, lac] = [value.readUInt16BE(0), value.readUInt16BE(2), value.readUInt16BE(4)]
  const network = networkOf([{ mcc, mnc, lac, cid: value.readUIntBE(6, 3), signal: value[9]! }])
  if (network) set(report, { network })
}

/** Time (seconds since 1970), satellites, altitude, position, speed, course and flags. */
function readPosition(report: Filled, value: Buffer): void {
  const seconds = value.readUInt32BE(0)
  report.fix_at = fromSeconds(seconds)
  report.altitude = value.readInt16BE(5)
  report.speed = value[15]! * KMH
  const north = value.readUInt32BE(7) / 1_800_000
  const located = withCourse({ north, east: value.readUInt32BE(11) / 1_800_000 }, value.readUInt16BE(16), {})
  const { attributes, ...place } = located
  Object.assign(report, place)
  set(report, { ...attributes, satellites: value[4] })
}

function raise(report: Filled, code: number, alarms: Record<number, AlarmName>): void {
  report.alarm = alarms[code] ?? report.alarm ?? null
  // The alarms of the supply do not replace what made the device send the report.
  if (code > 0) report.attributes.reason ??= code
}

/** Metres, in hundredths; 0 where the device does not know. */
function readAccuracy(report: Filled, value: Buffer): void {
  const accuracy = hundredths(value.readUInt16BE())
  if (accuracy > 0) report.accuracy = accuracy
}

/** A radio tag: id, battery (mV and percent), temperature (0.1 °C), humidity (percent). */
function readTag(report: Filled, value: Buffer): void {
  set(report, {
    beacons: [{ id: value.toString('hex', 0, 6), battery_volts: value.readUInt16BE(6) / 1000 }],
    temperature_1: value.readInt16BE(9) / 10,
    humidity_1: value.readInt16BE(11),
  })
}

const set = (report: Filled, attributes: Attributes) => void Object.assign(report.attributes, attributes)
