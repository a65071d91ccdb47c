import { BadReport, type Report } from '../report.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Message, Protocol } from '../shared/protocol.ts'
import { commands } from './commands.ts'
import { readLocation } from './location.ts'
import { readLock } from './lock.ts'
import {
  readAccelerations,
  readBatch,
  readDriver,
  readParameters,
  readProperties,
  readShortBatch,
  readText,
} from './others.ts'
import { Parts } from './parts.ts'
import { readTransparent } from './transparent.ts'
import { type Frame, findFrame, LOCK_TYPES, readFrame, writeFrame, writeLockFrame } from './wire.ts'

/**
 * JT/T 808, the Chinese standard for vehicle terminals, and the many trackers that use it (Huabao, Queclink's and
 * Concox's models for it, AOVX, padlocks). Every message has the number.
 *
 * Source: JT/T 808-2011, -2013 and -2019; JT/T 1078-2016; T/JSATL 12-2017; makers' items after recorded messages.
 */
export const jt808: Protocol<Session> = {
  name: 'jt808',
  port: 5015,
  udp: true,
  open: () => ({ head: null, serial: 0, parts: new Parts() }),
  frame: findFrame,
  decode,
  encode,
  commands,
}

function decode(bytes: Buffer, session: Session, options: DecodeOptions): Message {
  if (bytes[0] === 0x28) return decodeText(bytes.toString('latin1'), options.now)
  const frame = readFrame(bytes, options)
  session.head = Buffer.from(frame.head)
  if (frame.part === null) return decodeWhole(frame, options)
  const whole = session.parts.add(frame)
  // Parts are answered as they come, for a device waits for it; the last one after the commit of the whole.
  if (whole === null) return { number: frame.number, reports: [], acknowledgement: answer(frame) }
  return decodeWhole({ ...frame, body: whole }, options)
}

function decodeWhole(frame: Frame, options: DecodeOptions): Message {
  const { number } = frame
  const acknowledgement = acknowledge(frame, options.now)
  const result = resultOf(frame)
  const reports = reportsOf(frame, result)
  return { number, reports, acknowledgement, ...refusalOf(frame), ...(result !== null && { answer: result }) }
}

/** An unknown terminal is refused its registration: 4 is no such terminal. */
function refusalOf({ type, head, serial }: Frame): Pick<Message, 'refusal'> {
  return type === 0x0100 ? { refusal: send(head, 0x8100, Buffer.of(serial >> 8, serial & 0xff, 4)) } : {}
}

/** `(number,1,001,BASE,2,TIME)` asks for the time. */
function decodeText(text: string, now: number): Message {
  const [, number] = /^\((\d{1,20}),\d,\d{3},[A-Z]+,/.exec(text) ?? []
  if (number === undefined) throw new BadReport('frame: has no number')
  const asks = text.endsWith(',TIME)')
  const time = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)
  return { number, reports: [], acknowledgement: asks ? Buffer.from(text.replace(/TIME\)$/, `${time})`)) : null }
}

function reportsOf(frame: Frame, result: string | null): Report[] {
  const { type, body, properties } = frame
  const since2019 = (properties & 0x4000) !== 0
  const one = (report: Report | null) => (report === null ? [] : [report])
  switch (type) {
    case 0x0200:
      return [readLocation(body, { since2019 })]
    case 0x0201:
    case 0x0500:
      return body.length > 2 ? [readLocation(body.subarray(2), { since2019 })] : []
    case 0x0704:
      return readBatch(body, since2019)
    case 0x0210:
      return readShortBatch(body)
    case 0x5501:
    case 0x5502:
      return [readLock(body, type === 0x5502)]
    case 0x0702:
      return [readDriver(body)]
    case 0x0900:
      return one(readTransparent(body))
    case 0x2070:
      return one(readAccelerations(body))
    case 0x0107:
      return [readProperties(body, since2019)]
    case 0x0705:
      // CAN frames as they are: their meaning depends on the vehicle.
      return [reportOf({ attributes: { type, data: body.toString('hex', 0, MAX_DATA) } })]
    default:
      return textTypes[type] !== undefined && result !== null ? [reportOf({ attributes: { result } })] : []
  }
}

