import type { Attributes, Report } from '../report.ts'
import { networkOf } from '../shared/network.ts'
import { KMH, reading } from '../shared/units.ts'
import { isGl5 } from './models.ts'
import { hex, isHex, momentOf, type Sentence } from './sentence.ts'

/**
 * The group that all positions have: HDOP, speed km/h, azimuth, altitude, longitude, latitude, time, then networks or
 * the cell, then one field of many meanings. An HDOP of 0 is the last known place.
 */
export function readLocation({ fields, model, end }: Sentence, at: number): Location {
  const [hdop, kmh, heading, altitude, lon, lat] = fields.slice(at, at + 6).map(reading)
  const has_position = isCoordinate(fields[at + 4]) && isCoordinate(fields[at + 5]) && isOnPlanet(lon!, lat!)
  const wifi = readWifi(fields, at + 7)
  const cell_at = at + 7 + (wifi ? 1 + wifi.length * 5 : 0)
  const tail = readTail(fields.slice(0, end), cell_at + 4, model)
  return {
    place: has_position
      ? {
          fix_at: momentOf(fields[at + 6]),
          valid: hdop !== 0,
          lon: lon!,
          lat: lat!,
          altitude: altitude!,
          heading: heading!,
          speed: kmh === null ? null : kmh! * KMH,
        }
      : {},
    attributes: { hdop: has_position ? hdop : null, wifi, network: readCell(fields, cell_at), ...tail.attributes },
    next: tail.next,
  }
}

const isOnPlanet = (lon: number, lat: number) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90

const isCoordinate = (text: string | undefined) => text !== undefined && /^-?\d{1,3}\.\d{4,8}$/.test(text)

/** Whether a location, filled or empty, may begin at this field. */
export function isLocation(fields: string[], at: number): boolean {
  if (at + 11 > fields.length) return false
  return shapes.every((shape, i) => shape.test(fields[at + i]!))
}

const shapes = [
  /^(\d{1,2}(\.\d+)?)?$/,
  /^(-?\d{1,3}(\.\d+)?)?$/,
  /^(\d{1,3}(\.\d)?)?$/,
  /^(-?\d{1,5}\.\d+)?$/,
  /^(-?\d{1,3}\.\d{4,8})?$/,
  /^(-?\d{1,3}\.\d{4,8})?$/,
  /^(\d{14})?$/,
]

/** Where the first location begins, by its coordinates, or by its cell where it has none; -1 where there is neither. */
export function findLocation({ fields, end }: Sentence, from: number): number {
  for (let i = from + 4; i + 2 <= end; i++) {
    if (isCoordinate(fields[i]) && isCoordinate(fields[i + 1])) return i - 4
  }
  for (let i = from + 6; i + 4 <= end; i++) {
    if (isCell(fields, i) && fields.slice(i - 6, i).every((field) => field === '')) return i - 7
  }
  return -1
}

const isCell = (fields: string[], at: number) =>
  /^\d{3,4}$/.test(fields[at]!) &&
  /^\d{1,4}$/.test(fields[at + 1]!) &&
  /^[0-9A-F]{1,8}$/i.test(fields[at + 2]!) &&
  /^[0-9A-F]{1,8}$/i.test(fields[at + 3]!)

export function readCell(fields: string[], at: number) {
  if (at + 4 > fields.length || !isCell(fields, at)) return null
  return networkOf([
    { mcc: Number(fields[at]), mnc: Number(fields[at + 1]), lac: hex(fields[at + 2]), cid: hex(fields[at + 3]) },
  ])
}

/** A count, then address, strength and three reserved fields for each. */
function readWifi(fields: string[], at: number): Wifi[] | null {
  const count = Number(fields[at])
  if (!isHex(fields[at + 1], 12) || !(count > 0 && count <= 50)) return null
  return Array.from({ length: count }, (_, i) => wifiAt(fields, at + 1 + i * 5)).filter((wifi) => wifi !== null)
}

export function wifiAt(fields: string[], at: number): Wifi | null {
  const signal = reading(fields[at + 1])
  return isHex(fields[at], 12) && signal !== null ? { mac: fields[at]!.match(/../g)!.join(':'), signal } : null
}

/**
 * Reads the fields after the cell: on the GL5 and GT501 the network strength; on others nothing, the kilometres, or a
 * mask followed by the fields it announces.
 */
function readTail(fields: string[], at: number, model: string): { attributes: Attributes; next: number } {
  const field = fields[at] ?? ''
  // The GL320M has kilometres here, always.
  if (model === 'GL320M') return { attributes: {}, next: at }
  if (isGl5(model) || model === 'GT501') {
    return { attributes: { rssi: strength(field) }, next: at + (fields.length - at > 3 ? 2 : 1) }
  }
  const wifi = wifiAt(fields, at)
  if (wifi) return { attributes: { wifi: [wifi] }, next: at + 2 }
  if (field.includes('.')) return { attributes: { odometer: kilometres(field) }, next: at + 1 }
  if (!/^[0-9A-F]{2}$/i.test(field) || !/^[CG]V/.test(model)) return { attributes: {}, next: at + 1 }
  return readAppended(fields, at + 1, hex(field))
}

/** By the bits of the mask: satellites, what triggered the fix, a state, three dilutions, jamming. */
function readAppended(fields: string[], at: number, mask: number): { attributes: Attributes; next: number } {
  const attributes: Attributes = {}
  let next = at
  if (mask & 0x01) attributes.satellites = reading(fields[next++])
  if (mask & 0x02) next++
  if (mask & 0x04) next++
  if (mask & 0x08) {
    const [hdop, vdop, pdop] = fields.slice(next, next + 3).map(reading)
    Object.assign(attributes, hdop === null ? {} : { hdop }, { vdop, pdop })
    next += 3
  }
  return { attributes, next: mask & 0x10 ? next + 1 : next }
}

/** 0 to 31; 99 is unknown. */
export function strength(field: string | undefined): number | null {
  return /^([1-9]|[12]\d|3[01]|0)$/.test(field ?? '') ? Number(field) : null
}

/** @returns metres */
export function kilometres(field: string | undefined): number | null {
  const value = reading(field)
  return value === null ? null : Math.round(value * 1000)
}

type Wifi = { mac: string; signal: number }

export type Location = {
  /** Empty where the device does not know. */
  place: Partial<Report>
  attributes: Attributes
  /** The field behind it. */
  next: number
}
