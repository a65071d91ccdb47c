import type { Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { degreesOf, reportOf } from '../shared/place.ts'
import { KNOT } from '../shared/units.ts'
import { utc } from '../shared/utc.ts'
import { isSet } from './alarms.ts'
import { type ItemValues, printable, type Readers, readItems } from './items.ts'

/**
 * A location of the padlocks of the JT7 series (0x5501, and 0x5502 without a fix): ddmmyy hhmmss in UTC, latitude ddmm.mmmm
 * and longitude dddmm.mmmm in BCD, flags in its last half byte, speed (kn), half of the course, signal, satellites,
 * odometer (km), battery, cell, product, status, alarms, items.
 *
 * @throws {BadReport}
 */
export function readLock(body: Buffer, blind: boolean): Report {
  const cursor = new Cursor(body)
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = (
    cursor.slice(6).toString('hex').match(/../g) ?? []
  ).map(Number)
  const place = readPlace(cursor)
  const speed = cursor.u8() * KNOT
  const heading = cursor.u8() * 2
  const found: ItemValues = { attributes: {}, alarms: [] }
  const { attributes } = found
  attributes.rssi = cursor.u8()
  attributes.satellites = cursor.u8()
  attributes.odometer = cursor.u32() * 1000
  const battery = cursor.u8()
  if (battery <= 100) attributes.battery = battery
  if (battery === CHARGING) attributes.charging = true
  const [cid, lac] = [cursor.u32(), cursor.u16()]
  const product = cursor.u8()
  const status = cursor.u16()
  const alarms = cursor.u16()
  attributes.status = status
  if (product === 3) attributes.blocked = isSet(status, 5)
  if (isSet(alarms, product === 3 ? 1 : 0)) found.alarms.push('low_battery')
  readItems(cursor, found, items)
  const { mcc, mnc } = found.attributes
  delete found.attributes.mcc
  delete found.attributes.mnc
  if (cid > 0 && lac > 0) found.attributes.network = { ...(mcc !== undefined && { mcc, mnc }), lac, cid }
  return reportOf({
    ...place,
    valid: !blind,
    fix_at: utc(year, month, day, hour, minute, second),
    speed,
    heading,
    altitude: (found.attributes.altitude as number | undefined) ?? null,
    alarm: found.alarms[0] ?? null,
    attributes: { ...found.attributes, altitude: null },
  })
}

const CHARGING = 0xaa

/** Flags: bit 1 north, bit 2 east. */
function readPlace(cursor: Cursor) {
  const lat = cursor.slice(4).toString('hex')
  const lon = cursor.slice(5).toString('hex')
  const flags = Number.parseInt(lon.slice(9), 16)
  const degrees = (name: 'lat' | 'lon', digits: string, width: number, positive: boolean) => {
    const value = degreesOf(name, Number(digits.slice(0, width)), Number(digits.slice(width)) / 10_000, 'N')
    return positive ? value : -value
  }
  return { lat: degrees('lat', lat, 2, isSet(flags, 1)), lon: degrees('lon', lon.slice(0, 9), 3, isSet(flags, 2)) }
}

const items: Readers = {
  '2:2': (cursor, { attributes }) => {
    attributes.altitude = cursor.i16()
  },
  '10:3': (cursor, { attributes }) => {
    attributes.mcc = cursor.u16()
    attributes.mnc = cursor.u8()
  },
  // What opened the lock: a card or a password, and the result.
  11: (cursor, { attributes }) => {
    const { left } = cursor
    attributes.reason = cursor.u8()
    if (left >= 7) attributes.card = printable(cursor.slice(6)) || null
    else if (left >= 5) attributes.card = String(cursor.u32())
    if (left % 2 === 0) attributes.result = cursor.u8()
  },
  '12:6': (cursor, { attributes }) => {
    Object.assign(attributes, { x: cursor.i16(), y: cursor.i16(), z: cursor.i16() })
  },
  '16:1': (cursor, { attributes }) => {
    attributes.trigger = cursor.u8()
  },
}
