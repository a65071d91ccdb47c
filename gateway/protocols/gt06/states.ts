import type { Attributes, Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { KMH } from '../shared/units.ts'
import { fromSeconds } from '../shared/utc.ts'
import {
  batteryOf,
  bit,
  cellAttributes,
  hundredths,
  readCell,
  readGps,
  readStatus,
  readTime,
  state,
  statusAttributes,
} from './blocks.ts'
import { readCamera } from './cameras.ts'
import { readModules } from './modules.ts'
import { readDevice, readPeripheral } from './peripherals.ts'
import type { Frame } from './wire.ts'

/** Status messages of device and vehicle; null for a type that is not one. Keys are the protocol's message types. */
export function readState(frame: Frame, zone_ms: number): Partial<Report> | null {
  const read = frame.extended ? extended[frame.type] : short[frame.type]
  return read ? read(new Cursor(frame.body), zone_ms, frame) : null
}

type Reader = (cursor: Cursor, zone_ms: number, frame: Frame) => Partial<Report> | null

const short: Record<number, Reader> = {
  0x13: readHeartbeat,
  0x19: (cursor, _zone, { length }) => {
    if (length >= 0x17) return null // a list of cells in another layout
    return stateAfter(cursor, cellAttributes(readCell(cursor)))
  },
  0x23: (cursor) => {
    const status = cursor.u8()
    const attributes: Attributes = { armed: bit(status, 0), ignition: bit(status, 1), charging: bit(status, 2) }
    if (cursor.left >= 2) attributes.battery_volts = hundredths(cursor.u16())
    if (cursor.left >= 1) attributes.rssi = cursor.u8()
    return { attributes }
  },
  0x36: (cursor) => {
    const { alarm, attributes } = readStatus(cursor)
    const { attributes: more, ...rest } = readModules(cursor, 1)
    return { ...rest, alarm: rest.alarm ?? alarm, attributes: { ...attributes, ...more } }
  },
  0x40: readBatteryPack,
  0x94: (cursor) => ({ attributes: { power_volts: hundredths(cursor.i16()) } }),
  0x95: readCamera,
  0xa3: (cursor, _zone, { length }) => {
    if (length === 0x0c) return readOwnHeartbeat(cursor)
    return length === 0x18 ? { attributes: { steps: new Cursor(cursor.bytes.subarray(9)).u32() } } : null
  },
  0xa5: (cursor) => stateAfter(cursor, cellAttributes(readCell(cursor, { lac: 4, cid: 8 }))),
  0xa7: (cursor) => ({ attributes: cellAttributes(readCell(cursor)) }),
  0xb2: (cursor, zone_ms) => {
    const fix_at = readTime(cursor, zone_ms)
    const rssi = (cursor.u8() << 24) >> 24
    return { fix_at, attributes: { rssi, card: cursor.slice(6).toString('hex') } }
  },
}

const extended: Record<number, Reader> = {
  0x32: readWatch,
  0x33: readWatch,
  0x70: (cursor) => readModules(cursor, 2),
  0x8c: readEngine,
  0xf1: readDevice,
  0xf2: readPeripheral,
}

function stateAfter(cursor: Cursor, attributes: Attributes): Partial<Report> {
  const stated = readStatus(cursor)
  return { alarm: stated.alarm, attributes: { ...attributes, ...stated.attributes } }
}

/** Status, three bytes, battery (percent), signal, language. */
function readOwnHeartbeat(cursor: Cursor): Partial<Report> {
  const status = cursor.u8()
  cursor.slice(3)
  const level = cursor.u8()
  const battery = level <= 100 ? { battery: level } : {}
  return state({ ...statusAttributes(status), ...battery, rssi: cursor.u8() }, status, 0)
}

/** 0x13: status, battery, signal, alarm, language; two models have their supply's voltage within these five bytes. */
function readHeartbeat(cursor: Cursor, _zone_ms: number, { length }: Frame): Partial<Report> {
  if (length === 0x13) return readEngineHeartbeat(cursor)
  // A longer one has no alarm, and its battery and temperature in the same places.
  if (length === 0x15) return { ...readEngineHeartbeat(cursor), alarm: null }
  if (cursor.left !== 5) return stateAfter(cursor, {})
  const [status = 0, level = 0, signal = 0, code = 0, last = 0] = cursor.bytes
  if (last === 0 && isVoltage(level, signal, code)) {
    const attributes = { ...statusAttributes(status), power_volts: hundredths((level << 8) | signal), rssi: code }
    return state(attributes, status, 0)
  }
  if (code >= 0xf0) {
    const attributes = { ...statusAttributes(status), ...batteryOf(level), rssi: signal }
    return state({ ...attributes, power_volts: (((code << 8) | last) & 0xfff) / 10 }, status, 0)
  }
  return readStatus(cursor)
}

/**
 * Whether two bytes are a voltage in hundredths followed by a signal from 0 to 31, and not a battery from 0 to 6, a
 * signal from 0 to 4 or in percent, and an alarm.
 */
function isVoltage(level: number, signal: number, next: number): boolean {
  if (level > 6) return level <= 0x20 && signal !== 0 && next <= 31
  return level >= 3 && next <= 31 && (signal > 100 || (signal > 4 && next >= 1 && next <= 4))
}

/** Status, satellites and signal in 16 bits, alarm, language, battery (percent), mode, supply, temperature. */
function readEngineHeartbeat(cursor: Cursor): Partial<Report> {
  const status = cursor.u8()
  const radio = cursor.u16()
  const satellites = ((radio >> 10) & 0x1f) + ((radio >> 5) & 0x1f)
  const code = cursor.u8()
  cursor.u8()
  const attributes: Attributes = { ...statusAttributes(status), satellites, rssi: radio & 0x1f, battery: cursor.u8() }
  const mode = cursor.u8()
  attributes.power_volts = hundredths(cursor.u16())
  cursor.slice(3)
  if (mode === 4 && cursor.left >= 2) attributes.temperature_1 = cursor.i16() / 10
  return state(attributes, status, code)
}

/** 0x40: a battery pack, its voltages in mV, its temperature in tenths of a kelvin. */
function readBatteryPack(cursor: Cursor): Partial<Report> {
  cursor.slice(8)
  const fix_at = fromSeconds(cursor.u32())
  const attributes: Attributes = { battery: cursor.u8() }
  cursor.slice(2 + 1 + 2 + 1) // capacities and health
  attributes.temperature = Math.round(cursor.u16() - 2731) / 10
  cursor.u16()
  attributes.battery_volts = cursor.u16() / 1000
  attributes.cycles = cursor.u16()
  for (let n = 1; n <= 14 && cursor.left >= 2; n++) attributes[`cell_${n}`] = cursor.u16() / 1000
  return { fix_at, attributes }
}

/** Extended 0x32 and 0x33: an optional position, cells, wireless networks, status or alarm. */
function readWatch(cursor: Cursor, zone_ms: number, { type }: Frame): Partial<Report> {
  const has_gps = cursor.bytes[6] !== 0
  const report: Partial<Report> = has_gps
    ? readGps(withoutLength(cursor), zone_ms)
    : { fix_at: readTime(cursor, zone_ms) }
  if (has_gps) cursor.slice(19)
  else cursor.u8()
  const attributes: Attributes = { ...report.attributes }
  const size = cursor.u8()
  if (size > 0) Object.assign(attributes, cellAttributes(readCell(cursor)), { rssi: cursor.u8() })
  cursor.slice(cursor.u8()) // more cells
  cursor.slice(cursor.u8()) // wireless networks
  const status = cursor.u8()
  const alarm = type === 0x33 ? (watchAlarms[status] ?? null) : null
  const armed = type === 0x33 && status <= 0xa1 && status >= 0xa0 ? { armed: status === 0xa0 } : {}
  return { ...report, alarm, attributes: { ...attributes, status, ...armed } }
}

const watchAlarms: Record<number, 'low_battery' | 'general' | 'door'> = {
  0xa2: 'low_battery',
  0xa3: 'low_battery',
  0xa4: 'general',
  0xa5: 'door',
}

/** The common position: in this message its length is between time and satellites. */
function withoutLength({ bytes }: Cursor): Cursor {
  return new Cursor(Buffer.concat([bytes.subarray(0, 6), bytes.subarray(7, 19)]))
}

/** Extended 0x8c: time, ignition, and pairs `id=value` in hexadecimal, in hundredths. */
function readEngine(cursor: Cursor, zone_ms: number): Partial<Report> {
  const fix_at = readTime(cursor, zone_ms)
  const attributes: Attributes = { ignition: cursor.u8() > 0 }
  for (const pair of cursor.slice(cursor.left).toString('latin1').split(',')) {
    const [, id = '', text = ''] = /^([0-9A-Fa-f]{2})[^=]*=([0-9A-Za-z]+)/.exec(pair) ?? []
    const name = engineNames[Number.parseInt(id, 16)]
    const value = Number.parseInt(text, 16) / 100
    if (!name) {
      if (id !== '' && Number.isFinite(value)) attributes[`io_${Number.parseInt(id, 16)}`] = value
      continue
    }
    if (name[0] === 'vin') attributes.vin = text
    else if (Number.isFinite(value)) attributes[name[0]] = Math.round(value * name[1] * 1e6) / 1e6
  }
  return { fix_at, attributes }
}

const engineNames: Record<number, [string, number]> = {
  0x28: ['obd_odometer', 1000],
  0x2b: ['fuel', 1],
  0x2d: ['coolant_temperature', 1],
  0x35: ['obd_speed', KMH],
  0x36: ['rpm', 1],
  0x47: ['fuel_used_litres', 1],
  0x49: ['hours', 3600],
  0x4a: ['vin', 1],
}
