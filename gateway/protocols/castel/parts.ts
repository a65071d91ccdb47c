import type { Attributes, Report } from '../report.ts'
import type { LittleEndianCursor } from '../shared/cursor.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { obdAttribute, obdSize, troubleCode } from '../shared/obd.ts'
import { utc } from '../shared/utc.ts'
import type { AlarmName } from '../shared/vocabulary.ts'

type Fields = Partial<Report>

const DEGREE = 3_600_000

/** Day, month, year, hour, minute, second; latitude, longitude; cm/s; tenths of a degree; flags. 19 bytes. */
export function readPlace(cursor: LittleEndianCursor): Fields {
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = cursor.slice(6)
  const lat = cursor.u32() / DEGREE
  const lon = cursor.u32() / DEGREE
  const speed = cursor.u16() / 100
  const heading = cursor.u16() / 10
  const flags = cursor.u8()
  // Bit 0 east, 1 north, 2 and 3 the kind of fix, 4 to 7 satellites.
  const possible = lat <= 90 && lon <= 180
  return {
    fix_at: utc(year, month, day, hour, minute, second),
    valid: possible && (flags & 0x0c) > 0,
    ...(possible && { lat: rounded(flags & 2 ? lat : -lat), lon: rounded(flags & 1 ? lon : -lon) }),
    speed,
    heading,
    attributes: { satellites: flags >> 4 },
  }
}

const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7

/** The vehicle's statistics, 34 bytes. */
export function readStatistics(cursor: LittleEndianCursor): Statistics {
  cursor.u32() // when the ignition came on
  const at = cursor.u32() * 1000
  const odometer = cursor.u32()
  const trip = cursor.u32()
  const fuel = cursor.u32()
  cursor.u16() // fuel at present
  const status = cursor.u32()
  cursor.slice(8)
  const attributes = { odometer, trip, fuel_used_litres: fuel / 100, status, ignition: (status & IGNITION) !== 0 }
  return { at, attributes, alarm: alarmOfStatus(status) }
}

export type Statistics = { at: number; attributes: Attributes; alarm: AlarmName | null }

const IGNITION = 1 << 18
/** States that are events. Others, such as low voltage, have an alarm of their own. */
const states: Array<[bit: number, alarm: AlarmName]> = [
  [13, 'sos'],
  [14, 'crash'],
  [4, 'hard_acceleration'],
  [5, 'hard_braking'],
  [6, 'idle'],
]

const alarmOfStatus = (status: number) => states.find(([bit]) => status & (1 << bit))?.[1] ?? null

/** Kinds of alarms in message 4007. */
export const alarms: Record<number, AlarmName> = {
  0x01: 'overspeed',
  0x02: 'low_power',
  0x03: 'temperature',
  0x04: 'hard_acceleration',
  0x05: 'hard_braking',
  0x06: 'idle',
  0x07: 'tow',
  0x08: 'general', // too many revolutions
  0x09: 'power_on',
  0x0a: 'fault', // exhaust
  0x0b: 'lane_change',
  0x0c: 'hard_cornering',
  0x0d: 'fatigue',
  0x0e: 'power_off',
  0x0f: 'geofence',
  0x10: 'sos',
  0x11: 'crash',
  0x12: 'tamper',
  0x13: 'door',
  0x14: 'ignition_on',
  0x15: 'fault',
  0x18: 'fault', // the engine's lamp
  0x19: 'unlock',
  0x1a: 'general', // no card
  0x1b: 'general', // dangerous driving
  0x1c: 'vibration',
}

/**
 * How many parameters, their numbers, in message 4002 how many samples and bytes a sample, then the values, which are
 * in physical units. The first sample is the report's.
 */
export function readParameters(cursor: LittleEndianCursor, samples: boolean): Attributes {
  const pids = Array.from({ length: cursor.u8() }, () => cursor.u16() & 0xff)
  if (samples) cursor.slice(2)
  const attributes: Attributes = {}
  for (const pid of pids) {
    const size = own_sizes[pid] ?? obdSize(pid)
    // What stands behind a parameter of unknown length cannot be read.
    if (size === null || size > cursor.left) break
    const bytes = cursor.slice(size)
    if (size <= 4) Object.assign(attributes, obdAttribute(pid, bytes.readUIntLE(0, size)))
    else attributes[`io_${pid}`] = bytes.toString('hex')
  }
  return attributes
}

/** Parameters that these devices send in another length than the vehicle: in the unit that they are shown in. */
const own_sizes: Record<number, number> = { 0x0a: 2, 0x43: 1, 0x50: 2, 0x67: 4, 0x9d: 2, 0xa6: 4 }

/** @param size bytes of a code: two, or four with its state */
export function readTroubleCodes(cursor: LittleEndianCursor, size: number): Attributes {
  cursor.u8()
  const count = cursor.u8()
  const codes: string[] = []
  for (let i = 0; i < count && cursor.left >= 2; i++) {
    const code = troubleCode(cursor.u16())
    if (size > 2) cursor.slice(Math.min(size - 2, cursor.left))
    if (code) codes.push(code)
  }
  return codes.length > 0 ? { faults: codes.join(' ') } : {}
}

export function readCell(cursor: LittleEndianCursor): Attributes {
  const cell: Cell = { lac: cursor.u16(), cid: cursor.u16() }
  const network = networkOf([cell])
  return network === null ? {} : { network }
}
