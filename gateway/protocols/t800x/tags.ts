import type { Attributes, Report } from '../report.ts'
import { bcd, bcdTime } from '../shared/bcd.ts'
import { Cursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import { macOf } from './others.ts'
import { readPlace } from './place.ts'
import type { Frame } from './wire.ts'

type Fields = Partial<Report>

/**
 * Radio sensors near the device: time, ignition, in type 12 the place, the kind of sensor, then one entry a sensor.
 * A value of all ones is not known.
 */
export function decodeTags({ body, type, serial }: Frame): Report {
  const cursor = new Cursor(body)
  const fix_at = bcdTime(cursor.slice(6))
  const ignition = (cursor.u8() & 1) === 1
  const { attributes, ...place } = type === WITH_PLACE ? readPlace(cursor.u8(), cursor.slice(16)) : ({} as Fields)
  const kind = cursor.u16()
  const found: Fields[] = []
  while (cursor.left > 0) {
    const tag = readTag(kind, cursor, type === WITH_PLACE)
    if (tag === null) break
    found.push(tag)
    // Each may be behind its kind again.
    if (type !== WITH_PLACE && cursor.left > 2 && cursor.bytes.readUInt16BE(cursor.at) === kind) cursor.u16()
  }
  const beacons = found.map(({ attributes: tag }) => tag?.beacon).filter((beacon) => beacon !== undefined)
  const extra = found.map(({ attributes: tag }) => ({ driver: tag?.driver, ...(tag?.place as Attributes) }))
  const own = Object.assign({ ignition, ...(beacons.length > 0 && { beacons }) }, ...extra)
  const located = found.find(({ lat }) => typeof lat === 'number')
  return reportOf({
    ...(located ?? place),
    fix_at,
    event: 'status',
    alarm: found.find(({ alarm }) => alarm)?.alarm ?? null,
    attributes: { ...attributes, ...own },
    seq: serial,
  })
}

const WITH_PLACE = 0x12

/** @returns null for kinds without a known length */
function readTag(kind: number, cursor: Cursor, with_place: boolean): Fields | null {
  switch (kind) {
    case 0x01:
      return { attributes: { beacon: readTyre(cursor) } }
    case 0x02:
    case 0x03:
      return readButton(kind, cursor, with_place)
    case 0x04:
      return { attributes: { beacon: { ...readHead(cursor), ...readClimate(cursor), ...readSignal(cursor) } } }
    case 0x05:
    case 0x06: {
      const head = readHead(cursor)
      const temperature = readTemperature(cursor)
      const state = cursor.u8()
      const name = kind === 0x05 ? 'door' : 'output'
      return {
        attributes: { beacon: { ...head, ...temperature, ...known(name, state > 0, state), ...readSignal(cursor) } },
      }
    }
    case 0x07: {
      const [mac, volts] = [macOf(cursor.slice(6)), cursor.u8()]
      const level = cursor.u16()
      const temperature = readTemperature(cursor)
      const status = cursor.u8()
      const beacon = {
        mac,
        ...known('battery_volts', cents(200 + volts), volts),
        ...known('fuel', level, level, 0xffff),
      }
      return {
        attributes: {
          beacon: { ...beacon, ...temperature, ...known('status', status, status), ...readSignal(cursor) },
        },
      }
    }
    default:
      return null
  }
}

const known = (name: string, value: unknown, raw: number, unknown = 0xff): Attributes =>
  raw === unknown ? {} : { [name]: value }
const cents = (value: number) => Math.round(value) / 100

function readHead(cursor: Cursor): Attributes {
  const mac = macOf(cursor.slice(6))
  const volts = cursor.u8()
  const charge = cursor.u8()
  return { mac, ...known('battery_volts', cents(200 + volts), volts), ...known('battery', charge, charge) }
}

/** A sign and hundredths of a degree. */
function readTemperature(cursor: Cursor): Attributes {
  const bits = cursor.u16()
  return known('temperature', ((bits & 0x7fff) * (bits & 0x8000 ? -1 : 1)) / 100, bits, 0xffff)
}

function readClimate(cursor: Cursor): Attributes {
  const temperature = readTemperature(cursor)
  const humidity = cursor.u16()
  const light = cursor.u16()
  return {
    ...temperature,
    ...known('humidity', humidity / 100, humidity, 0xffff),
    ...known('light', light & 0xfff, light, 0xffff),
  }
}

function readSignal(cursor: Cursor): Attributes {
  const signal = cursor.u8()
  return known('signal', signal - 128, signal)
}

/** Pressure in kPa. */
function readTyre(cursor: Cursor): Attributes {
  const mac = macOf(cursor.slice(6))
  const [volts, pressure, temperature, status] = [cursor.u8(), cursor.u8(), cursor.u8(), cursor.u8()]
  return {
    mac,
    ...known('battery_volts', cents(122 + volts), volts),
    ...known('pressure', Math.round(pressure * 314.4) / 100, pressure),
    ...known('temperature', temperature - 55, temperature),
    ...known('status', status, status),
  }
}

/** An emergency button (2), or a driver's key (3). A first byte of 1 is a low battery. */
function readButton(kind: number, cursor: Cursor, with_place: boolean): Fields {
  const mac = cursor.slice(6)
  const volts = bcd(cursor.slice(1))
  const low = cursor.u8() === 1
  const { attributes: place, ...located } = with_place ? ({} as Fields) : readPlace(cursor.u8(), cursor.slice(16))
  const beacon = { mac: macOf(mac), ...(volts !== null && { battery_volts: volts / 10 }) }
  const attributes = { beacon, place, ...(kind === 0x03 && { driver: mac.toString('hex') }) }
  return { ...located, alarm: low ? 'low_battery' : kind === 0x02 ? 'sos' : null, attributes }
}
