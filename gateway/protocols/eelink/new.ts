import type { Attributes, Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { reportOf } from '../shared/place.ts'
import { KMH } from '../shared/units.ts'
import { alarms } from './alarms.ts'
import { readLatLon, statusAttributes } from './parts.ts'
import type { Package } from './wire.ts'

const NORMAL = 0x12
const WARNING = 0x14
const REPORT = 0x15

/**
 * Places of protocol 2.0: normal (12), warning (14), report (15), and those of the vehicle's computer (17 to 19).
 *
 * @throws {BadReport}
 */
export function decodeNew({ type, index, content }: Package): Report {
  const cursor = new Cursor(content)
  const fix_at = cursor.u32() * 1000
  const flags = cursor.u8()
  const { attributes: place_attributes, ...place } = flags & 1 ? readGps(cursor) : { attributes: {} }
  const surroundings = readSurroundings(cursor, flags)
  let alarm: string | null = null
  const attributes: Attributes = { ...place_attributes, ...surroundings }
  if (type === WARNING || type === REPORT) {
    const reason = cursor.u8()
    attributes.reason = reason
    if (type === WARNING) alarm = alarms[reason] ?? null
  }
  let valid = 'lat' in place
  if (type === NORMAL || type === WARNING || type === REPORT) {
    const status = cursor.u16()
    // Bit 0: a fix at present; 9: it moves.
    valid &&= (status & 1) === 1
    Object.assign(attributes, statusAttributes(status), status & 8 ? { motion: (status & 0x200) !== 0 } : {})
    if (type === NORMAL) Object.assign(attributes, readMeasures(cursor))
  } else if (cursor.left > 0) attributes.data = cursor.slice(cursor.left).toString('hex')
  return reportOf({ ...place, fix_at, valid, alarm, attributes, seq: index })
}

function readGps(cursor: Cursor): Partial<Report> {
  const place = readLatLon(cursor)
  const altitude = cursor.i16()
  const speed = cursor.u16() * KMH
  const heading = cursor.u16()
  return { ...place, altitude, speed, heading, attributes: { satellites: cursor.u8() } }
}

/** Bits 1 to 3: cells; 4 to 6: wireless networks; 7: a list of both with the cell of 4G. */
function readSurroundings(cursor: Cursor, flags: number): Attributes {
  const cells: Cell[] = []
  const wifi: Array<{ mac: string; signal: number }> = []
  let [mcc, mnc] = [0, 0]
  if (flags & 2) {
    mcc = cursor.u16()
    mnc = cursor.u16()
  }
  for (const bit of [2, 4, 8]) {
    if (flags & bit) cells.push({ mcc, mnc, lac: cursor.u16(), cid: cursor.u32(), signal: cursor.u8() })
  }
  for (const bit of [16, 32, 64]) if (flags & bit) wifi.push(readWifi(cursor))
  if (flags & 128) readLists(cursor, cells, wifi)
  const network = networkOf(cells)
  return { ...(network !== null && { network }), ...(wifi.length > 0 && { wifi }) }
}

function readWifi(cursor: Cursor) {
  const mac = cursor
    .slice(6)
    .toString('hex')
    .replace(/(..)(?=.)/g, '$1:')
  return { mac, signal: (cursor.u8() << 24) >> 24 }
}

function readLists(cursor: Cursor, cells: Cell[], wifi: Array<{ mac: string; signal: number }>): void {
  cursor.u8() // technology
  const counts = cursor.u8()
  const cell_count = counts & 7
  if (cell_count > 0) {
    const [mcc, mnc, lac] = [cursor.u16(), cursor.u16(), cursor.u16()]
    cursor.u16() // tracking area
    const cid = cursor.u32()
    cursor.slice(6) // timing advance, physical cell, frequency
    cells.push({ mcc, mnc, lac, cid, signal: (cursor.u8() << 24) >> 24 })
    cursor.slice((cell_count - 1) * 5)
  }
  for (let left = (counts >> 3) & 15; left > 0; left--) wifi.push(readWifi(cursor))
}

/** Each group is there if the package is long enough. */
function readMeasures(cursor: Cursor): Attributes {
  const measures: Attributes = {}
  if (cursor.left >= 2) measures.battery_volts = cursor.u16() / 1000
  if (cursor.left >= 4) Object.assign(measures, { adc_1: cursor.u16() / 1000, adc_2: cursor.u16() / 1000 })
  if (cursor.left >= 4) measures.odometer = cursor.u32()
  if (cursor.left >= 4) cursor.slice(4) // how often the modem and the receiver were on
  if (cursor.left >= 4) {
    measures.steps = cursor.u16()
    cursor.u16() // minutes of walking
  }
  if (cursor.left >= 12) Object.assign(measures, readClimate(cursor))
  if (cursor.left >= 2) measures.temperature_2 = cursor.i16() / 16
  if (cursor.left >= 2) Object.assign(measures, readTags(cursor))
  return measures
}

/** Zeros in all of it come of a sensor that is not there. */
function readClimate(cursor: Cursor): Attributes {
  const temperature = cursor.i16()
  const humidity = cursor.u16()
  const light = cursor.u32()
  const co2 = cursor.u32()
  if (temperature === 0 && humidity === 0 && light === 0 && co2 === 0) return {}
  return { temperature_1: temperature / 256, humidity: humidity / 10, light: light / 256, co2 }
}

function readTags(cursor: Cursor): Attributes {
  const count = cursor.u8()
  cursor.u8()
  const beacons: Attributes[] = []
  for (let i = 0; i < count && cursor.left >= 16; i++) {
    const mac = cursor
      .slice(6)
      .toString('hex')
      .replace(/(..)(?=.)/g, '$1:')
    const signal = (cursor.u8() << 24) >> 24
    cursor.slice(3) // reserved, model, version
    const battery_volts = cursor.u16() / 1000
    const temperature = cursor.i16() / 256
    beacons.push({ mac, signal, battery_volts, temperature, data: cursor.u16() })
  }
  return beacons.length > 0 ? { beacons } : {}
}
