import { type Attributes, BadReport, type Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import { KMH } from '../shared/units.ts'
import { decodeLong } from './beacons.ts'
import type { Element } from './element.ts'
import { interpret } from './elements.ts'

const CODEC_8 = 0x08
const CODEC_16 = 0x10
const CODEC_8_EXTENDED = 0x8e

export const isRecordCodec = (codec: number) => codec === CODEC_8 || codec === CODEC_16 || codec === CODEC_8_EXTENDED

/**
 * Records from the codec to the second count. Some models append a group of 16-byte elements that the codec does not
 * announce; the data are theirs where they end exactly then.
 *
 * @throws {BadReport}
 */
export function decodeRecords(data: Buffer): Report[] {
  try {
    return readRecords(data, false)
  } catch (error) {
    if (!(error instanceof BadReport)) throw error
    try {
      return readRecords(data, true)
    } catch {
      throw error
    }
  }
}

function readRecords(data: Buffer, with_16: boolean): Report[] {
  const cursor = new Cursor(data)
  const codec = cursor.u8()
  const count = cursor.u8()
  const reports: Report[] = []
  for (let i = 0; i < count; i++) reports.push(readRecord(cursor, codec, with_16))
  if (cursor.left !== 1) throw new BadReport(`records: ${cursor.left - 1} bytes are left behind the last of ${count}`)
  return reports
}

function readRecord(cursor: Cursor, codec: number, with_16: boolean): Report {
  const time = cursor.u32() * 2 ** 32 + cursor.u32()
  const priority = cursor.u8()
  const lon = cursor.i32() / 1e7
  const lat = cursor.i32() / 1e7
  const altitude = cursor.i16()
  const heading = cursor.u16()
  const satellites = cursor.u8()
  const kmh = cursor.u16()
  const { event, elements, long } = readElements(cursor, codec, with_16)
  const interpreted = interpret(elements, event)
  // An impossible position is left out: the device repeats a record until it is acknowledged, and sends no later ones.
  const possible = Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return reportOf({
    fix_at: time,
    valid: possible && satellites > 0,
    lat: possible ? lat : null,
    lon: possible ? lon : null,
    altitude,
    heading,
    speed: (interpreted.kmh ?? kmh) * KMH,
    alarm: interpreted.alarm,
    attributes: {
      satellites,
      ...(priority > 0 && { priority }),
      ...(event > 0 && { reason: event }),
      ...interpreted.attributes,
      ...long,
    },
  })
}

/** Groups of elements of 1, 2, 4 and 8 bytes, and in codec 8 extended of variable length. */
function readElements(cursor: Cursor, codec: number, with_16: boolean): Groups {
  const extended = codec === CODEC_8_EXTENDED
  const number = () => (extended ? cursor.u16() : cursor.u8())
  const id = () => (codec === CODEC_8 ? cursor.u8() : cursor.u16())
  const groups: Groups = { event: id(), elements: [], long: {} }
  if (codec === CODEC_16) cursor.u8() // the trigger: entering, leaving, a change, time
  number() // the total of elements, repeated by the groups
  for (const size of [1, 2, 4, 8]) {
    for (let left = number(); left > 0; left--) groups.elements.push({ id: id(), bytes: cursor.slice(size) })
  }
  if (with_16) for (let left = number(); left > 0; left--) groups.long[`io_${id()}`] = cursor.slice(16).toString('hex')
  if (extended) for (let left = cursor.u16(); left > 0; left--) readLong(cursor, groups.long)
  return groups
}

function readLong(cursor: Cursor, long: Attributes): void {
  const id = cursor.u16()
  const [name, value] = decodeLong(id, cursor.slice(cursor.u16()))
  long[name] = value
}

type Groups = {
  /** The element that made the record, 0 for none. */
  event: number
  elements: Element[]
  /** What is longer than eight bytes. */
  long: Attributes
}
