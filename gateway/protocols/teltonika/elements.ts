import type { Attributes } from '../report.ts'
import type { AlarmName } from '../shared/vocabulary.ts'
import { alarmOf } from './alarms.ts'
import { cell_elements, cellsOf } from './cells.ts'
import type { Element } from './element.ts'
import { isTruck, keyOf, type Meaning, meanings, truck_meanings } from './meanings.ts'
import { ble_batteries, sensorBatteriesOf } from './sensors.ts'

/**
 * The elements of 1, 2, 4 and 8 bytes of one record as attributes.
 *
 * @param event the element that made the record, 0 for none
 */
export function interpret(elements: Element[], event: number): Interpreted {
  const table = isTruck(elements) ? truck_meanings : meanings
  const interpreted: Interpreted = { kmh: null, alarm: null, attributes: {} }
  for (const element of elements) {
    raise(interpreted, element, event)
    addAttributes(interpreted, element, table)
  }
  const joined = { ...cellsOf(elements), ...driverOf(elements), ...iccidOf(elements), ...sensorBatteriesOf(elements) }
  for (const name of Object.keys(joined)) for (const id of parts[name] ?? []) delete interpreted.attributes[`io_${id}`]
  Object.assign(interpreted.attributes, joined)
  return interpreted
}

/** Elements that form one attribute together. */
const parts: Record<string, number[]> = {
  network: cell_elements,
  driver: [195, 196],
  iccid: [11, 14],
  ...Object.fromEntries(ble_batteries.map(({ name, battery }) => [name, [battery]])),
}

function addAttributes({ attributes }: Interpreted, element: Element, table: Map<number, Meaning>): void {
  const { id, bytes } = element
  if (id === SPEED && bytes.length === 2) return
  const meaning = table.get(keyOf(id, bytes.length))
  if (meaning === undefined) {
    attributes[`io_${id}`] = numberOf(bytes)
    return
  }
  const value = meaning.read(bytes)
  if (value !== null) attributes[meaning.name] = value
}

/** The element that triggered the record takes precedence. */
function raise(interpreted: Interpreted, { id, bytes }: Element, event: number): void {
  if (bytes.length > 4) return
  const value = bytes.readUIntBE(0, bytes.length)
  if (id === SPEED && bytes.length === 2) interpreted.kmh = value
  const alarm = alarmOf(id, value, event)
  if (alarm && (interpreted.alarm === null || id === event)) interpreted.alarm = alarm
  if (alarm?.startsWith('geofence')) interpreted.attributes.geofence = id
}

/** A tachograph's card has 16 characters, in two elements. */
function driverOf(elements: Element[]): Attributes {
  const text = textOf(elements, 195) + textOf(elements, 196)
  const card = /^([\x21-\x7e]+( [\x21-\x7e]+)*)[^\x21-\x7e]*$/.exec(text)?.[1]
  return card ? { driver: card } : {}
}

const textOf = (elements: Element[], id: number) =>
  elements.find((element) => element.id === id && element.bytes.length === 8)?.bytes.toString('latin1') ?? ''

/** The number of the SIM card, in two elements of digits. */
function iccidOf(elements: Element[]): Attributes {
  const parts = [11, 14].map((id) => elements.find((element) => element.id === id && element.bytes.length === 8)?.bytes)
  const digits = parts.map((bytes) => (bytes ? String(bytes.readBigUInt64BE(0)) : '')).join('')
  return /^0*$/.test(digits) ? {} : { iccid: digits }
}

const SPEED = 24

/** A number, or its digits where eight bytes hold more than a number can. */
function numberOf(bytes: Buffer): number | string {
  if (bytes.length < 8) return bytes.readUIntBE(0, bytes.length)
  const value = bytes.readBigUInt64BE(0)
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value)
}

type Interpreted = {
  /** Speed from an element in km/h, if any. */
  kmh: number | null
  alarm: AlarmName | null
  attributes: Attributes
}
