import type { Attributes } from '../report.ts'
import type { Cursor } from '../shared/cursor.ts'
import { KMH, reading, scaled } from '../shared/units.ts'
import {
  driverAlarms,
  drivingBits,
  invertedBits,
  isSet,
  markedBits,
  namesOf,
  roadAlarms,
  violentAlarms,
} from './alarms.ts'
import {
  type ItemReader,
  type ItemValues,
  keep,
  number,
  printable,
  type Readers,
  raise,
  readItem,
  readItems,
  text,
} from './items.ts'
import {
  cellsOfCountry,
  cellThenArea,
  countedCells,
  countedWifi,
  earlyCells,
  extendedCell,
  longCells,
  plainCell,
  wideCell,
  wifi,
  wifiText,
} from './networks.ts'

/** Items 0x50 and above, which makers define. Where makers differ, the length tells the meaning. */
export const vendorItems: Readers = {
  0x50: wifi,
  0x51: (cursor, { attributes }) => {
    for (let n = 1; cursor.left >= 2 && n <= 8; n++) {
      const value = cursor.i16()
      // Probes that are not connected send the lowest number.
      if (value > -0x7000) attributes[n === 1 ? 'temperature_1' : `temperature_${n}`] = value / 10
    }
  },
  0x53: countedCells,
  0x54: countedWifi,
  0x56: (cursor, { attributes }) => {
    const tenths = cursor.u8()
    if (tenths <= 10) attributes.battery = tenths * 10
  },
  0x57: (cursor, found) => {
    raise(found, ...namesOf(cursor.u16(), drivingBits))
    cursor.u16()
    // External switches: the first is the door.
    if (cursor.left >= 2 && isSet(cursor.u16(), 0)) raise(found, 'door')
  },
  0x5d: countedCells,
  0x60: (cursor, { attributes }) => {
    attributes.reason = cursor.u16()
    if (cursor.left >= 15) {
      cursor.slice(7)
      attributes.card = printable(cursor.slice(8)) || null
    }
  },
  0x61: number('power_volts', 0.01),
  0x63: (cursor, { attributes }) => {
    const locks = []
    while (cursor.left >= 11 && locks.length < 8) {
      const id = cursor.slice(6).toString('hex')
      locks.push({ id, battery_volts: cursor.u16() / 1000, locked: cursor.u8() === 0x31 })
      cursor.u16()
    }
    attributes.beacons = locks
  },
  0x64: camera(roadAlarms, 0x6400),
  0x65: camera(driverAlarms, 0x6500),
  0x66: (cursor, found) => {
    if (cursor.left % 9 !== 2) keep(0x66, cursor.slice(cursor.left), found)
    else cellsOfCountry(cursor, found)
  },
  0x69: number('battery_volts', 0.01),
  '106:1': number('rssi'),
  '107:1': number('satellites'),
  0x6c: text('imsi'),
  0x70: (cursor, found) => {
    cursor.u32()
    cursor.u8()
    const kind = cursor.u8()
    found.attributes.warning = 0x7000 + kind
    raise(found, violentAlarms[kind])
  },
  0x71: iccid,
  '128:1': (cursor, { attributes }) => {
    attributes.obd_speed = scaled(cursor.u8(), KMH)
  },
  '129:2': number('rpm'),
  '130:2': number('power_volts', 0.1),
  '131:1': number('engine_load'),
  '132:1': number('coolant_temperature', 1, -40),
  '137:1': number('throttle'),
  '139:17': text('vin'),
  '140:4': number('obd_odometer', 100),
  '141:2': number('trip', 1000),
  '142:1': number('fuel'),
  0xa0: (cursor, { attributes }) => {
    const codes = printable(cursor.slice(cursor.left)).split(',').filter(Boolean)
    if (codes.length > 0) attributes.faults = codes.join(' ')
  },
  0xcc: iccid,
  '208:4': (cursor, found) => {
    const bits = cursor.u32()
    if (isSet(bits, 3)) raise(found, 'vibration')
    found.attributes.io_208 = bits || null
  },
  '211:2': number('power_volts', 0.1),
  '212:1': number('battery'),
  '213:2': number('battery_volts', 0.01),
  0xd5: readLocks,
  0xd6: iccid,
  '225:1': number('battery'),
  '225:2': number('power_volts', 0.1),
  '225:4': (cursor, { attributes }) => {
    attributes.driver = String(cursor.u32())
  },
  '225:12': wideCell,
  '226:4': number('fuel_litres', 0.1),
  '226:2': number('fuel_litres', 0.1),
  '227:6': (cursor, { attributes }) => {
    const level = cursor.u16()
    attributes.battery = level <= 100 ? level : null
    attributes.battery_volts = cursor.u16() / 100
  },
  '228:2': (cursor, { attributes }) => {
    // 0 is charging, 1 is not.
    attributes.charging = cursor.u8() === 0
    attributes.battery = cursor.u8()
  },
  0xe6: readEngineText,
  '232:10': (cursor, { attributes }) => {
    cursor.slice(5)
    attributes.battery_volts = cursor.u16() / 100
  },
  '232:20': (cursor, found) => {
    const code = cursor.u16()
    found.attributes.warning = code
    raise(found, code === 0x0c01 ? 'sos' : code === 0x0406 ? 'vibration' : null)
  },
  0xeb: readExtension,
  0xec: wifi,
  '238:10': (cursor, found) => {
    const [mcc, mnc, lac, cid] = [cursor.u16(), cursor.u8(), cursor.u16(), cursor.u32()]
    found.attributes.network ??= { mcc, mnc, lac, cid }
  },
  0xf0: longCells,
  '241:4': number('power_volts', 0.001),
  0xf2: text('version'),
  0xf3: (cursor, found) => readItems(cursor, found, engineItems, 2),
  0xf4: (cursor, found) => {
    if (cursor.left < 7) keep(0xf4, cursor.slice(cursor.left), found)
    else wifi(cursor, found)
  },
  '246:8': (cursor, { attributes }) => {
    attributes.imei = cursor.slice(8).toString('hex').slice(1)
  },
  0xf6: readSensors,
  '247:6': (cursor, { attributes }) => {
    attributes.battery_volts = cursor.u32() / 1000
    cursor.u8()
    attributes.battery = cursor.u8()
  },
  '248:2': number('steps'),
  0xf8: (cursor, { attributes }) => {
    cursor.u8()
    cursor.slice(8) // the IMEI
    attributes.iccid = cursor.slice(10).toString('hex').replace(/f+$/, '')
  },
  '253:10': cellThenArea,
  '254:1': number('battery'),
  '254:2': number('power_volts', 0.1),
  '254:4': number('odometer'),
  0xfe: readMarked,
  '255:12': plainCell,
}

