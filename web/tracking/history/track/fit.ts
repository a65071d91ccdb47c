import type { Raw } from './fix.ts'

/**
 * The records of a FIT file, as Garmin's public description has them: definitions say which fields the messages that
 * follow have. Of several files in one, which devices write one after the other, each is read.
 *
 * @throws {RangeError} what is truncated, or has a wrong checksum
 */
export function* fixesOfFit(bytes: Uint8Array): Generator<Raw> {
  for (let begin = 0; begin < bytes.length; ) {
    const end = endOf(bytes, begin)
    yield* recordsIn(new DataView(bytes.buffer, bytes.byteOffset + begin, end - begin - CRC_BYTES))
    begin = end
  }
}

/** Whether its header says that it is a FIT file. */
export const isFit = (head: Uint8Array) =>
  (head[0] === 12 || head[0] === 14) && String.fromCharCode(...head.subarray(8, 12)) === '.FIT'

/** The size that the header claims must be there, whatever it is. */
function endOf(bytes: Uint8Array, begin: number): number {
  const head = bytes.subarray(begin, begin + 14)
  if (head.length < 14 || !isFit(head)) throw new RangeError('no header')
  const size = head[0]! + new DataView(head.buffer, head.byteOffset).getUint32(4, true) + CRC_BYTES
  const file = bytes.subarray(begin, begin + size)
  // Over a file and its checksum the result is 0.
  if (file.length < size || crcOf(file) !== 0) throw new RangeError('truncated or damaged')
  return begin + size
}

function* recordsIn(view: DataView): Generator<Raw> {
  const definitions = new Map<number, Definition>()
  let last_time: number | null = null
  for (let at = view.getUint8(0); at < view.byteLength; ) {
    const header = view.getUint8(at++)
    const is_short = (header & 0x80) !== 0
    if (!is_short && header & 0x40) {
      const definition = definitionAt(view, at, (header & 0x20) !== 0)
      definitions.set(header & 0x0f, definition)
      at += definition.own_size
      continue
    }
    const definition = definitions.get(is_short ? (header >> 5) & 3 : header & 0x0f)
    if (!definition) throw new RangeError('no definition')
    if (at + definition.size > view.byteLength) throw new RangeError('truncated')
    const time: number | null =
      readField(view, at, definition, TIME) ?? (is_short ? timeAfter(last_time, header & 0x1f) : null)
    if (time !== null) last_time = time
    if (definition.message === RECORD) yield recordOf(view, at, definition, time)
    at += definition.size
  }
}

/** Five bits of seconds, of the next time at which they are right. */
const timeAfter = (last: number | null, bits: number) => (last === null ? null : last + ((bits - last) & 0x1f))

function definitionAt(view: DataView, at: number, has_developer_fields: boolean): Definition {
  const little = view.getUint8(at + 1) === 0
  const message = view.getUint16(at + 2, little)
  const fields = new Map<number, Field>()
  let [next, size] = [at + 5, 0]
  for (let i = view.getUint8(at + 4); i > 0; i--, next += 3) {
    const length = view.getUint8(next + 1)
    fields.set(view.getUint8(next), { at: size, size: length, type: view.getUint8(next + 2) & 0x1f })
    size += length
  }
  if (has_developer_fields) {
    const count = view.getUint8(next++)
    for (let i = count; i > 0; i--, next += 3) size += view.getUint8(next + 1)
  }
  return { message, little, fields, size, own_size: next - at }
}

function recordOf(view: DataView, at: number, definition: Definition, time: number | null): Raw {
  const value = (...names: number[]) => {
    for (const name of names) {
      const found = readField(view, at, definition, name)
      if (found !== null) return found
    }
    return null
  }
  const [altitude, speed] = [value(ENHANCED_ALTITUDE, ALTITUDE), value(ENHANCED_SPEED, SPEED)]
  return {
    // Below, it is seconds since the device was switched on.
    time: time === null || time < FIRST_TIME ? null : (EPOCH_S + time) * 1000,
    lat: degreesOf(value(LATITUDE)),
    lon: degreesOf(value(LONGITUDE)),
    altitude: altitude === null ? null : altitude / 5 - 500,
    speed: speed === null ? null : speed / 1000,
    accuracy: value(ACCURACY),
  }
}

/** Null where the field is missing, invalid or of a type that it cannot have. */
function readField(view: DataView, at: number, { fields, little }: Definition, name: number): number | null {
  const field = fields.get(name)
  const type = field && types.get(field.type)
  if (!field || type?.size !== field.size) return null
  const value = type.read(view, at + field.at, little)
  return value === type.invalid ? null : value
}

const degreesOf = (semicircles: number | null) => (semicircles === null ? null : (semicircles * 180) / 2 ** 31)

function crcOf(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    for (const half of [byte & 0x0f, byte >> 4]) crc = (crc >> 4) ^ CRC[crc & 0x0f]! ^ CRC[half]!
  }
  return crc
}
const CRC = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000, 0x9c01,
  0x8801, 0x4400,
]
const CRC_BYTES = 2

/** Types of numbers that the fields have. */
const types = new Map<number, Type>([
  [2, { size: 1, invalid: 0xff, read: (view, at) => view.getUint8(at) }],
  [4, { size: 2, invalid: 0xffff, read: (view, at, little) => view.getUint16(at, little) }],
  [5, { size: 4, invalid: 0x7fffffff, read: (view, at, little) => view.getInt32(at, little) }],
  [6, { size: 4, invalid: 0xffffffff, read: (view, at, little) => view.getUint32(at, little) }],
])

const RECORD = 20
const [LATITUDE, LONGITUDE, ALTITUDE, SPEED, ACCURACY, ENHANCED_SPEED, ENHANCED_ALTITUDE, TIME] = [
  0, 1, 2, 6, 31, 73, 78, 253,
] as const
/** 1989-12-31T00:00:00Z in seconds since 1970. */
const EPOCH_S = 631_065_600
const FIRST_TIME = 0x10000000

type Field = { at: number; size: number; type: number }
type Type = { size: number; invalid: number; read(view: DataView, at: number, little: boolean): number }
type Definition = { message: number; little: boolean; fields: Map<number, Field>; size: number; own_size: number }