const MAX_DATA = 1024

/** Messages that are text, and how many bytes are before it. */
const textTypes: Record<number, number> = { 0x0701: 4, 0x6006: 0, 0x1300: 2 }

/** What a device answers to a command. */
function resultOf({ type, body }: Frame): string | null {
  const skipped = textTypes[type]
  if (skipped !== undefined) return readText(body, skipped)
  if (type === 0x0104) return readParameters(body)
  // Serial and type of the command, and 0 done, 1 failed, 2 wrong, 3 not supported.
  if (type === 0x0001 && body.length >= 5) return results[body[4]!] ?? String(body[4])
  return null
}

const results = ['done', 'failed', 'wrong message', 'not supported']

/** Those that answer the server, and those that are not answered. */
const UNANSWERED = [0x0001, 0x0104, 0x0701, 0x1300, 0x2070]
const MEDIA = 0x0801

function acknowledge(frame: Frame, now: number): Buffer | null {
  const { type, properties, head, serial } = frame
  if (LOCK_TYPES.includes(type)) {
    // Bit 15 asks for an answer.
    const body = Buffer.of(type >> 8, type & 0xff, 0)
    return properties & 0x8000 ? writeLockFrame(0x4401, head, 1, body) : null
  }
  if (UNANSWERED.includes(type)) return null
  if (type === 0x0100) {
    // The key for the authentication that follows: any is accepted then, for these devices have no secret.
    const key = Buffer.from(head.subarray(head.length === 11 ? 1 : 0).toString('hex'))
    return send(head, 0x8100, Buffer.concat([Buffer.of(serial >> 8, serial & 0xff, 0), key]))
  }
  if (type === 0x0109) {
    const time = new Date(now)
    const body = Buffer.of(
      time.getUTCFullYear() >> 8,
      time.getUTCFullYear() & 0xff,
      time.getUTCMonth() + 1,
      time.getUTCDate(),
      time.getUTCHours(),
      time.getUTCMinutes(),
      time.getUTCSeconds(),
    )
    return send(head, 0x8109, body)
  }
  return answer(frame)
}

/** The general answer: serial, type, 0. Pictures are not supported, which is 3. */
function answer({ type, head, serial }: Frame): Buffer {
  const result = type === MEDIA ? 3 : 0
  return send(head, 0x8001, Buffer.of(serial >> 8, serial & 0xff, type >> 8, type & 0xff, result))
}

/** Answers have the serial 0, commands count from 1. */
const send = (head: Buffer, type: number, body: Buffer) => writeFrame(type, head, 0, body)

/**
 * The interval is parameter 0x0029, seconds. `8104` or `8103:0100000029…` is a message in hexadecimal: type and body. All
 * else is a text message, which many trackers take as their command by SMS.
 */
function encode(command: Command, session: Session): Buffer | null {
  const { head } = session
  if (head === null) return null
  session.serial = (session.serial % 0xffff) + 1
  if (command.type === 'interval') {
    if (!(command.interval_s > 0)) return null
    const body = Buffer.from('01000000290400000000', 'hex')
    body.writeUInt32BE(Math.min(Math.round(command.interval_s), 0xffffffff), 6)
    return writeFrame(0x8103, head, session.serial, body)
  }
  const raw = /^([0-9a-f]{4})(?::((?:[0-9a-f]{2}){0,512}))?$/i.exec(command.text)
  if (raw) {
    return writeFrame(Number.parseInt(raw[1]!, 16), head, session.serial, Buffer.from(raw[2] ?? '', 'hex'))
  }
  const text = Buffer.from(command.text, 'latin1')
  if (text.length > 1000) return null
  // Flags: for the terminal itself. Since 2019 the kind of text is between: 1 is a notice.
  const flags = head.length === 11 ? Buffer.of(1, 1) : Buffer.of(1)
  return writeFrame(0x8300, head, session.serial, Buffer.concat([flags, text]))
}

type Session = {
  /** Version and number of the last message, for commands. */
  head: Buffer | null
  /** Serial of the last command. */
  serial: number
  parts: Parts
}