function iccid(cursor: Cursor, { attributes }: ItemValues): void {
  attributes.iccid = printable(cursor.slice(cursor.left)).replace(/F+$/i, '') || null
}

/** A count of locks: id (5 bytes), card (5 bytes), percent, state, and 0x31 where it is locked. */
function readLocks(cursor: Cursor, { attributes }: ItemValues): void {
  const beacons = []
  for (let count = Math.min(cursor.u8(), 8); count > 0; count--) {
    const id = cursor.slice(5).toString('hex')
    const card = cursor.slice(5).toString('hex')
    const battery = cursor.u8()
    cursor.u8()
    beacons.push({ id, card, battery, locked: cursor.u8() === 0x31 })
  }
  attributes.beacons = beacons
}

/** Text of an OBD reader; other models send one byte here. */
function readEngineText(cursor: Cursor, found: ItemValues): void {
  const value = cursor.slice(cursor.left)
  const sentence = printable(value)
  if (sentence.startsWith('$OBD-RT,')) Object.assign(found.attributes, engineText(sentence))
  else keep(0xe6, value, found)
}

/**
 * `$OBD-RT`: volts, rpm, km/h, throttle, load, coolant, fuel at the moment and on average, km and litres of the trip and
 * in all. Empty fields are unknown.
 */
export function engineText(sentence: string): Attributes {
  const [volts, rpm, speed, throttle, load, coolant, , average, trip, odometer, , used] = sentence.split(',').slice(1)
  return {
    power_volts: reading(volts),
    rpm: reading(rpm),
    obd_speed: scaled(reading(speed), KMH),
    throttle: reading(throttle),
    engine_load: reading(load),
    coolant_temperature: reading(coolant),
    fuel_average: reading(average),
    trip: scaled(reading(trip), 1000),
    obd_odometer: scaled(reading(odometer), 1000),
    fuel_used_litres: reading(used),
  }
}

