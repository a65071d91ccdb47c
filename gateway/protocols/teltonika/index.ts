import { BadReport } from '../report.ts'
import { crc16 } from '../shared/crc16.ts'
import type { Command, DecodeOptions, Framed, Message, Protocol } from '../shared/protocol.ts'
import { commands } from './commands.ts'
import { decodeGh3000 } from './gh3000.ts'
import { decodeRecords, isRecordCodec } from './records.ts'
import { decodeTexts, isTextCodec } from './texts.ts'

/**
 * Teltonika's codecs: 8, 8 extended and 16 for records, 7 of the GH3000, 12 to 15 for commands and serial lines.
 * Over TCP a connection begins with the IMEI; every datagram carries it.
 *
 * Source: wiki.teltonika-gps.com, "Teltonika Data Sending Protocols" and "Codec".
 */
export const teltonika: Protocol<Session> = {
  name: 'teltonika',
  port: 5027,
  udp: true,
  open: () => ({ datagrams: false }),
  frame,
  decode,
  encode,
  commands,
}

const KEEP_ALIVE = 0xff
/** Devices send up to 1280 bytes, those with a camera 2 kB, those with large records 8. */
const MAX_DATA = 16_384
/** Preamble, length and checksum around the data. */
const AROUND = 12

/**
 * A frame is a keep-alive (one byte FF), a login (the IMEI's length, never 0, and the IMEI), data (four zeros, length,
 * data, checksum), or a whole datagram.
 */
function frame(bytes: Buffer): Framed | null {
  if (bytes[0] === KEEP_ALIVE) return { consumed: 1, frame: standsAlone(bytes) ? bytes.subarray(0, 1) : null }
  const length = frameLength(bytes)
  if (length === NO_FRAME) return { consumed: toNextCandidate(bytes), frame: null }
  if (length === UNKNOWN || bytes.length < length) return null
  return { consumed: length, frame: bytes.subarray(0, length) }
}

/** Before the next keep-alive, or before data or a login, which begin with 00. */
const standsAlone = ([, next = 0]: Buffer) => next === 0 || next === KEEP_ALIVE

const UNKNOWN = 0
const NO_FRAME = -1

function frameLength(bytes: Buffer): number {
  if (bytes.length < 2) return UNKNOWN
  const first = bytes.readUInt16BE(0)
  return first === 0 ? dataLength(bytes) : first <= MAX_LOGIN ? loginLength(bytes, first) : datagramLength(bytes, first)
}

function dataLength(bytes: Buffer): number {
  for (let i = 2; i < Math.min(bytes.length, 4); i++) if (bytes[i] !== 0) return NO_FRAME
  if (bytes.length < 9) return UNKNOWN
  const length = bytes.readUInt32BE(4)
  return length >= 3 && length <= MAX_DATA && isCodec(bytes[8]!) ? length + AROUND : NO_FRAME
}

const MIN_LOGIN = 8
const MAX_LOGIN = 20

function loginLength(bytes: Buffer, length: number): number {
  if (length < MIN_LOGIN) return NO_FRAME
  return isNumber(bytes.subarray(2, 2 + length)) ? 2 + length : NO_FRAME
}

/** Length, packet id, 01, AVL packet id, length of the IMEI, the IMEI, data. */
function datagramLength(bytes: Buffer, length: number): number {
  if (length > MAX_DATA) return NO_FRAME
  if (bytes.length < DATAGRAM_HEAD) return UNKNOWN
  const digits = bytes.readUInt16BE(6)
  if (bytes[4] !== 1 || digits < MIN_LOGIN || digits > MAX_LOGIN) return NO_FRAME
  return isNumber(bytes.subarray(DATAGRAM_HEAD, DATAGRAM_HEAD + digits)) ? 2 + length : NO_FRAME
}

const DATAGRAM_HEAD = 8

const isNumber = (bytes: Buffer) => bytes.every((byte) => /[0-9A-Za-z]/.test(String.fromCharCode(byte)))

/** Data and logins begin with 00, keep-alives with FF. */
function toNextCandidate(bytes: Buffer): number {
  const next = bytes.subarray(1).findIndex((byte) => byte === 0 || byte === KEEP_ALIVE)
  return next < 0 ? bytes.length : next + 1
}

