import { BadReport, type Report } from '../report.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Message, Protocol } from '../shared/protocol.ts'
import { commands } from './commands.ts'
import { readLocated } from './located.ts'
import { readNetworks, readScan, readWifiList } from './networks.ts'
import { readState } from './states.ts'
import { readInformation, readSerial, readText } from './texts.ts'
import { type Frame, findFrame, readFrame, writeFrame } from './wire.ts'

/**
 * GT06 of Concox and its many derivatives. A device sends its IMEI only at its login.
 *
 * Source: Concox GT06 protocol 1.8.1, and recorded messages.
 */
export const gt06: Protocol<Session> = {
  name: 'gt06',
  port: 5023,
  udp: false,
  open: () => ({ zone_ms: 0, serial: 0 }),
  frame: findFrame,
  decode,
  encode,
  commands,
}

function decode(bytes: Buffer, session: Session, options: DecodeOptions): Message {
  const frame = readFrame(bytes, options)
  if (frame === null) {
    const { report, answer } = readScan(bytes)
    return { number: null, reports: [reportOf(report)], acknowledgement: answer }
  }
  if (frame.type === LOGIN) return login(frame, session)
  const text = readText(frame)
  if (text) {
    const { report, answer } = text
    return { ...message(frame, report, null), ...(answer && { answer }) }
  }
  const clock = clockOf(frame, session)
  return message(frame, inPast(readReport(frame, clock), clock, session, options.now), acknowledge(frame, options.now))
}

const LOGIN = 0x01
const COMMAND = 0x80

/** The IMEI in BCD behind a 0; then the model, and the zone of the device's clock. */
function login({ body, type, serial }: Frame, session: Session): Message {
  const digits = body.toString('hex', 0, 8)
  if (!/^\d{16}$/.test(digits)) throw new BadReport('imei: is not digits')
  session.zone_ms = body.length >= 12 ? zoneOf(body.readUInt16BE(10)) : 0
  return { number: digits.slice(1), reports: [], acknowledgement: writeFrame(type, serial) }
}

/** Bits 4 to 15: hours and minutes as hhmm; bit 3: west of Greenwich. */
function zoneOf(bits: number): number {
  const hours_minutes = bits >> 4
  const minutes = Math.floor(hours_minutes / 100) * 60 + (hours_minutes % 100)
  return (bits & 8 ? -1 : 1) * (minutes <= 14 * 60 ? minutes : 0) * 60_000
}

/** Early message types have the device's local time, later ones UTC: JM-VL03 protocol 1.1.2, "Protocol Numbers". */
const clockOf = ({ type }: Frame, { zone_ms }: Session) => (type < FIRST_IN_UTC ? zone_ms : 0)
const FIRST_IN_UTC = 0x20

/** Some makers swap local time and UTC, which shows in times that are in the future. */
function inPast(report: Partial<Report> | null, clock: number, { zone_ms }: Session, now: number) {
  const fix_at = report?.fix_at ?? 0
  if (fix_at <= now + DRIFT_MS) return report
  const other = fix_at + clock - (clock === 0 ? zone_ms : 0)
  return other <= now + DRIFT_MS ? { ...report, fix_at: other } : report
}

const DRIFT_MS = 10 * 60_000

function readReport(frame: Frame, zone_ms: number): Partial<Report> | null {
  const { type, extended } = frame
  if (type === 0x94 && extended) return readInformation(frame, zone_ms)
  if (type === 0x9b) return readSerial(frame)
  if (type === 0xf3) return readWifiList(frame, zone_ms)
  const stated = isStated(frame) ? readState(frame, zone_ms) : null
  if (stated) return stated
  const networks = isNetworks(frame) ? readNetworks(frame, zone_ms) : null
  if (networks) return networks
  // Extended 0x36 is a part of a picture.
  return extended && type === 0x36 ? null : readLocated(frame, zone_ms)
}

/** Some types have other meanings on some models, distinguished by length. */
function isStated({ type, extended, length }: Frame): boolean {
  if (extended) return true
  if (type === 0x36) return length !== 0x35
  return type !== 0xa3 || length === 0x0c || length === 0x18
}

function isNetworks({ type, length }: Frame): boolean {
  if (type === 0x24) return length !== 0x2e
  if (type === 0x34) return length === 0x37
  if (type === 0xa2) return length !== 0x40
  return true
}

function message(frame: Frame, report: Partial<Report> | null, acknowledgement: Buffer | null): Message {
  const reports = isEmpty(report) ? [] : [reportOf({ ...report, seq: frame.serial })]
  return { number: null, reports, acknowledgement }
}

const isEmpty = (report: Partial<Report> | null): report is null =>
  !report || (report.lat === undefined && !report.alarm && Object.keys(report.attributes ?? {}).length === 0)

/** Devices resend unanswered messages, except those that need no answer. */
function acknowledge({ type, extended, serial }: Frame, now: number): Buffer | null {
  if (type === 0x8a) return writeFrame(type, serial, timeNow(now))
  if (type === 0x2a) return writeFrame(0x97, serial, NO_ADDRESS, true)
  if (unanswered.has(type)) return null
  if (!extended) return writeFrame(type, serial)
  if (type === 0x70) return writeFrame(type, serial)
  return answeredLong.has(type) ? writeFrame(type, serial, undefined, true) : null
}

/** Information, engine data, serial lines, the X1 and its pictures, scans, and the server's own commands. */
const unanswered = new Set([0x94, 0x8c, 0x9b, 0x34, 0x35, 0xf3, 0x38, COMMAND, 0x81, 0x82])
const answeredLong = new Set([0x32, 0x33, 0x41, 0xf1, 0xf2])

function timeNow(now: number): Buffer {
  const date = new Date(now)
  return Buffer.of(
    date.getUTCFullYear() - 2000,
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  )
}

/** An address request, which the server does not resolve: length, the command's number, text. */
const NO_ADDRESS = Buffer.concat([Buffer.of(11, 0, 0, 0, 0), Buffer.from('NA&&NA&&0##')])

/** 80: length of number and text, number of the command, text. Devices take intervals from 5 s to 5 hours. */
function encode(command: Command, session: Session): Buffer | null {
  const text = command.type === 'interval' ? intervalCommand(command.interval_s) : command.text
  const bytes = Buffer.from(text ?? '', 'latin1')
  if (bytes.length === 0 || bytes.length > MAX_COMMAND) return null
  session.serial = (session.serial + 1) & 0xffff
  return writeFrame(COMMAND, session.serial, Buffer.concat([Buffer.of(4 + bytes.length, 0, 0, 0, 0), bytes]))
}

const MAX_COMMAND = 200

/** With the ignition on, and off. */
function intervalCommand(interval_s: number): string | null {
  if (interval_s <= 0) return null
  const seconds = Math.min(18_000, Math.max(5, interval_s))
  return `TIMER,${seconds},${seconds}#`
}

type Session = {
  /** How far the device's clock is ahead of UTC. */
  zone_ms: number
  /** Of the last command. */
  serial: number
}
