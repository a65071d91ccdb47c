import type { Attributes } from '../report.ts'
import type { AlarmName } from '../shared/vocabulary.ts'

export type Element = { id: number; bytes: Buffer }

/** @returns the attributes of a record's elements, and its alarm */
export function interpret(elements: Element[]): { attributes: Attributes; alarm: AlarmName | null } {
  const attributes: Attributes = {}
  let alarm: AlarmName | null = null
  for (const { id, bytes } of elements) {
    if (joined.has(id)) continue
    const raised = alarms[id]
    if (raised) {
      const [name, isRaised] = raised
      if (isRaised(unsigned(bytes))) alarm ??= name
      attributes[`io_${id}`] = unsigned(bytes)
      if (name === 'jamming') attributes.jamming = isRaised(unsigned(bytes))
      continue
    }
    const meaning = meanings[id]
    if (!meaning) attributes[`io_${id}`] = bytes.length === 8 ? bytes.toString('hex') : unsigned(bytes)
    else attributes[meaning[0]] = meaning[1](bytes)
  }
  return { attributes: { ...attributes, ...cards(elements) }, alarm }
}

/** Cards and tags have 16 characters, or bytes, in two elements. */
function cards(elements: Element[]): Attributes {
  const pair = (first: number, second: number) => {
    const parts = [first, second].map((id) => elements.find((element) => element.id === id)?.bytes)
    return parts[0]?.length === 8 && parts[1]?.length === 8 ? Buffer.concat(parts as Buffer[]) : null
  }
  const text = (bytes: Buffer | null) =>
    bytes
      ?.toString('latin1')
      .replace(/[^\x20-\x7e]/g, '')
      .trim() || null
  const tag = pair(760, 761)
  return {
    ...drop('driver', text(pair(126, 127)) ?? text(pair(155, 156))),
    ...drop('card', tag?.some((byte) => byte !== 0) ? tag.toString('hex') : null),
  }
}

const drop = (name: string, value: unknown): Attributes => (value === null ? {} : { [name]: value })
const joined = new Set([126, 127, 155, 156, 760, 761])

type Read = (bytes: Buffer) => unknown

const unsigned = (bytes: Buffer) =>
  bytes.length === 8 ? Number(bytes.readBigUInt64BE(0)) : bytes.readUIntBE(0, bytes.length)
const signed = (bytes: Buffer) =>
  bytes.length === 8 ? Number(bytes.readBigInt64BE(0)) : bytes.readIntBE(0, bytes.length)
/** @param unit what one of the device's units is in ours */
const times =
  (unit: number): Read =>
  (bytes) =>
    rounded(unsigned(bytes) * unit)
const signedTimes =
  (unit: number): Read =>
  (bytes) =>
    rounded(signed(bytes) * unit)
const on: Read = (bytes) => unsigned(bytes) > 0
const rounded = (value: number) => Number(value.toPrecision(12))
/** A sensor that is missing or broken sends values that are no temperature. */
const tenths: Read = (bytes) => {
  const value = signed(bytes) / 10
  return value >= -60 && value <= 150 ? value : null
}
/** The iButton's number; zeros are no key. */
const key: Read = (bytes) => (bytes.some((byte) => byte !== 0) ? bytes.toString('hex').toUpperCase() : null)

/** Ruptela’s list of IO elements. An element of several devices has the same meaning in all of them. */
const meanings: Record<number, [name: string, read: Read]> = {
  2: ['input_1', on],
  3: ['input_2', on],
  4: ['input_3', on],
  5: ['input_4', on],
  13: ['motion', on],
  20: ['adc_3', times(0.001)],
  21: ['adc_4', times(0.001)],
  22: ['adc_1', times(0.001)],
  23: ['adc_2', times(0.001)],
  27: ['rssi', times(1)],
  29: ['power_volts', times(0.001)],
  30: ['battery_volts', times(0.001)],
  32: ['temperature', signedTimes(1)],
  34: ['driver', key],
  39: ['engine_load', times(1)],
  65: ['odometer', times(1)],
  74: ['temperature_4', tenths],
  78: ['temperature_1', tenths],
  79: ['temperature_2', tenths],
  80: ['temperature_3', tenths],
  94: ['rpm', times(0.25)],
  95: ['obd_speed', times(1 / 3.6)],
  98: ['fuel', times(100 / 255)],
  100: ['fuel_rate', times(0.05)],
  150: ['operator', times(1)],
  163: ['obd_odometer', times(5)],
  164: ['trip', times(5)],
  165: ['obd_speed', times(1 / 256 / 3.6)],
  166: ['rpm', times(0.125)],
  170: ['charging', on],
  173: ['motion', on],
  197: ['rpm', times(0.125)],
  205: ['fuel_litres', times(1)],
  207: ['fuel', times(0.4)],
  208: ['fuel_used_litres', times(0.5)],
  251: ['ignition', on],
  409: ['ignition', on],
  645: ['obd_odometer', times(1000)],
}

const isSet = (value: number) => value > 0
/** Elements whose value is an alarm. */
const alarms: Record<number, [name: AlarmName, isRaised: (value: number) => boolean]> = {
  88: ['jamming', isSet],
  134: ['hard_braking', isSet],
  136: ['hard_acceleration', isSet],
  410: ['tow', isSet],
  411: ['crash', isSet],
  415: ['gps_antenna_cut', (value) => value === 0],
  758: ['tamper', (value) => value === 1],
}
