import { Cursor } from '../shared/cursor.ts'

/**
 * Decodes an element of variable length to the name and value of an attribute. One that is not well-formed is kept as
 * hexadecimal.
 */
export function decodeLong(id: number, bytes: Buffer): [string, unknown] {
  const raw: [string, unknown] = [`io_${id}`, bytes.toString('hex')]
  if (id === VIN) return isText(bytes) ? ['vin', bytes.toString('latin1').trim()] : raw
  if (id === FAULTS) return isText(bytes) ? ['faults', bytes.toString('latin1').trim().replaceAll(',', ' ')] : raw
  try {
    if (id === BEACONS && bytes.length > 0) return ['beacons', readBeacons(new Cursor(bytes))]
    if (tag_lists.has(id) && bytes.length > 0) return ['beacons', readTags(new Cursor(bytes))]
  } catch {
    return raw
  }
  return raw
}

const VIN = 256
const FAULTS = 281
const BEACONS = 385
const tag_lists = new Set([548, 10_828, 10_829, 10_830, 10_831, 11_317])

const isText = (bytes: Buffer) => bytes.every((byte) => byte >= 0x20 && byte < 0x7f)

/**
 * Element 385: one byte for the part, then for each beacon its flags, its id and the fields that the flags announce.
 */
function readBeacons(cursor: Cursor): Beacon[] {
  cursor.u8()
  const beacons: Beacon[] = []
  while (cursor.left > 0) {
    const flags = cursor.u8()
    const beacon: Beacon = { id: flags & 0x20 ? readIBeacon(cursor) : readEddystone(cursor) }
    if (flags & 0x01) beacon.signal = (cursor.u8() << 24) >> 24
    if (flags & 0x02) beacon.battery_volts = cursor.u16() / 100
    if (flags & 0x04) beacon.temperature = cursor.i16()
    beacons.push(beacon)
  }
  return beacons
}

/** UUID, major, minor. */
const readIBeacon = (cursor: Cursor) => `${cursor.slice(16).toString('hex')}:${cursor.u16()}:${cursor.u16()}`

/** Namespace, instance. */
const readEddystone = (cursor: Cursor) => `${cursor.slice(10).toString('hex')}:${cursor.slice(6).toString('hex')}`

/** Lists of tags: one byte of head, then for each tag its length and parameters of id, length and value. */
function readTags(cursor: Cursor): Beacon[] {
  cursor.u8()
  const tags: Beacon[] = []
  while (cursor.left > 0) {
    const tag: Beacon = {}
    const inner = new Cursor(cursor.slice(cursor.u8()))
    while (inner.left > 0) readParameter(tag, inner.u8(), inner.slice(inner.u8()))
    tags.push(tag)
  }
  return tags
}

function readParameter(tag: Beacon, id: number, bytes: Buffer): void {
  const value = new Cursor(bytes)
  if (id === 0) tag.signal = bytes.readInt8(0)
  else if (id === 1) tag.id = bytes.toString('hex')
  else if (id === 2 && bytes.length > 0) Object.assign(tag, readEyeData(value))
  else if (id === 5) tag.name = bytes.toString('latin1').replace(/[^\x20-\x7e]+$/, '')
  else if (id === 6) tag.temperature = value.i16() / 100
  else if (id === 7) tag.humidity = value.u8()
  else if (id === 13) tag.low_battery = value.u8() > 0
  else if (id === 14) tag.battery_volts = value.u16() / 1000
  else if (id === 15) tag.mac = bytes.toString('hex')
  else tag[`io_${id}`] = bytes.toString('hex')
}

/** Data of an EYE sensor: flags, then the fields that they announce. */
function readEyeData(cursor: Cursor): Beacon {
  const data: Beacon = {}
  const flags = cursor.u8()
  if (flags & 0x01) data.temperature = cursor.i16() / 100
  if (flags & 0x02) data.humidity = cursor.u8()
  if (flags & 0x04) data.magnet = (flags & 0x08) !== 0
  if (flags & 0x10) {
    const movement = cursor.u16()
    data.motion = movement >= 0x8000
    data.movements = movement & 0x7fff
  }
  if (flags & 0x20) cursor.slice(3) // pitch and roll
  data.low_battery = (flags & 0x40) !== 0
  if (flags & 0x80) data.battery_volts = (2000 + cursor.u8() * 10) / 1000
  return data
}

type Beacon = Record<string, unknown>
