import type { Attributes, Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import { KMH, scaled } from '../shared/units.ts'
import { utc } from '../shared/utc.ts'
import { alarmsOfBits, isSet } from './alarms.ts'
import { type ItemValues, number, type Readers, raise, readItem, readItems, settle } from './items.ts'
import { vendorItems } from './vendor.ts'

/** JT/T 808: all times are those of China, in any country. */
const ZONE_MS = 8 * 3_600_000

/** `YY MM DD hh mm ss` in BCD. */
export function readTime(cursor: Cursor): number | null {
  const digits = cursor.slice(6).toString('hex')
  if (!/^\d{12}$/.test(digits)) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = digits.match(/\d\d/g)!.map(Number)
  const local = utc(year, month, day, hour, minute, second)
  return local === null ? null : local - ZONE_MS
}

/**
 * A location: alarms (4), status (4), latitude and longitude (10⁻⁶ °), altitude (m), speed (0.1 km/h), heading, time, and
 * items.
 *
 * @throws {BadReport}
 */
export function readLocation(body: Buffer, { since2019 = false, archive = false }: LocationOptions = {}): Report {
  const cursor = new Cursor(body)
  const alarms = cursor.u32()
  const place = readPlace(cursor)
  const altitude = cursor.i16()
  const speed = scaled(cursor.u16(), 0.1 * KMH)
  const heading = cursor.u16()
  const fix_at = readTime(cursor)
  const found: ItemValues = { attributes: place.attributes, alarms: [] }
  if (alarms !== 0) found.attributes.reason = alarms
  if (archive) found.attributes.archive = true
  if (isFixedTail(body.subarray(cursor.at))) readFixedTail(cursor, found)
  else readItems(cursor, found, locationItems)
  // AOVX's AL300 uses bit 16 for movement.
  const moved = isSet(alarms, 16) && /AL300/.test(String(found.attributes.version ?? ''))
  raise(found, ...(moved ? (['movement'] as const) : alarmsOfBits(alarms, since2019)))
  // Item 0x12 says which way a fence was crossed.
  if (found.alarms.some((name) => /^geofence_/.test(name)))
    found.alarms = found.alarms.filter((name) => name !== 'geofence')
  return reportOf({ ...place, fix_at, altitude, speed, heading, ...settle(found) })
}

type LocationOptions = { since2019?: boolean; archive?: boolean }

/**
 * Status, latitude, longitude. Status bits: 0 ignition, 1 fix, 2 south, 3 west, 10 fuel cut, 11 circuit cut, 13 to 17
 * doors, 26 charging on trackers with a battery.
 */
export function readPlace(cursor: Cursor): Pick<Report, 'valid' | 'lat' | 'lon'> & { attributes: Attributes } {
  const status = cursor.u32()
  const [lat, lon] = [cursor.u32() / 1e6, cursor.u32() / 1e6]
  const attributes: Attributes = {
    ignition: isSet(status, 0),
    blocked: isSet(status, 10) || isSet(status, 11),
    status,
    ...(isSet(status, 26) && { charging: true }),
    ...((status & DOORS) !== 0 && { door: true }),
  }
  const south = isSet(status, 2)
  return { valid: isSet(status, 1), lat: south ? -lat : lat, lon: isSet(status, 3) ? -lon : lon, attributes }
}

const DOORS = 0b11111 << 13

/** Some models end with 20 bytes that are no items. */
function isFixedTail(tail: Buffer): boolean {
  if (tail.length !== FIXED_TAIL) return false
  let at = 0
  while (at + 1 < tail.length) at += 2 + tail[at + 1]!
  return at !== tail.length
}

const FIXED_TAIL = 20

/** 4 bytes, odometer (km), supply (0.1 V), area (4), signal, 3 bytes. */
function readFixedTail(cursor: Cursor, { attributes }: ItemValues): void {
  cursor.slice(4)
  attributes.odometer = cursor.u32() * 1000
  attributes.power_volts = cursor.u16() / 10
  cursor.u32()
  attributes.rssi = cursor.u8()
}

/** Items of the standard: tables "additional information of a location" of JT/T 808 and JT/T 1078. */
const locationItems: Readers = {
  ...vendorItems,
  '1:4': number('odometer', 100),
  '2:2': (cursor, { attributes }) => {
    const level = cursor.u16()
    // Bit 15 is set where a sensor gives percent.
    if (isSet(level, 15)) attributes.fuel = level & 0x7fff
    else attributes.fuel_litres = level / 10
  },
  '3:2': (cursor, { attributes }) => {
    attributes.obd_speed = scaled(cursor.u16(), 0.1 * KMH)
  },
  '6:1': number('battery'),
  '6:2': (cursor, { attributes }) => {
    const value = cursor.u16()
    attributes.temperature_1 = isSet(value, 15) ? -(value & 0x7fff) : value
  },
  // Locks: command, card (4) or password (6), and the result where there is room for it.
  '11:6': (cursor, found) => {
    found.attributes.reason = cursor.u8()
    found.attributes.card = String(cursor.u32())
    readItem(101, cursor.slice(1), found, { 101: number('result') })
  },
  '18:6': (cursor, found) => {
    cursor.u8()
    found.attributes.geofence = cursor.u32()
    raise(found, cursor.u8() === 0 ? 'geofence_enter' : 'geofence_exit')
  },
  '37:4': number('inputs'),
  '43:4': (cursor, { attributes }) => {
    attributes.adc_1 = cursor.u16() / 100
    attributes.adc_2 = cursor.u16() / 100
  },
  '48:1': number('rssi'),
  '49:1': number('satellites'),
}
