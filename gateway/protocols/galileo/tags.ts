import type { Attributes } from '../report.ts'

export const IMEI = 0x03
export const TIME = 0x20
export const PLACE = 0x30
export const MOTION = 0x33
export const ALTITUDE = 0x34
export const STATUS = 0x40
export const ANSWER = 0xe1
export const EXTENDED = 0xfe
/** Text and data of the user, each behind a byte with its length. */
export const COUNTED = new Set([ANSWER, 0xea])

/**
 * Bytes of a tag's value; 0 for those that begin with their length.
 *
 * @returns null for a tag that is not known: what stands behind it cannot be read
 */
export function tagSize(tag: number): number | null {
  if (COUNTED.has(tag) || tag === EXTENDED) return 0
  const range = sizes.find(([from, to]) => tag >= from && tag <= to)
  return range ? range[2] : null
}

/** Galileosky, "Protocol description", list of tags. */
const sizes: Array<[from: number, to: number, size: number]> = [
  [0x01, 0x02, 1],
  [0x03, 0x03, 15],
  [0x04, 0x04, 2],
  [0x10, 0x10, 2],
  [0x20, 0x20, 4],
  [0x30, 0x30, 9],
  [0x33, 0x33, 4],
  [0x34, 0x34, 2],
  [0x35, 0x35, 1],
  [0x40, 0x42, 2],
  [0x43, 0x43, 1],
  [0x44, 0x44, 4],
  [0x45, 0x46, 2],
  [0x47, 0x47, 4],
  [0x48, 0x48, 2],
  [0x49, 0x49, 1],
  [0x50, 0x59, 2],
  [0x5a, 0x5a, 4],
  [0x5b, 0x5b, 7],
  [0x5c, 0x5c, 68],
  [0x5d, 0x5d, 3],
  [0x60, 0x62, 2],
  [0x63, 0x6f, 3],
  [0x70, 0x7d, 2],
  [0x80, 0x87, 3],
  [0x88, 0x8c, 1],
  [0x90, 0x90, 4],
  [0xa0, 0xaf, 1],
  [0xb0, 0xb9, 2],
  [0xc0, 0xc3, 4],
  [0xc4, 0xd2, 1],
  [0xd3, 0xd4, 4],
  [0xd5, 0xd5, 1],
  [0xd6, 0xda, 2],
  [0xdb, 0xe0, 4],
  [0xe2, 0xe9, 4],
  [0xf0, 0xf9, 4],
  [0xfa, 0xfa, 3],
  [0xfd, 0xfd, 8],
]

/** @returns the attributes of a tag that is no part of the position */
export function interpret(tag: number, bytes: Buffer): Attributes {
  const meaning = meanings[tag]
  if (meaning) return meaning(bytes)
  const numbered = ranges.find(([from, to]) => tag >= from && tag <= to)
  if (numbered) return numbered[2](tag - numbered[0] + 1, bytes)
  if (bytes.length === 0) return {}
  return { [`io_${tag}`]: bytes.length <= 6 ? bytes.readUIntLE(0, bytes.length) : bytes.toString('hex') }
}

const u16 = (bytes: Buffer) => bytes.readUInt16LE()
const named =
  (name: string, unit = 1) =>
  (bytes: Buffer) => ({ [name]: (bytes.readUIntLE(0, bytes.length) * unit * 1e3) / 1e3 })
const divided = (name: string, by: number) => (bytes: Buffer) => ({ [name]: bytes.readUIntLE(0, bytes.length) / by })
/** The number of an iButton. The device sends 0 without one. */
const key =
  (name: string) =>
  (bytes: Buffer): Attributes => {
    const value = bytes.readUInt32LE()
    return value === 0 ? {} : { [name]: String(value) }
  }
const NOT_CONNECTED = -128
const temperature = (name: string, value: number): Attributes => (value === NOT_CONNECTED ? {} : { [name]: value })

const meanings: Record<number, (bytes: Buffer) => Attributes> = {
  0x01: named('io_1'),
  0x02: (bytes) => ({ version: String(bytes[0]) }),
  0x04: named('io_4'),
  0x10: named('index'),
  0x35: divided('hdop', 10),
  // Bit 0 moves, 9 the engine runs, 14 alarms are on.
  0x40: (bytes) => {
    const status = u16(bytes)
    const bit = (n: number) => (status & (1 << n)) !== 0
    return { status, motion: bit(0), ignition: bit(9), armed: bit(14) }
  },
  0x41: divided('power_volts', 1000),
  0x42: divided('battery_volts', 1000),
  0x43: (bytes) => temperature('temperature', bytes.readInt8()),
  // Ten bits an axis; 600 are 1 g.
  0x44: (bytes) => {
    const bits = bytes.readUInt32LE()
    return { x: bits & 0x3ff, y: (bits >>> 10) & 0x3ff, z: (bits >>> 20) & 0x3ff }
  },
  0x45: named('outputs'),
  0x46: named('inputs'),
  0x58: named('fuel_sensor_1'),
  0x59: named('fuel_sensor_2'),
  0x90: key('driver'),
  0xc0: named('fuel_used_litres', 0.5),
  // Zeros in all of it come of a bus that is not connected.
  0xc1: (bytes) => {
    if (bytes.readUInt32LE() === 0) return {}
    const [fuel = 0, coolant = 0] = bytes
    return { fuel: (fuel * 4) / 10, coolant_temperature: coolant - 40, rpm: bytes.readUInt16LE(2) / 8 }
  },
  0xc2: named('obd_odometer', 5),
  0xd3: key('card'),
  0xd4: named('odometer'),
  0xe0: named('io_224'),
}

/** Tags that are numbered: where they begin and end, and what the n-th of them is, from 1. */
const ranges: Array<[from: number, to: number, read: (n: number, bytes: Buffer) => Attributes]> = [
  [0x50, 0x57, (n, bytes) => ({ [`adc_${n}`]: u16(bytes) / 1000 })],
  [0x60, 0x62, (n, bytes) => ({ [`fuel_sensor_${n + 2}`]: u16(bytes) })],
  [
    0x63,
    0x6f,
    (n, bytes) => ({
      [`fuel_sensor_${n + 5}`]: u16(bytes),
      ...temperature(`fuel_temperature_${n + 5}`, bytes.readInt8(2)),
    }),
  ],
  [0x70, 0x77, (n, bytes) => temperature(`temperature_${n}`, bytes.readInt8(1))],
  [0x78, 0x7d, (n, bytes) => ({ [`adc_${n + 8}`]: u16(bytes) / 1000 })],
  [0x88, 0x8c, (n, bytes) => temperature(`fuel_temperature_${n}`, bytes.readInt8())],
]
