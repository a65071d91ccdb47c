import { type Attributes, BadReport, type Report } from '../report.ts'
import { networkOf } from '../shared/network.ts'
import { reportOf } from '../shared/place.ts'
import { KMH, reading, scaled } from '../shared/units.ts'
import { fromYearMonthDay } from '../shared/utc.ts'
import { alarmOf, CARD_READ, ignitionOf } from './events.ts'
import { voltagesOf } from './voltages.ts'

/**
 * Whether these are the fields of a position, behind the command: event, latitude, longitude, yymmddhhmmss, A or V. Some
 * commands have a number before them.
 *
 * @returns the index of the event, or -1
 */
export const findPosition = (fields: string[]) =>
  [0, 1].find((at) =>
    fields
      .slice(at, at + 5)
      .join(',')
      .match(/^\d{1,5},-?\d+\.\d+,-?\d+\.\d+,\d{12},[AV]$/),
  ) ?? -1

/**
 * AAA and its like: event, latitude, longitude, time, fix, satellites, strength, speed, course, HDOP, altitude, odometer,
 * time driven, cell, inputs and outputs, analogue inputs; and on newer devices the event's data, a version, fuel and
 * temperatures.
 *
 * Source: Meitrack GPRS protocol 1.6, §1.2.
 *
 * @throws {BadReport}
 */
export function decodeText(fields: string[]): Report {
  const [event, lat, lon, time = '', fix, satellites, signal, speed, course, hdop, altitude, odometer, runtime] = fields
  const [cell = '', ports = '', analogues = ''] = fields.slice(13)
  const reason = Number(event)
  return reportOf({
    fix_at: fromYearMonthDay(time.slice(0, 6), time.slice(6)),
    valid: fix === 'A',
    lat: reading(lat),
    lon: reading(lon),
    speed: scaled(reading(speed), KMH),
    heading: reading(course),
    altitude: reading(altitude),
    alarm: alarmOf[reason] ?? null,
    attributes: {
      reason,
      ignition: ignitionOf[reason] ?? null,
      satellites: reading(satellites),
      rssi: reading(signal),
      hdop: reading(hdop),
      odometer: reading(odometer),
      hours: reading(runtime),
      network: cellOf(cell, reading(signal)),
      ...portsOf(ports),
      ...voltagesOf(analogues),
      ...moreOf(reason, fields.slice(16)),
    },
  })
}

/** Country, operator, area and cell between bars; the last two are hexadecimal. */
function cellOf(text: string, signal: number | null) {
  const parts = /^(\d{1,3})\|(\d{1,3})\|([0-9A-F]{0,8})\|([0-9A-F]{0,8})$/i.exec(text)
  if (parts === null || Number(parts[1]) === 0) return null
  const [mcc, mnc] = [Number(parts[1]), Number(parts[2])]
  const [lac, cid] = [Number.parseInt(parts[3] || '0', 16), Number.parseInt(parts[4] || '0', 16)]
  return networkOf([{ mcc, mnc, lac, cid, ...(signal !== null && { signal }) }])
}

/** Inputs and outputs, a byte each in hexadecimal. */
function portsOf(text: string): Attributes {
  if (!/^[0-9A-F]{4}$/i.test(text)) return {}
  return { inputs: Number.parseInt(text.slice(0, 2), 16), outputs: Number.parseInt(text.slice(2), 16) }
}

/** The event's data, a reserved field, the protocol's version, fuel, temperatures, and a count of further fields. */
function moreOf(reason: number, [data, , version, fuel, temperatures, , ...others]: string[]): Attributes {
  const isCard = reason === CARD_READ
  const rest = others.join(',').replace(/^[0,]*|,*$/g, '')
  return {
    driver: isCard && data ? data : null,
    data: !isCard && data ? data.slice(0, 64) : rest.slice(0, 256) || null,
    fuel: fuelOf(fuel ?? ''),
    ...temperaturesOf(temperatures ?? '', reading(version) ?? 0),
  }
}

/** Percent, and hundredths of a percent. */
const fuelOf = (text: string) =>
  /^[0-9A-F]{4}$/i.test(text) ? Number.parseInt(text.slice(0, 2), 16) + Number.parseInt(text.slice(2), 16) / 100 : null

/** The sensor's number and its temperature, in hexadecimal; where a device counts from 0, all move on by one. */
function temperaturesOf(text: string, version: number): Attributes {
  if (!/^[0-9A-F]{6}(\|[0-9A-F]{6})*$/i.test(text)) return {}
  const sensors = text.split('|').map((part) => {
    const bytes = Buffer.from(part, 'hex')
    const sign = bytes.readInt8(1) < 0 ? -1 : 1
    const degrees = version >= 3 ? bytes.readInt16BE(1) / 100 : bytes.readInt8(1) + (sign * bytes[2]!) / 100
    return { number: bytes[0]!, degrees }
  })
  const first = sensors.some(({ number }) => number === 0) ? 1 : 0
  return Object.fromEntries(sensors.map(({ number, degrees }) => [`temperature_${number + first}`, degrees]))
}

/** @throws {BadReport} if the text is not a position */
export function checkPosition(fields: string[]): number {
  const at = findPosition(fields)
  if (at < 0) throw new BadReport('position: is not event,latitude,longitude,time,A or V')
  return at
}
