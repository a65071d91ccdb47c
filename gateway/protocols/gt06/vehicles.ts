import type { Attributes, Report } from '../report.ts'
import type { Cursor } from '../shared/cursor.ts'
import {
  batteryOf,
  cellAttributes,
  hundredths,
  type Located,
  readCell,
  readGps,
  type Stated,
  state,
  statusAttributes,
} from './blocks.ts'
import { readMeasuredCell } from './cells.ts'
import { merge, readUpload, withState } from './merge.ts'

/** Models that send the source of the position, their IMEI and their clock before it, and vehicle data after it. */
export function readNamed(cursor: Cursor, zone_ms: number, type: number): Partial<Report> {
  cursor.slice(1 + 8 + 6)
  const gps = readGps(cursor, zone_ms)
  const cell = readMeasuredCell(cursor, type, 0)
  const { attributes, alarm } = readVehicle(cursor, true)
  attributes.odometer = cursor.u24()
  attributes.hours = cursor.u24() * 60
  const length = cursor.left > 0 ? cursor.u8() : 0
  if (length > 1) {
    cursor.u8() // type of card
    attributes.driver = cursor.slice(length - 1).toString('hex')
  }
  return withState(merge(gps, cell), { attributes, alarm })
}

/** Status, supply, battery (percent, or tenths of a volt), signal, alarm, language; then distance and hours. */
export function readVehicle(cursor: Cursor, named = false): Stated {
  const status = cursor.u8()
  const power_volts = hundredths(cursor.u16())
  const level = cursor.u8()
  const battery = named ? { battery_volts: level / 10 } : batteryOf(level)
  const attributes: Attributes = { ...statusAttributes(status), power_volts, ...battery, rssi: cursor.u8() }
  const code = cursor.u8()
  cursor.u8() // language
  if (!named) {
    attributes.odometer = cursor.u32()
    attributes.hours = cursor.u32()
    cursor.slice(8) // the IMEI again
    attributes.inputs = cursor.u16()
  }
  return state(attributes, status, code)
}

/** Type 0x32 of some models: cell, upload, odometer, supply, ignition-on time in seconds. */
export function readSupplied(cursor: Cursor, gps: Located): Partial<Report> {
  const cell = cellAttributes(readCell(cursor, { cid: 4 }))
  const attributes: Attributes = { ...cell, ...readUpload(cursor), odometer: cursor.u32() }
  return merge(gps, { ...attributes, power_volts: hundredths(cursor.u16()), hours: cursor.u32() })
}

/** Type 0x34 of the X1: alarms, position, terminal, odometer, cell, driver, voltages, ports. */
export function readX1(cursor: Cursor, zone_ms: number): Partial<Report> {
  cursor.u32() // mask of the contents
  const gps = readGps(cursor, zone_ms)
  cursor.u16() // the terminal's state
  const attributes: Attributes = { odometer: cursor.u32(), ...cellAttributes(readCell(cursor, { cid: 4 })) }
  const driver = cursor.u32()
  if (driver > 0) attributes.driver = String(driver)
  attributes.power_volts = hundredths(cursor.u16())
  attributes.battery_volts = hundredths(cursor.u16())
  const ports = cursor.u32()
  attributes.inputs = cursor.u8()
  attributes.outputs = cursor.u8()
  const analogue = (ports >> 20) & 0xf
  for (let n = 1; n <= analogue && cursor.left >= 2; n++) attributes[`adc_${n}`] = hundredths(cursor.u16())
  return merge(gps, attributes)
}

/**
 * Type 0x36 with a position: cell, upload (3 bytes), odometer, supply (0.01 V), battery (0.1 V), hours (in minutes), card (8).
 */
export function readVoltages(cursor: Cursor, zone_ms: number): Partial<Report> {
  const gps = readGps(cursor, zone_ms)
  const attributes: Attributes = { ...cellAttributes(readCell(cursor, { cid: 4 })), ...readUpload(cursor) }
  attributes.odometer = cursor.u32()
  attributes.power_volts = hundredths(cursor.u16())
  attributes.battery_volts = cursor.u8() / 10
  if (cursor.left >= 3) attributes.hours = cursor.u24() * 60
  const card = cursor.left >= 8 ? cursor.slice(8).toString('hex') : ''
  if (/[1-9a-f]/.test(card)) attributes.driver = card
  return merge(gps, attributes)
}
