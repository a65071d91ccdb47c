import type { Attributes, Report } from '../report.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { degreesOf, nmeaDegrees, reportOf } from '../shared/place.ts'
import { KNOT, reading, scaled } from '../shared/units.ts'
import { fromDayMonthYear } from '../shared/utc.ts'
import { decodeBattery, decodeStatus } from './status.ts'

/**
 * Where in the fields of a message a position begins: hhmmss, validity, latitude, N or S, longitude, E or W …
 *
 * @returns -1 where there is none
 */
export function findPosition(fields: string[]): number {
  return fields.findIndex(
    (time, at) =>
      /^(\d{6})?$/.test(time) &&
      /^([ABV]?|\d{1,3})$/.test(fields[at + 1] ?? '?') &&
      /^[NS]$/.test(fields[at + 3] ?? '') &&
      /^[EW]$/.test(fields[at + 5] ?? ''),
  )
}

/**
 * The position of V1 and its kin: hhmmss, validity, latitude, N, longitude, E, speed, course, [battery,] ddmmyy, [three
 * fields of the SIM card,] status, and what the model adds.
 *
 * @returns null where the coordinates are empty
 * @throws {BadReport}
 */
export function decodePosition(fields: string[], extra: Attributes = {}): Report | null {
  const [time, validity, lat = '', northSouth = '', lon = '', eastWest = '', speed, course, ...rest] = fields
  if (lat.trim() === '' || lon.trim() === '') return null
  const battery = /^\d{1,3}$/.test(rest[0] ?? '') ? Number(rest.shift()) : null
  const date = rest.shift()
  const { alarm, attributes, altitude } = decodeRest(rest)
  return reportOf({
    fix_at: fromDayMonthYear(date, time),
    // Some send a digit, the coding scheme, in place of the letter.
    valid: /^(A|\d+)$/.test(validity ?? ''),
    lat: degrees('lat', lat, northSouth),
    lon: degrees('lon', lon, eastWest),
    altitude,
    speed: scaled(orStanding(speed), KNOT),
    heading: orStanding(course),
    alarm,
    attributes: { ...attributes, ...(battery === null ? {} : { battery: decodeBattery(battery) }), ...extra },
  })
}

/** Devices leave both out while they stand. */
const orStanding = (text: string | undefined) => (text === '' ? 0 : reading(text))

/** @throws {BadReport} */
function degrees(name: 'lat' | 'lon', text: string, hemisphere: string): number {
  // The hemisphere's letter decides the sign: the hyphens of -23-29.0095 only part degrees and minutes.
  const parts = /^-?(\d{1,3})-(\d{1,2}\.\d+)$/.exec(text) ?? /^(\d{1,3})(\d\d\d{4})$/.exec(text)
  if (parts === null) return nmeaDegrees(name, text, hemisphere)
  const minutes = text.includes('.') ? Number(parts[2]) : Number(parts[2]) / 1e4
  return degreesOf(name, Number(parts[1]), minutes, hemisphere)
}

/** The fields after the date. */
function decodeRest(rest: string[]): Pick<Report, 'alarm' | 'altitude'> & { attributes: Attributes } {
  const at = isStatus(rest[0]) ? 0 : isStatus(rest[3]) ? 3 : -1
  if (at < 0) return { alarm: null, altitude: null, attributes: {} }
  const { alarm, attributes } = decodeStatus(Number.parseInt(rest[at]!, 16))
  const iccid = at === 3 ? /^\d{18,20}/.exec(rest[2]!)?.[0] : undefined
  const more = rest.slice(at + 1).map((field) => field.trim())
  const car = decodeCar(more)
  return {
    alarm,
    altitude: car?.altitude ?? null,
    attributes: { ...attributes, ...(iccid ? { iccid } : {}), ...(car?.attributes ?? decodeModem(more)) },
  }
}

const isStatus = (field: string | undefined) => /^[0-9A-F]{8}$/i.test(field ?? '')

/** Odometer, temperature, fuel, altitude, and the cell in hexadecimal. */
function decodeCar(fields: string[]): { altitude: number; attributes: Attributes } | null {
  const parts = /^(\d+),(-?\d+),(\d+\.\d+),(-?\d+),([0-9A-F]{1,8}),([0-9A-F]{1,8})$/i.exec(fields.join(','))
  if (parts === null) return null
  const [odometer, temperature, fuel, altitude] = parts.slice(1, 5).map(Number)
  const network = networkOf([{ lac: Number.parseInt(parts[5]!, 16), cid: Number.parseInt(parts[6]!, 16) }])
  return { altitude: altitude!, attributes: { odometer, temperature_1: temperature, fuel, network } }
}

/** MCC, MNC, area, cell, and figures that differ from model to model. */
function decodeModem(fields: string[]): Attributes {
  const base = isHex(fields) ? 16 : 10
  const cell = fields.slice(0, 4).map((field) => (/^[0-9A-F]{1,9}$/i.test(field) ? Number.parseInt(field, base) : NaN))
  const [mcc, mnc, lac, cid] = cell as [number, number, number, number]
  const found = fields.length >= 4 && mcc > 0 && mnc >= 0
  const network = found ? networkOf([{ mcc, mnc, lac, cid } satisfies Cell]) : null
  const others = fields.map((field, i) => (isIccid(field) ? simCard(field) : other(field, i)))
  return {
    network,
    ...Object.fromEntries(others.slice(found || mcc === 0 ? 4 : 0).filter(([, value]) => value !== '')),
  }
}

const other = (field: string, i: number) => [`io_${i + 1}`, reading(field) ?? field] as const

/** 89, country, network and number, filled up with F: V6 and V19. */
const isIccid = (field: string) => /^89\d{16,18}F{0,2}$/i.test(field)
const simCard = (field: string) => ['iccid', field.replace(/F+$/i, '')] as const

/** Some models write the cell in hexadecimal, padded with blanks or zeros. Country codes begin at 200. */
const isHex = (fields: string[]) =>
  fields.slice(0, 4).some((field) => /[A-F]/i.test(field)) ||
  /^0{2,}\d/.test(fields[0] ?? '') ||
  Number(fields[0]) < 200
