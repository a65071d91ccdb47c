import type { Attributes } from '../report.ts'
import { reading } from '../shared/units.ts'
import { readCan } from './can.ts'
import { hex } from './sentence.ts'

/**
 * What is attached to the device, by the mask of ERI: bit 0 a digital fuel sensor, 1 thermometers on one wire, 2 the
 * vehicle's bus, 3 and 4 fuel sensors, 7 radio sensors, 8 Bluetooth tags, 10 temperature of the fuel, 29 more fuel.
 */
export function readAttachments(model: string, mask: number, fields: string[]): Attributes {
  const reader = new Reader(fields)
  const has = (bit: number) => ((mask >>> bit) & 1) === 1
  const attributes: Attributes = {}
  // As the sensor counts it, which mostly is percent.
  if (has(0) && model !== 'GV350M') attributes.fuel = hexOf(reader.next())
  if (has(29)) readMoreFuel(reader, attributes)
  if (has(1)) readThermometers(reader, attributes)
  if (has(2)) return { ...attributes, ...readCan(model, fields.slice(reader.at + 1)) }
  if (model === 'GL320M') return attributes
  if (has(3) || has(4) || (has(0) && model === 'GV350M')) readTanks(reader, model, has, attributes)
  if (has(7)) readRadio(reader, attributes)
  const tags = has(8) ? readTags(reader, model) : []
  if (tags.length > 0) attributes.beacons = tags
  return attributes
}

function readMoreFuel(reader: Reader, attributes: Attributes): void {
  reader.skip(2)
  const mask = hex(reader.next())
  if (mask & 1) attributes.fuel = hexOf(reader.next())
  if (mask & 2) reader.skip(1)
}

/** Id, type and 16 bits of 1/16 °C. */
function readThermometers(reader: Reader, attributes: Attributes): void {
  const count = reader.count()
  for (let n = 1; n <= count; n++) {
    reader.skip(2)
    const value = hexOf(reader.next())
    if (value !== null) attributes[`temperature_${n}`] = ((value << 16) >> 16) / 16
  }
}

function readTanks(reader: Reader, model: string, has: (bit: number) => boolean, attributes: Attributes): void {
  const count = reader.count()
  for (let n = 1; n <= count; n++) {
    reader.skip(model === 'GV350M' ? 2 : 1)
    if (model === 'GV350M' && has(0)) attributes.fuel = hexOf(reader.next())
    if (has(3)) attributes.fuel = reading(reader.next())
    if (has(4)) attributes.fuel_litres = reading(reader.next())
    if (has(10)) reader.skip(1)
  }
}

/** Serial number, type and temperature, of type 2 also humidity. */
function readRadio(reader: Reader, attributes: Attributes): void {
  const count = reader.count()
  for (let n = 1; n <= count; n++) {
    reader.skip(1)
    const type = reader.next()
    attributes[`ble_temperature_${n}`] = reading(reader.next())
    if (type === '2') attributes[`ble_humidity_${n}`] = reading(reader.next())
  }
}

function readTags(reader: Reader, model: string): Attributes[] {
  const tags: Attributes[] = []
  for (let left = reader.count(); left > 0; left--) {
    reader.skip(model.startsWith('GV600M') ? 5 : 4)
    tags.push(readTag(hex(reader.next()), () => reader.next()))
  }
  return tags
}

/** Attributes of a tag, by its own mask. Accessories in other messages have the same. */
export function readTag(mask: number, next: () => string): Attributes {
  const tag: Attributes = {}
  for (const [bit, name, value, width = 1] of tag_fields) {
    if (!((mask >>> bit) & 1)) continue
    const field = next()
    for (let more = 1; more < width; more++) next()
    if (name !== null && field !== '') tag[name] = value(field)
  }
  return tag
}

const text = (field: string) => field
const number = (field: string) => reading(field)
const millivolts = (field: string) => (reading(field) ?? 0) / 1000

/** 7: outputs, digital and analogue inputs; 8: an event and its data. */
const tag_fields: Array<[bit: number, name: string | null, value: (field: string) => unknown, width?: number]> = [
  [0, 'name', text],
  [1, 'mac', text],
  [2, 'status', number],
  [3, 'battery_volts', millivolts],
  [4, 'temperature', number],
  [5, 'humidity', number],
  [7, null, text, 3],
  [8, null, text, 2],
  [9, 'pressure', number],
  [10, null, text],
  [11, 'temperature', number],
  [12, 'magnet', number],
  [13, 'battery', number],
  [14, null, text],
]

const hexOf = (field: string) => (/^[0-9A-F]{1,8}$/i.test(field) ? Number.parseInt(field, 16) : null)

class Reader {
  at = 0
  #fields: string[]

  constructor(fields: string[]) {
    this.#fields = fields
  }

  next(): string {
    return this.#fields[this.at++] ?? ''
  }

  skip(count: number): void {
    this.at += count
  }

  /** How many of something follow; no more than fields are left. */
  count(): number {
    return Math.min(reading(this.next()) ?? 0, Math.max(0, this.#fields.length - this.at))
  }
}
