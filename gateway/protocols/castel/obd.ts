import { type Attributes, BadReport, type Report } from '../report.ts'
import { LittleEndianCursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import {
  alarms,
  readCell,
  readParameters,
  readPlace,
  readStatistics,
  readTroubleCodes,
  type Statistics,
} from './parts.ts'

type Decoded = { reports: Report[]; answer?: string }

/**
 * Messages of the OBD variant (versions 3 and 4).
 *
 * @throws {BadReport}
 */
export function decodeObd(type: number, body: Buffer): Decoded {
  const cursor = new LittleEndianCursor(body)
  switch (type) {
    case 0x1001: // sign-in
    case 0x1002: // sign-out
      return { reports: readLocated(cursor).reports }
    case 0x4001:
      cursor.u8() // whether it was stored
      return { reports: readLocated(cursor).reports }
    case 0xb001:
      cursor.u16() // the command's number
      return { reports: readLocated(cursor).reports }
    case 0x4007:
      return { reports: readAlarm(cursor) }
    case 0x400e:
      return { reports: readFuel(cursor) }
    case 0x401f:
      return { reports: readExtended(cursor) }
    case 0x4009:
      cursor.u32() // the device's time
      return { reports: [reportOf(readPlace(cursor))] }
    case 0x5101: // asks for orbits
      return { reports: [reportOf(readPlace(cursor))] }
    case 0xa002:
      return readAnswer(cursor)
    default: {
      const read = statistics[type]
      return { reports: read ? [withStatistics(cursor, read)] : [] }
    }
  }
}

/** What stands behind the statistics in messages without a place. */
const statistics: Record<number, (cursor: LittleEndianCursor) => Attributes> = {
  0x4002: (cursor) => {
    cursor.u16() // seconds between samples
    return readParameters(cursor, true)
  },
  0x4003: (cursor) => {
    cursor.u16() // seconds between samples
    if (cursor.u8() === 0) return {}
    const [x, y, z] = [cursor.i16(), cursor.i16(), cursor.i16()]
    return { x, y, z }
  },
  0x4005: (cursor) => {
    cursor.u8()
    return readParameters(cursor, false)
  },
  0x4006: (cursor) => readTroubleCodes(cursor, 2),
  0x400b: (cursor) => readTroubleCodes(cursor, 4),
  0x4008: readCell,
}

function withStatistics(cursor: LittleEndianCursor, read: (cursor: LittleEndianCursor) => Attributes): Report {
  const { at, attributes, alarm } = readStatistics(cursor)
  const more = read(cursor)
  const event = alarm ?? ('faults' in more ? 'fault' : 'status')
  return reportOf({ fix_at: at, event, alarm, attributes: { ...attributes, ...more } })
}

function readLocated(cursor: LittleEndianCursor): { reports: Report[]; statistics: Statistics } {
  const vehicle = readStatistics(cursor)
  const reports: Report[] = []
  for (let left = cursor.u8(); left > 0; left--) {
    const place = readPlace(cursor)
    const attributes = { ...place.attributes, ...vehicle.attributes }
    reports.push(reportOf({ ...place, alarm: vehicle.alarm, attributes }))
  }
  return { reports, statistics: vehicle }
}

/** Reads an alarm with its last position, if the message has one. */
function readAlarm(cursor: LittleEndianCursor): Report[] {
  cursor.u32() // the alarm's number, which the server repeats
  const { reports, statistics } = readLocated(cursor)
  const begun: number[] = []
  for (let left = cursor.u8(); left > 0; left--) {
    const is_new = cursor.u8() !== 0
    const kind = cursor.u8()
    cursor.slice(4) // value and threshold
    if (is_new) begun.push(kind)
  }
  if (begun.length === 0) return reports
  const last = reports.pop()
  const alarm = begun.map((kind) => alarms[kind]).find((name) => name !== undefined) ?? null
  const ignition = begun.includes(IGNITION_ON) ? true : begun.includes(IGNITION_OFF) ? false : null
  const extra: Attributes = { reason: begun[0], ...(ignition !== null && { ignition }) }
  const attributes = { ...(last?.attributes ?? statistics.attributes), ...extra }
  const base: Partial<Report> = last ?? { fix_at: statistics.at }
  return [...reports, reportOf({ ...base, event: alarm ?? base.event ?? 'status', alarm, attributes })]
}

const IGNITION_ON = 0x16
const IGNITION_OFF = 0x17

function readFuel(cursor: LittleEndianCursor): Report[] {
  return readLocated(cursor).reports.map((report) => ({
    ...report,
    attributes: { ...report.attributes, ...(cursor.left >= 2 && { fuel_sensor_1: cursor.u16() }) },
  }))
}

/** Positions, and values behind their number and length. */
function readExtended(cursor: LittleEndianCursor): Report[] {
  cursor.u8() // whether it was stored
  cursor.u32() // the message's number
  const { reports } = readLocated(cursor)
  const values: Attributes = {}
  while (cursor.left >= 4) {
    const tag = cursor.u16()
    const bytes = cursor.slice(cursor.u16())
    if (tag === 0x10 && bytes.length === 2) values.temperature = bytes.readInt16LE() / 10
    else if (tag === 0x21 && bytes.length === 2) values.battery_volts = bytes.readUInt16LE() / 100
    else
      values[`io_${tag}`] =
        bytes.length <= 4 && bytes.length > 0 ? bytes.readUIntLE(0, bytes.length) : bytes.toString('hex')
  }
  return reports.map((report) => ({ ...report, attributes: { ...report.attributes, ...values } }))
}

/** What the device answers to a query: tags that failed, then tags with their text. */
function readAnswer(cursor: LittleEndianCursor): Decoded {
  cursor.slice(4) // the command's number, how many answers, which
  cursor.slice(2 * cursor.u8())
  const texts: string[] = []
  for (let left = cursor.u8(); left > 0; left--) {
    const tag = cursor.u16().toString(16).padStart(4, '0')
    const text = cursor
      .slice(cursor.u16())
      .toString('latin1')
      .replace(/[^\x20-\x7e]/g, '')
      .trim()
    texts.push(`${tag}=${text}`)
  }
  if (texts.length === 0) throw new BadReport('answer: has no values')
  const answer = texts.join(' ')
  return { reports: [reportOf({ event: 'status', attributes: { result: answer } })], answer }
}