const isCodec = (codec: number) => codec === GH3000 || isRecordCodec(codec) || isTextCodec(codec)
const GH3000 = 0x07

function decode(frame: Buffer, session: Session, options: DecodeOptions): Message {
  if (frame[0] === KEEP_ALIVE) return { number: null, reports: [], acknowledgement: null }
  if (frame.length < 2) throw new BadReport('frame: is too short')
  const first = frame.readUInt16BE(0)
  if (first === 0) return decodeData(checkedData(frame, options), (count) => uint32(count))
  return frame.length === 2 + first && first <= MAX_LOGIN ? decodeLogin(frame) : decodeDatagram(frame, session)
}

function decodeLogin(frame: Buffer): Message {
  const number = frame.toString('latin1', 2)
  if (!/^[0-9A-Za-z]+$/.test(number)) throw new BadReport('imei: is not digits')
  return { number, reports: [], acknowledgement: Buffer.of(1), refusal: Buffer.of(0) }
}

function decodeDatagram(frame: Buffer, session: Session): Message {
  if (datagramLength(frame, frame.readUInt16BE(0)) !== frame.length) throw new BadReport('datagram: has a wrong length')
  session.datagrams = true
  const end = DATAGRAM_HEAD + frame.readUInt16BE(6)
  const [, , high = 0, low = 0, , avl_packet_id = 0] = frame
  const acknowledge = (count: number) => Buffer.of(0, 5, high, low, 1, avl_packet_id, count)
  const message = decodeData(frame.subarray(end), acknowledge)
  return { ...message, number: frame.toString('latin1', DATAGRAM_HEAD, end) }
}

/** From the codec to the second count, whose CRC-16 stands behind it in 32 bits. */
function checkedData(frame: Buffer, { forgive }: DecodeOptions): Buffer {
  if (frame.length < AROUND || frame.length !== frame.readUInt32BE(4) + AROUND) {
    throw new BadReport('length: is not that of the frame')
  }
  const data = frame.subarray(8, -4)
  const sent = frame.readUInt32BE(frame.length - 4)
  if (!forgive && sent !== crc16(data)) throw new BadReport('checksum: is wrong')
  return data
}

/** Records are acknowledged by their count, answers to commands are not. */
function decodeData(data: Buffer, acknowledge: (count: number) => Buffer): Message {
  const [codec = 0, count = 0] = data
  if (data.length < 3) throw new BadReport('data: is too short')
  if (data.at(-1) !== count) throw new BadReport(`count: is ${count} before the records and ${data.at(-1)} after them`)
  if (isTextCodec(codec)) return { number: null, ...decodeTexts(data), acknowledgement: null }
  if (!isCodec(codec)) throw new BadReport(`codec: ${codec} is not known`)
  const reports = codec === GH3000 ? decodeGh3000(data) : decodeRecords(data)
  return { number: null, reports, acknowledgement: acknowledge(count) }
}

/** Codec 12: codec, 1, type 5, size, text, 1. Not possible over UDP. */
function encode(command: Command, { datagrams }: Session): Buffer | null {
  if (datagrams || (command.type === 'interval' && command.interval_s <= 0)) return null
  const text = Buffer.from(command.type === 'interval' ? intervalCommand(command.interval_s) : command.text, 'latin1')
  const data = Buffer.concat([Buffer.of(0x0c, 1, 5), uint32(text.length), text, Buffer.of(1)])
  return Buffer.concat([uint32(0), uint32(data.length), data, uint32(crc16(data))])
}

/**
 * FMB parameters: how often a record is made (10000, 10050) and sent (10005, 10055), at rest and moving, in the home
 * network; 100 and 200 higher for roaming and for a network that is neither.
 */
function intervalCommand(interval_s: number): string {
  const parameters = [10_000, 10_100, 10_200].flatMap((network) => [0, 5, 50, 55].map((id) => network + id))
  return `setparam ${parameters.map((id) => `${id}:${interval_s}`).join(';')}`
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

type Session = {
  /** Whether it speaks by datagrams. */
  datagrams: boolean
}