/** 0xEB: parts with a length (2 bytes, counting the id) and an id (2 bytes); early models send cells. */
function readExtension(cursor: Cursor, found: ItemValues): void {
  if (cursor.left >= 2 && cursor.bytes.readUInt16BE(cursor.at) > 200) {
    earlyCells(cursor, found)
    return
  }
  while (cursor.left >= 4) {
    const length = cursor.u16()
    if (length < 2 || length > cursor.left) return
    const id = cursor.u16()
    readItem(id, cursor.slice(length - 2), found, extensionItems)
  }
}

const extensionItems: Readers = {
  0x0001: (cursor, { attributes }) => {
    attributes.fuel_sensor_1 = cursor.u16() / 10
  },
  0x0023: (cursor, { attributes }) => {
    attributes.fuel_sensor_2 = reading(printable(cursor.slice(cursor.left)))
  },
  0x002d: number('battery_volts', 0.001),
  '137:4': (cursor, found) => {
    const bits = ~cursor.u32() >>> 0
    raise(found, ...namesOf(bits, invertedBits))
    if (bits !== 0) found.attributes.reason ??= bits
  },
  '168:1': number('battery'),
  0x00b2: (cursor, { attributes }) => {
    const digits = cursor.slice(cursor.left).toString('hex').replace(/f+$/, '')
    attributes.iccid = /^0+$/.test(digits) ? null : digits
  },
  0x00b9: wifiText,
  '197:4': (cursor, { attributes }) => {
    const bits = ~cursor.u32() >>> 0
    if (isSet(bits, 23) && isSet(bits, 24)) attributes.motion = true
  },
  0x00ce: number('power_volts', 0.01),
  0x00d5: (cursor, { attributes }) => {
    const digits = printable(cursor.slice(cursor.left))
    attributes.imei = /^0*$/.test(digits) ? null : digits
  },
  0x00d8: extendedCell,
  '225:1': number('battery'),
}

/** Item 0xF3, of OBD readers: id (2 bytes), length, value. */
const engineItems: Readers = {
  0x0002: (cursor, { attributes }) => {
    attributes.obd_speed = scaled(cursor.u16(), 0.1 * KMH)
  },
  0x0003: number('rpm'),
  0x0004: number('power_volts', 0.001),
  0x0005: number('obd_odometer', 100),
  0x0007: number('fuel_average', 0.1),
  '8:1': number('engine_load'),
  '8:2': number('engine_load', 0.1),
  0x0009: number('coolant_temperature', 1, -40),
  '14:1': number('throttle'),
  0x0050: text('vin'),
  0x0100: number('trip', 100),
}

/** Item 0xF6: event, mask of what follows: light, temperature, humidity, acceleration. */
function readSensors(cursor: Cursor, { attributes }: ItemValues): void {
  attributes.reason = cursor.u8()
  const mask = cursor.u8()
  if (isSet(mask, 0)) attributes.light = cursor.u16()
  if (isSet(mask, 1)) attributes.temperature_1 = cursor.i16() / 10
  if (isSet(mask, 2)) attributes.humidity = cursor.i16() / 10
  if (isSet(mask, 3)) Object.assign(attributes, { x: cursor.i16(), y: cursor.i16(), z: cursor.i16() })
}

/** Item 0xFE with the mark 0x7C: items of its own, of which the first are alarms. */
function readMarked(cursor: Cursor, found: ItemValues): void {
  const value = cursor.bytes
  if (cursor.u8() !== 0x7c) {
    keep(0xfe, value, found)
    return
  }
  readItems(cursor, found, {
    '1:4': (inner) => {
      const bits = inner.u32()
      raise(found, ...namesOf(bits, markedBits))
      if (bits !== 0) found.attributes.reason ??= bits
    },
  })
}

/** Cameras: number and state of the alarm, then its kind. */
function camera(names: typeof roadAlarms, base: number): ItemReader {
  return (cursor, found) => {
    cursor.u32()
    cursor.u8()
    const kind = cursor.u8()
    found.attributes.warning = base + kind
    raise(found, names[kind])
  }
}
