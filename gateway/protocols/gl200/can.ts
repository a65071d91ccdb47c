import type { Attributes, Report } from '../report.ts'
import { KMH, reading, within } from '../shared/units.ts'
import { findLocation, readLocation } from './location.ts'
import { hex, reportFrom, type Sentence } from './sentence.ts'

/** CAN: kind of report, state of the bus, vehicle data, and mostly a location after them. */
export function decodeCan(sentence: Sentence): Report[] {
  const { fields, body, model, end } = sentence
  const start = findLocation(sentence, body + 3)
  const attributes = readCan(model, fields.slice(body + 2, start < 0 ? end : start))
  if (start < 0) return [reportFrom(sentence, {}, attributes)]
  const location = readLocation(sentence, start)
  return [reportFrom(sentence, location.place, { ...location.attributes, ...attributes })]
}

/** Vehicle data: a mask, and a field for each of its bits; bit 29 adds a second mask. */
export function readCan(model: string, fields: string[]): Attributes {
  const mask = hex(fields[0])
  const attributes: Attributes = {}
  let at = readBits(first_fields, mask, fields, 1, attributes)
  at += skippedBits(model).filter((bit) => hasBit(mask, bit)).length
  if (!hasBit(mask, 29)) return attributes
  readBits(second_fields, hex(fields[at]), fields, at + 1, attributes)
  return attributes
}

function readBits(table: CanField[], mask: number, fields: string[], from: number, attributes: Attributes): number {
  let at = from
  for (const [bit, name, read] of table) {
    if (!hasBit(mask, bit)) continue
    const field = fields[at++] ?? ''
    const value = field === '' || name === null ? null : read(field)
    if (value !== null) attributes[typeof name === 'string' ? name : name!(field)] = value
  }
  return at
}

const hasBit = (mask: number, bit: number) => ((mask >>> bit) & 1) === 1

/** Fields without a name here that some models put before the second mask. */
function skippedBits(model: string): number[] {
  if (model === 'GV350M') return [22, 23, 24]
  return /^GV35.CEU$/.test(model) ? [23, 24, 25, 26, 27] : []
}

const number = (field: string) => reading(field)
const text = (field: string) => field
/** A letter names the unit: litres are used, litres per 100 km are ignored. */
const litres = (field: string) => reading(field.replace(/^L(?=\d)/, ''))
const fuelRate = (field: string) => (field.startsWith('L/H') ? reading(field.slice(3)) : null)
const percentOrLitres = (field: string) => reading(field.replace(/^[PL](?=\d)/, ''))
/** `H` and hundreds of metres; other letters are impulses of an unknown unit. */
const hundredMetres = (field: string) => (/^H\d{1,9}$/.test(field) ? Number(field.slice(1)) * 100 : null)
const hours = (field: string) => {
  const value = reading(field)
  return value === null ? null : Math.round(value * 3600)
}
const speed = (field: string) => {
  const value = within(reading(field), 0, 500)
  return value === null ? null : value * KMH
}
const millivolts = (field: string) => {
  const value = reading(field)
  return value === null ? null : value / 1000
}

/** In order of the fields, which differs from that of the bits. */
const first_fields: CanField[] = [
  [0, 'vin', text],
  [1, 'ignition', (field) => (reading(field) ?? 0) > 0],
  [2, 'obd_odometer', hundredMetres],
  [3, 'fuel_used_litres', litres],
  [5, 'rpm', number],
  [4, 'obd_speed', speed],
  [6, 'coolant_temperature', number],
  [7, 'fuel_rate', fuelRate],
  [8, (field) => (field.startsWith('L') ? 'fuel_litres' : 'fuel'), percentOrLitres],
  [9, null, text], // range
  [10, 'throttle', number],
  [11, 'hours', hours],
  [12, null, text], // time driven
  [13, null, text], // time idle
  [14, null, text], // fuel used idle
  [15, null, text], // axle weight
  [16, null, text], // tachograph
  [17, null, text], // indicators
  [18, null, text], // lights
  [19, 'door', (field) => (Number.parseInt(field, 16) & 0x3f) !== 0],
  [20, null, text], // time above the speed allowed
  [21, null, text], // time above the engine's speed allowed
]

const second_fields: CanField[] = [
  [0, 'adblue', number],
  [1, null, text], // weights of three axles
  [2, null, text],
  [3, null, text],
  [4, null, text], // tachograph: overspeed, motion, direction
  [5, null, text],
  [6, null, text],
  [7, 'adc_1', millivolts],
  ...[8, 9, 10, 11, 12, 13, 14].map((bit): CanField => [bit, null, text]), // pedals, engine, cruise control, brake
  [15, 'driver', text],
]

type CanField = [bit: number, name: string | null | ((field: string) => string), read: (field: string) => unknown]
