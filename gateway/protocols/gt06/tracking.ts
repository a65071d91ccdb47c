import type { Attributes, Report } from '../report.ts'
import type { Cursor } from '../shared/cursor.ts'
import {
  bit,
  cellAttributes,
  hundredths,
  isTime,
  readCell,
  readGps,
  type Stated,
  state,
  statusAttributes,
} from './blocks.ts'
import { merge, withState, withTail } from './merge.ts'
import type { Frame } from './wire.ts'

/** 0x12: position, cell, and fields of the model, distinguished by length. */
export function readTracking(cursor: Cursor, zone_ms: number, { length }: Frame): Partial<Report> {
  skipNumber(cursor)
  const gps = readGps(cursor, zone_ms)
  const cell = readCell(cursor)
  const located = merge(gps, cellAttributes(cell))
  if (length === 0x21 && cursor.left === 2) return merge(located, readMask(cursor.u16()))
  if (length === 0x24 && cursor.left === 5) return withState(located, readPowered(cursor))
  if (length === 0x2b && cursor.left === 12) return withState(located, readOil(cursor))
  if (length >= 0x71 || length === 0x29) return withState(located, readCard(cursor, length))
  return withTail(gps, cell, cursor)
}

/** Some models begin with their IMEI: eight bytes that are no time, before one. */
function skipNumber(cursor: Cursor): void {
  if (!isTime(cursor.bytes, 0) && isTime(cursor.bytes, 8)) cursor.slice(8)
}

/** Bit 15 ignition, 14 the second input; 12 a temperature in bits 0 to 8 with its sign in 9, else a voltage. */
function readMask(mask: number): Attributes {
  const attributes: Attributes = { ignition: bit(mask, 15), input_2: bit(mask, 14) }
  if (bit(mask, 12)) attributes.temperature_1 = (bit(mask, 9) ? -1 : 1) * (mask & 0x1ff)
  else attributes.adc_1 = bit(mask, 13) ? mask & 0x3ff : (mask & 0x3ff) / 10
  return attributes
}

/** Status, supply, signal, and an extension. */
export function readPowered(cursor: Cursor): Stated {
  const status = cursor.u8()
  const attributes = { ...statusAttributes(status), power_volts: hundredths(cursor.u16()), rssi: cursor.u8() }
  return state(attributes, status, 0)
}

function readOil(cursor: Cursor): Stated {
  const status = cursor.u8()
  const attributes: Attributes = {
    ...statusAttributes(status),
    power_volts: hundredths(cursor.u16()),
    rssi: cursor.u8(),
  }
  const code = cursor.u8()
  cursor.u16() // raw value of the fuel sensor
  const temperature = cursor.u8()
  attributes.temperature_1 = bit(temperature, 7) ? -(temperature & 0x7f) : temperature
  attributes.odometer = cursor.u32() * 10
  return state(attributes, status, code)
}

/** Odometer, card, and behind it the alarm and whether the card was read just now. */
function readCard(cursor: Cursor, length: number): Stated {
  const odometer = cursor.u32()
  const card = cursor
    .slice(cursor.u8())
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
  const attributes = { odometer, ...(card && { card }) }
  // Long ones have a digit.
  const byte = cursor.left > 0 ? cursor.u8() : 0
  const code = length >= 0x71 && byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : byte
  return state(attributes, 0, code, 0, 0x12)
}
