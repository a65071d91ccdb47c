import { type Attributes, BadReport, type Report } from '../report.ts'
import { LittleEndianCursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import { KMH } from '../shared/units.ts'
import type { AlarmName } from '../shared/vocabulary.ts'
import { ALTITUDE, ANSWER, COUNTED, EXTENDED, IMEI, interpret, MOTION, PLACE, STATUS, TIME, tagSize } from './tags.ts'

export type Records = { number: string | null; reports: Report[]; answer?: string }

/**
 * Records of tags, one after the other: a tag that the record has already begins the next.
 *
 * What stands behind an unknown tag cannot be read; what stands before it is kept, because the device would send the
 * message until it is acknowledged.
 *
 * @throws {BadReport}
 */
export function decodeRecords(body: Buffer): Records {
  const cursor = new LittleEndianCursor(body)
  const records: Tags[] = []
  let tags: Tags = new Map()
  while (cursor.left > 0) {
    const tag = cursor.u8()
    if (tags.has(tag)) {
      records.push(tags)
      tags = new Map()
    }
    const bytes = readValue(cursor, tag)
    if (bytes === null) break
    tags.set(tag, bytes)
  }
  records.push(tags)
  if (records.length === 1 && tags.size === 0) throw new BadReport('records: begin with an unknown tag')
  return fromRecords(records)
}

type Tags = Map<number, Buffer>

function readValue(cursor: LittleEndianCursor, tag: number): Buffer | null {
  if (COUNTED.has(tag)) return cursor.slice(cursor.u8())
  if (tag === EXTENDED) return cursor.slice(cursor.u16())
  const size = tagSize(tag)
  return size === null ? null : cursor.slice(size)
}

function fromRecords(records: Tags[]): Records {
  const imei = records.map((tags) => tags.get(IMEI)).find((bytes) => bytes !== undefined)
  const number = imei?.toString('latin1') ?? null
  if (number !== null && !/^\d{15}$/.test(number)) throw new BadReport('imei: is not digits')
  const answers = records.map((tags) => tags.get(ANSWER)?.toString('latin1').trim()).filter((text) => text)
  const reports = records.map(reportOfTags).filter((report) => report !== null)
  return { number, reports, ...(answers.length > 0 && { answer: answers.join('\n') }) }
}

/** @returns null for the first message of a connection, which has no time, place or answer */
function reportOfTags(tags: Tags): Report | null {
  const answer = tags.get(ANSWER)?.toString('latin1').trim()
  const time = tags.get(TIME)
  if (!time && !answer) return null
  const attributes: Attributes = answer ? { result: answer } : {}
  for (const [tag, bytes] of tags) {
    if (fields.has(tag)) continue
    Object.assign(attributes, tag === EXTENDED ? extended(bytes) : interpret(tag, bytes))
  }
  const place = tags.get(PLACE)
  const motion = tags.get(MOTION)
  const located = place ? placeOf(place) : null
  return reportOf({
    ...located,
    fix_at: time ? time.readUInt32LE() * 1000 : null,
    altitude: tags.get(ALTITUDE)?.readInt16LE() ?? null,
    speed: motion ? (motion.readUInt16LE() / 10) * KMH : null,
    heading: motion ? motion.readUInt16LE(2) / 10 : null,
    alarm: alarmOf(tags.get(STATUS)),
    attributes: { ...located?.attributes, ...attributes },
  })
}

const fields = new Set([IMEI, TIME, PLACE, MOTION, ALTITUDE, ANSWER])

/** The low half of the first byte is satellites, the high half 0 a fix by satellites, 2 a place by cells. */
function placeOf(bytes: Buffer): Partial<Report> {
  const [flags = 0] = bytes
  const lat = bytes.readInt32LE(1) / 1e6
  const lon = bytes.readInt32LE(5) / 1e6
  const attributes = { satellites: flags & 0xf }
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return { attributes }
  return { valid: flags >> 4 === 0, lat, lon, attributes }
}

/** Bit 15: an alarm was raised; 6: the antenna is off. */
function alarmOf(bytes: Buffer | undefined): AlarmName | null {
  const status = bytes?.readUInt16LE() ?? 0
  return status & 0x8000 ? 'general' : status & 0x40 ? 'gps_antenna_cut' : null
}

/** Numbers of two bytes; the first 128 have four bytes, the lengths of the others are not known. */
function extended(bytes: Buffer): Attributes {
  const attributes: Attributes = {}
  const cursor = new LittleEndianCursor(bytes)
  while (cursor.left >= 6) {
    const tag = cursor.u16()
    if (tag === 0 || tag > 0x80) break
    // Behind the tags of one byte.
    attributes[`io_${256 + tag}`] = cursor.u32()
  }
  return attributes
}

/**
 * Compressed records: ten bytes with time, place and alarm, how many tags, the tags, their values.
 *
 * @param now milliseconds since 1970: the time is given as seconds of the year
 * @throws {BadReport}
 */
export function decodeCompressed(body: Buffer, now: number): Report[] {
  const cursor = new LittleEndianCursor(body)
  const reports: Report[] = []
  while (cursor.left > 0) {
    const head = readHead(cursor.slice(10), now)
    const tags = [...cursor.slice(cursor.u8() & 0x7f)]
    const attributes: Attributes = {}
    const values: Tags = new Map()
    for (const tag of tags) {
      const bytes = readValue(cursor, tag)
      if (bytes === null) throw new BadReport(`tag: ${tag} is not known`)
      values.set(tag, bytes)
      if (!fields.has(tag)) Object.assign(attributes, tag === EXTENDED ? extended(bytes) : interpret(tag, bytes))
    }
    const motion = values.get(MOTION)
    const altitude = values.get(ALTITUDE)?.readInt16LE() ?? null
    const moved = motion && { speed: (motion.readUInt16LE() / 10) * KMH, heading: motion.readUInt16LE(2) / 10 }
    reports.push(reportOf({ ...head, ...moved, altitude, attributes }))
  }
  return reports
}

/** One bit not used, 25 seconds of the year, 1 no fix, 22 longitude, 21 latitude, 1 alarm. */
function readHead(bytes: Buffer, now: number): Partial<Report> {
  const bits = (bytes.readBigUInt64BE(0) << 16n) | BigInt(bytes.readUInt16BE(8))
  const field = (from: number, length: number) =>
    Number((bits >> BigInt(80 - from - length)) & ((1n << BigInt(length)) - 1n))
  return {
    fix_at: ofYear(field(1, 25), now),
    valid: field(26, 1) === 0,
    lon: (360 * field(27, 22)) / 2 ** 22 - 180,
    lat: (180 * field(49, 21)) / 2 ** 21 - 90,
    alarm: field(70, 1) === 1 ? 'general' : null,
  }
}

/** Of this year, or of the last where that is not over. */
function ofYear(seconds: number, now: number): number {
  const year = new Date(now).getUTCFullYear()
  const at = Date.UTC(year, 0) + seconds * 1000
  return at <= now + DAY ? at : Date.UTC(year - 1, 0) + seconds * 1000
}

const DAY = 86_400_000
