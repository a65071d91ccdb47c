import type { Attributes, Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { networkOf } from '../shared/network.ts'
import { obdRaw } from '../shared/obd.ts'
import { reportOf } from '../shared/place.ts'
import { KMH } from '../shared/units.ts'
import { alarms } from './alarms.ts'
import { readLatLon, statusAttributes } from './parts.ts'
import type { Package } from './wire.ts'

/**
 * Places of protocol 1.8: GPS (02), alarm (04), state (05) and a text message (06).
 *
 * @throws {BadReport}
 */
export function decodeOld({ type, index, content }: Package): Report {
  const cursor = new Cursor(content)
  const fix_at = cursor.u32() * 1000
  const place = readLatLon(cursor)
  const speed = cursor.u8() * KMH
  const heading = cursor.u16()
  const cell = { mcc: cursor.u16(), mnc: cursor.u16(), lac: cursor.u16(), cid: cursor.u24() }
  const network = networkOf([cell])
  const valid = place !== null && (cursor.u8() & 1) === 1
  const { alarm = null, ...attributes } = readRest(type, cursor)
  const own = { ...(network !== null && { network }), ...attributes }
  return reportOf({
    ...place,
    fix_at,
    valid,
    speed,
    heading,
    alarm: alarm as string | null,
    attributes: own,
    seq: index,
  })
}

const GPS = 0x02
const ALARM = 0x04
const STATE = 0x05
const TEXT = 0x06

function readRest(type: number, cursor: Cursor): Attributes {
  switch (type) {
    case GPS: {
      const status = cursor.left >= 2 ? statusAttributes(cursor.u16()) : {}
      if (cursor.left < 8) return status
      const battery_volts = cursor.u16() / 1000
      const rssi = cursor.u16()
      return { ...status, battery_volts, rssi, adc_1: cursor.u16() / 1000, adc_2: cursor.u16() / 1000 }
    }
    case ALARM: {
      const reason = cursor.u8()
      return { reason, alarm: alarms[reason] ?? null }
    }
    case STATE: {
      const reason = cursor.u8()
      const ignition = reason === 1 ? true : reason === 2 ? false : null
      if (cursor.left < 6) return { reason, ignition }
      cursor.u32() // the device's time
      return { reason, ignition, ...statusAttributes(cursor.u16()) }
    }
    case TEXT: {
      const text = cursor
        .slice(cursor.left)
        .toString('latin1')
        .replace(/[^\x20-\x7e]+/g, ' ')
        .trim()
      return { result: text || null }
    }
    default:
      return {}
  }
}

/**
 * Values of the vehicle: time, then parameters with four bytes each, as SAE J1979 has them, filled up behind.
 *
 * @throws {BadReport}
 */
export function decodeVehicle({ index, content }: Package): Report {
  const cursor = new Cursor(content)
  const fix_at = cursor.u32() * 1000
  const attributes: Attributes = {}
  while (cursor.left >= 5) {
    const pid = cursor.u8()
    const bytes = cursor.slice(4)
    if (pid === DISTANCE) attributes.obd_odometer = bytes.readUInt32BE() * 1000
    else if (pid === FUEL) attributes.fuel_litres = bytes.readUInt32BE() / 10
    else if (pid >= OWN) attributes[`io_${pid}`] = bytes.readUInt32BE()
    else Object.assign(attributes, obdRaw(pid, bytes))
  }
  return reportOf({ fix_at, event: 'status', attributes, seq: index })
}

/** The maker's own parameters. */
const OWN = 0x80
const DISTANCE = 0x8a
const FUEL = 0x8b
