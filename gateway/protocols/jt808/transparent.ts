import type { Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import { KMH, scaled } from '../shared/units.ts'
import { passedAlarms, passedEvents } from './alarms.ts'
import { type ItemValues, number, printable, type Readers, raise, readItems, settle } from './items.ts'
import { readLocation, readPlace, readTime } from './location.ts'
import { engineText } from './vendor.ts'

/**
 * 0x0900, data passed through from what is connected to the device. The first byte is its kind; unknown ones are kept as
 * they are.
 *
 * @throws {BadReport}
 */
export function readTransparent(body: Buffer): Report | null {
  if (body.length < 2) return null
  const kind = body[0]!
  const value = body.subarray(1)
  const text = printable(value)
  if (kind === 0x40 && /GTSL\|/.test(text)) {
    return reportOf({ attributes: { driver: text.slice(text.indexOf('GTSL|')).split('|')[4] || null } })
  }
  const engine = text.indexOf('$OBD-RT,')
  if (kind === 0x41 && engine >= 0) return reportOf({ attributes: engineText(text.slice(engine)) })
  if (kind === 0x53 && value.length > LOCATION) return readTags(value)
  if (kind === 0xf0) return readVehicle(new Cursor(value))
  const whole = /^[\x20-\x7e\r\n\t]+$/.test(value.toString('latin1')) ? text : value.toString('hex', 0, MAX_DATA)
  return reportOf({ attributes: { type: kind, data: whole } })
}

const LOCATION = 28
const MAX_DATA = 1024

/** A location, a byte, and radio tags: number, address (6), signal, length, data. */
function readTags(value: Buffer): Report {
  const report = readLocation(value.subarray(0, LOCATION))
  const cursor = new Cursor(value.subarray(LOCATION + 1))
  const beacons = []
  while (cursor.left >= 9 && beacons.length < 32) {
    const id = cursor.u8()
    const mac = cursor.slice(6).toString('hex').match(/../g)!.join(':')
    const signal = cursor.u8() - 256
    const length = cursor.u8()
    beacons.push({ id, mac, signal, data: cursor.slice(Math.min(length, cursor.left)).toString('hex') })
  }
  return beacons.length > 0 ? { ...report, attributes: { ...report.attributes, beacons } } : report
}

/** 0xF0 of OBD readers: time, whether it was stored, kind of vehicle, part. */
function readVehicle(cursor: Cursor): Report | null {
  const fix_at = readTime(cursor)
  const found: ItemValues = { attributes: {}, alarms: [] }
  if (cursor.u8() > 0) found.attributes.archive = true
  cursor.u8()
  const part = cursor.u8()
  switch (part) {
    case 0x01:
      readCounted(cursor, found, 2, engineParts)
      return located(cursor, found, fix_at)
    case 0x02:
      readFaults(cursor, found)
      return located(cursor, found)
    case 0x03:
      for (let count = cursor.u8(); count > 0; count--) {
        const id = cursor.u8()
        cursor.slice(cursor.u8())
        found.attributes.reason ??= id
        raise(found, passedAlarms[id])
      }
      return located(cursor, found)
    case 0x0b:
      if (cursor.u8() > 0) found.attributes.vin = printable(cursor.slice(17)) || null
      return reportOf({ fix_at, attributes: found.attributes })
    case 0x15: {
      const event = cursor.u32()
      found.attributes.reason = event
      raise(found, passedEvents[event])
      return reportOf({ fix_at, ...settle(found) })
    }
    default:
      return reportOf({ fix_at, attributes: { ...found.attributes, data: cursor.slice(cursor.left).toString('hex') } })
  }
}

/** Status, latitude and longitude, and the time where it was not in front. */
function located(cursor: Cursor, found: ItemValues, time?: number | null): Report {
  const place = readPlace(cursor)
  const fix_at = time === undefined ? readTime(cursor) : time
  const { alarm, attributes } = settle(found)
  return reportOf({ ...place, fix_at, alarm, attributes: { ...place.attributes, ...attributes } })
}

function readCounted(cursor: Cursor, found: ItemValues, id_bytes: 2, readers: Readers): void {
  for (let count = cursor.u8(); count > 0; count--) {
    const from = cursor.at
    cursor.slice(id_bytes)
    cursor.slice(cursor.u8())
    readItems(new Cursor(cursor.bytes.subarray(from, cursor.at)), found, readers, id_bytes)
  }
}

/** Systems, each with its codes: 8 bytes, length, text. */
function readFaults(cursor: Cursor, { attributes }: ItemValues): void {
  const codes: string[] = []
  for (let systems = cursor.u16(); systems > 0; systems--) {
    cursor.u32()
    for (let count = cursor.u16(); count > 0; count--) {
      cursor.slice(8)
      codes.push(printable(cursor.slice(cursor.u16())))
    }
  }
  if (codes.length > 0) attributes.faults = codes.slice(0, 64).join(' ')
}

const engineParts: Readers = {
  0x0102: number('obd_odometer', 100),
  0x0528: number('obd_odometer', 100),
  0x0546: number('obd_odometer', 100),
  0x0105: number('fuel_used_litres', 0.01),
  0x052c: number('fuel_used_litres', 0.01),
  0x052a: number('fuel_litres', 0.01),
  0x052b: number('fuel'),
  0x014a: number('fuel_average', 0.01),
  0x0538: number('fuel_average', 0.01),
  0x0539: number('fuel_average', 0.01),
  0x052d: number('coolant_temperature', 1, -40),
  0x052e: number('outside_temperature', 1, -40),
  0x0530: number('power_volts', 0.001),
  0x0535: (cursor, { attributes }) => {
    attributes.obd_speed = scaled(cursor.u16(), 0.1 * KMH)
  },
  0x0536: number('rpm'),
  0x0547: number('throttle'),
  0x0548: number('throttle'),
}
