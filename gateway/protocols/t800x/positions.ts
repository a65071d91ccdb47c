import type { Attributes, Report } from '../report.ts'
import { bcd, bcdTime } from '../shared/bcd.ts'
import { Cursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import { KMH } from '../shared/units.ts'
import { assetAlarms, vehicleAlarms } from './alarms.ts'
import { readAxes, readPlace } from './place.ts'
import { type Frame, families } from './wire.ts'

/** Positions and alarms of vehicles. Types 13 and 14 have five analogue inputs, 16 and 18 an acceleration sensor. */
export function decodeVehicle({ family, type, serial, body }: Frame): Report {
  const cursor = new Cursor(body)
  cursor.slice(7) // intervals with the ignition on and off, angle, distance
  const rssi = cursor.u16() & 0x7f
  const status = cursor.u8()
  cursor.slice(6) // sensitivity, flags, heartbeat, relay, drag alarm
  const wide = type === 0x13 || type === 0x14
  const inputs = readInputs(cursor, wide)
  if (family !== families.obd) Object.assign(inputs, readVolts(cursor, wide ? 5 : 2))
  const code = cursor.u8()
  cursor.u8() // what the alarm does
  const odometer = cursor.u32()
  const battery = bcd(cursor.slice(1))
  const fix_at = bcdTime(cursor.slice(6))
  const { attributes, ...place } = readPlace(status, cursor.slice(16))
  if (wide) Object.assign(inputs, named('battery_volts', hundredths(cursor)))
  Object.assign(inputs, named('power_volts', hundredths(cursor)))
  if (family === families.obd) Object.assign(inputs, readEngine(cursor))
  if (type === 0x16 || type === 0x18) Object.assign(inputs, readSensor(cursor))
  const own = { rssi, odometer, ...named('battery', battery === 0 ? 100 : battery), ...reasonOf(code) }
  const alarm = vehicleAlarms[code] ?? null
  return reportOf({ ...place, fix_at, alarm, seq: serial, attributes: { ...attributes, ...own, ...inputs } })
}

const named = (name: string, value: number | null): Attributes => (value === null ? {} : { [name]: value })
const reasonOf = (code: number): Attributes => (code > 0 ? { reason: code } : {})
const bit = (bits: number, n: number) => (bits & (1 << n)) !== 0

/** Bit 14 ignition, 13 air conditioning, 12 and 11 further inputs; 10 to 8 outputs. */
function readInputs(cursor: Cursor, wide: boolean): Attributes {
  const bits = cursor.u16()
  const inputs = { ignition: bit(bits, 14), input_2: bit(bits, 13), input_3: bit(bits, 12), input_4: bit(bits, 11) }
  if (wide) {
    const outputs = cursor.u8()
    cursor.u8()
    return { ...inputs, outputs }
  }
  return { ...inputs, output_1: bit(bits, 10), output_2: bit(bits, 9), output_3: bit(bits, 8) }
}

function readVolts(cursor: Cursor, count: number): Attributes {
  const volts: Attributes = {}
  for (let i = 1; i <= count; i++) Object.assign(volts, named(`adc_${i}`, hundredths(cursor)))
  return volts
}

/** Four decimal digits; null if they are not sent, or not known. */
function hundredths(cursor: Cursor): number | null {
  if (cursor.left < 2) return null
  const value = bcd(cursor.slice(2))
  return value === null ? null : value / 100
}

/** Speed (BCD, tenths of km/h), fuel in all and at present, rpm, then one byte each. All ones are unknown. */
function readEngine(cursor: Cursor): Attributes {
  if (cursor.left < 19) return {}
  const speed = bcd(cursor.slice(2))
  const used = cursor.u32()
  const rate = cursor.u32()
  const rpm = cursor.u16()
  const [air, pressure, coolant, intake, load, throttle, fuel] = [0, 1, 2, 3, 4, 5, 6].map(() => cursor.u8())
  const known = (name: string, value: number, all = 0xff, read = (v: number) => v): Attributes =>
    value === all ? {} : { [name]: read(value) }
  return {
    ...named('obd_speed', speed === null ? null : (speed / 10) * KMH),
    ...known('fuel_used_litres', used, 0xffffffff, (value) => value / 1000),
    ...known('io_2', rate, 0xffffffff),
    ...known('rpm', rpm, 0xffff),
    ...known('io_4', air!),
    ...known('io_5', pressure!),
    ...known('coolant_temperature', coolant!, 0xff, (value) => value - 40),
    ...known('io_7', intake!, 0xff, (value) => value - 40),
    ...known('engine_load', load!),
    ...known('throttle', throttle!),
    ...known(fuel! & 0x80 ? 'fuel_litres' : 'fuel', fuel!, 0xff, (value) => value & 0x7f),
  }
}

function readSensor(cursor: Cursor): Attributes {
  if (cursor.left < 6) return {}
  return { x: cursor.i16(), y: cursor.i16(), z: cursor.i16() }
}

/** Positions and alarms of solar and asset trackers. */
export function decodeAsset({ serial, body }: Frame): Report {
  const cursor = new Cursor(body)
  const status = cursor.u8()
  const code = cursor.u8()
  const fix_at = bcdTime(cursor.slice(6))
  const { attributes, ...place } = readPlace(status, cursor.slice(16))
  const own = { ...attributes, ...readAxes(cursor.slice(5)), ...readBatteries(cursor), ...reasonOf(code) }
  return reportOf({ ...place, fix_at, alarm: assetAlarms[code] ?? null, seq: serial, attributes: own })
}

/** What asset trackers say of themselves: charge, temperature, light, voltages, distance, state. */
export function readBatteries(cursor: Cursor): Attributes {
  const charge = bcd(cursor.slice(1))
  const temperature = cursor.u8()
  const tenths = () => {
    const value = bcd(cursor.slice(1))
    return value === null ? null : value / 10
  }
  const [light, battery_volts, solar_volts] = [tenths(), tenths(), tenths()]
  const odometer = cursor.u32()
  const state = cursor.u16()
  return {
    ...named('battery', charge === 0 ? 100 : charge),
    // A sign and a number, not a complement.
    ...(temperature !== 0xff && { temperature: (temperature & 0x7f) * (temperature & 0x80 ? -1 : 1) }),
    ...named('light', light),
    ...named('battery_volts', battery_volts),
    ...named('solar_volts', solar_volts),
    odometer,
    ignition: bit(state, 2),
    charging: bit(state, 15) || bit(state, 3),
    rssi: (state >> 4) & 0x7f,
  }
}
