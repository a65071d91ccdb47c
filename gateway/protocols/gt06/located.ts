import type { Attributes, Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { bit, cellAttributes, hundredths, isTime, readCell, readGps, readStatus } from './blocks.ts'
import { readLongCell, readMeasuredCell, readTypedCell } from './cells.ts'
import { merge, readUpload, withModules, withState, withTail } from './merge.ts'
import { readPowered, readTracking } from './tracking.ts'
import { readNamed, readSupplied, readVehicle, readVoltages, readX1 } from './vehicles.ts'
import type { Frame } from './wire.ts'

/** Messages with a position; which parts follow it depends on the type, and on its length where models differ. */
export function readLocated(frame: Frame, zone_ms: number): Partial<Report> | null {
  const read = readers[frame.type]
  if (!read) return null
  const cursor = new Cursor(frame.body)
  return read(cursor, zone_ms, frame)
}

type Reader = (cursor: Cursor, zone_ms: number, frame: Frame) => Partial<Report>

const readers: Record<number, Reader> = {
  0x10: (cursor, zone_ms) => readGps(cursor, zone_ms),
  0x11: (cursor, zone_ms) => {
    const gps = readGps(cursor, zone_ms)
    return withTail(gps, readCell(cursor, { mnc: 2, cid: 4 }), cursor)
  },
  0x12: readTracking,
  0x16: readAlarm,
  0x17: (cursor, zone_ms) => {
    const gps = readGps(cursor, zone_ms)
    const attributes = cellAttributes(readCell(cursor))
    return merge(gps, { ...attributes, driver: cursor.slice(8).toString('hex') })
  },
  0x1a: (cursor, zone_ms) => readGps(cursor, zone_ms),
  0x1e: (cursor, zone_ms) => readGps(cursor, zone_ms),
  0x22: readUploaded,
  0x24: (cursor, zone_ms) => {
    const gps = readGps(cursor, zone_ms)
    const attributes = { ...cellAttributes(readCell(cursor)), ignition: cursor.u8() > 0 }
    return merge(gps, { ...attributes, power_volts: hundredths(cursor.u16()), battery_volts: hundredths(cursor.u16()) })
  },
  0x25: readUploaded,
  0x26: readAlarm,
  0x27: readFence,
  0x2d: readUploaded,
  0x31: readUploaded,
  0x32: readAlarm,
  0x34: readX1,
  0x36: readVoltages,
  0x37: readUploaded,
  0x38: (cursor, zone_ms) => {
    const gps = readGps(cursor, zone_ms)
    cursor.u8() // upload mode
    const archive = cursor.u8() > 0
    const attributes = { ...cellAttributes(readTypedCell(cursor)), ...(archive && { archive }) }
    return withModules(merge(gps, attributes), cursor)
  },
  0x39: (cursor, zone_ms) => {
    const gps = readGps(cursor, zone_ms)
    const attributes = cellAttributes(readTypedCell(cursor))
    return withModules(withState(merge(gps, attributes), readStatus(cursor)), cursor)
  },
  0x61: (cursor, zone_ms) => {
    cursor.slice(8) // the IMEI again
    const gps = readGps(cursor, zone_ms)
    const attributes = cellAttributes(readCell(cursor, { cid: 4 }))
    return merge(gps, { ...attributes, driver: String(cursor.slice(6).readUIntBE(0, 6)) })
  },
  0xa0: (cursor, zone_ms) => {
    const gps = readGps(cursor, zone_ms)
    return withTail(gps, readCell(cursor, { lac: 4, cid: 8 }), cursor)
  },
  0xa2: (cursor, zone_ms) => {
    const gps = readGps(cursor, zone_ms)
    const cell = cellAttributes(readCell(cursor, { lac: 4, cid: 8 }))
    cursor.u8() // type of network
    return withState(merge(gps, cell), readVehicle(cursor))
  },
  0xa3: readFence,
  0xa4: readFence,
}

/** 16, 26 and 32: position, cell with its length, status. */
function readAlarm(cursor: Cursor, zone_ms: number, { type, length, extended }: Frame): Partial<Report> {
  if (extended && type === 0x32) return {}
  const gps = readGps(cursor, zone_ms)
  if (type === 0x32 && length === 0x2f) return readSupplied(cursor, gps)
  if (type === 0x16 && length === 0x24) {
    const cell = cellAttributes(readCell(cursor))
    return withState(merge(gps, cell), readPowered(cursor))
  }
  const located = merge(gps, readMeasuredCell(cursor, type, length))
  const stated = withState(located, readStatus(cursor, type))
  if (type === 0x16 && cursor.left === 8) return merge(stated, { driver: cursor.slice(8).toString('hex') })
  if (cursor.left === 4) return merge(stated, { odometer: cursor.u32() })
  if (type === 0x32 && cursor.left >= 2) return { ...stated, altitude: cursor.i16() }
  return stated
}

/** 27, A3 and A4: the same with the fence that was crossed. */
function readFence(cursor: Cursor, zone_ms: number, { type, length }: Frame): Partial<Report> {
  const gps = readGps(cursor, zone_ms)
  const cell = type === 0x27 ? readMeasuredCell(cursor, type, length) : readLongCell(cursor)
  const stated = withState(merge(gps, cell), readStatus(cursor, type))
  const fence = cursor.left > 0 ? cursor.u8() : NO_FENCE
  const odometer = cursor.left === 4 ? { odometer: cursor.u32() } : {}
  return merge(stated, { ...odometer, ...(fence !== NO_FENCE && { geofence: fence }) })
}

const NO_FENCE = 0xff

/** 0x22 and similar: position, cell, ignition, trigger, whether it was buffered, and more. */
function readUploaded(cursor: Cursor, zone_ms: number, frame: Frame): Partial<Report> {
  const { type, length } = frame
  if (isTime(cursor.bytes, 9) && isTime(cursor.bytes, 15) && !isTime(cursor.bytes, 0))
    return readNamed(cursor, zone_ms, type)
  const gps = readGps(cursor, zone_ms)
  const climate = type === 0x22 && length === 0x2f
  const widths = climate
    ? { cid: 4 as const }
    : type === 0x31 && length === 0x2a
      ? { mnc: 2 as const, cid: 4 as const }
      : {}
  const located = merge(gps, cellAttributes(readCell(cursor, widths)))
  if (cursor.left < 3) return located
  const uploaded = merge(located, readUpload(cursor))
  if (climate) return merge(uploaded, readClimate(cursor))
  if (type === 0x37) return withModules(uploaded, cursor)
  const odometer = cursor.left >= 4 ? { odometer: cursor.u32() } : {}
  const altitude = type === 0x31 && cursor.left >= 2 ? { altitude: cursor.i16() } : {}
  return { ...merge(uploaded, odometer), ...altitude }
}

function readClimate(cursor: Cursor): Attributes {
  const odometer = cursor.u32()
  cursor.u32() // driving time
  const temperature = cursor.u16()
  const temperature_1 = hundredths(bit(temperature, 15) ? -(temperature & 0x7fff) : temperature)
  return { odometer, temperature_1, humidity: hundredths(cursor.u16()) }
}
