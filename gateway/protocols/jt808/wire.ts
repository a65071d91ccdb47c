import { BadReport } from '../report.ts'
import type { DecodeOptions, Framed } from '../shared/protocol.ts'

/**
 * `7E`, type (2), properties (2), number (6 BCD; since 2019 a version byte and 10 BCD), serial (2), [parts and part, 2
 * each], body, XOR of all before it, `7E`. Inside, 7E is `7D 02` and 7D is `7D 01` (JT/T 808 §4.4).
 */
export type Frame = {
  type: number
  /** Bits 0 to 9: length of the body; 13: one of several parts; 14: header of 2019. */
  properties: number
  /** As on the wire: 6 bytes, or version and 10 bytes. */
  head: Buffer
  number: string
  serial: number
  /** Count of parts and the number of this one, from 1. */
  part: { count: number; index: number } | null
  body: Buffer
}

const FLAG = 0x7e
const OPEN = 0x28
/** A body has at most 1023 bytes, and every byte may be escaped. */
const MAX_FRAME = 2 * 1060
const MAX_TEXT = 256

/** Locks of the JT7 series send these with a serial of one byte. */
export const LOCK_TYPES = [0x5501, 0x5502]

export function findFrame(bytes: Buffer): Framed | null {
  const start = bytes.findIndex((byte) => byte === FLAG || byte === OPEN)
  if (start !== 0) return bytes.length > 0 ? { consumed: start < 0 ? bytes.length : start, frame: null } : null
  if (bytes[0] === OPEN) return findText(bytes)
  const end = bytes.indexOf(FLAG, 1)
  if (end < 0) return bytes.length < MAX_FRAME ? null : { consumed: bytes.length, frame: null }
  // The end of one message may be the start of the next; two flags in a row are an end and a start.
  if (end < SHORTEST) return { consumed: end, frame: null }
  if (end >= MAX_FRAME) return { consumed: end, frame: null }
  return { consumed: end + 1, frame: bytes.subarray(0, end + 1) }
}

/** Some models send a few messages as text in parentheses. */
function findText(bytes: Buffer): Framed | null {
  const end = bytes.indexOf(')')
  const flag = bytes.indexOf(FLAG)
  if (flag > 0 && (end < 0 || flag < end)) return { consumed: flag, frame: null }
  if (end >= MAX_TEXT || (end < 0 && bytes.length >= MAX_TEXT)) return { consumed: 1, frame: null }
  return end < 0 ? null : { consumed: end + 1, frame: bytes.subarray(0, end + 1) }
}

/** Flags, type, properties, number, serial of one byte, checksum. */
const SHORTEST = 13

/** @throws {BadReport} */
export function readFrame(frame: Buffer, { forgive }: Pick<DecodeOptions, 'forgive'>): Frame {
  const inner = frame.subarray(1, -1)
  const plain = withoutEscapes(inner)
  // Some firmware forgets to escape. Length and checksum then fit the bytes as they are.
  const content = !isWhole(plain) && isWhole(inner) ? inner : plain
  if (!forgive && xor(content.subarray(0, -1)) !== content.at(-1)) throw new BadReport('checksum: is wrong')
  const parsed = parse(content)
  const length = parsed.properties & 0x3ff
  const fits = length === parsed.body.length || parsed.type === PASS_THROUGH || LOCK_TYPES.includes(parsed.type)
  if (!forgive && !fits) throw new BadReport(`length: is ${length}, not ${parsed.body.length}`)
  return parsed
}

/** Pass-through messages of some models count more than they send. */
const PASS_THROUGH = 0x0900

function isWhole(content: Buffer): boolean {
  if (content.length < SHORTEST || xor(content.subarray(0, -1)) !== content.at(-1)) return false
  try {
    const { properties, body } = parse(content)
    return (properties & 0x3ff) === body.length
  } catch {
    return false
  }
}

function parse(content: Buffer): Frame {
  if (content.length < SHORTEST - 2) throw new BadReport('frame: is too short')
  const type = content.readUInt16BE(0)
  const properties = content.readUInt16BE(2)
  const width = properties & 0x4000 ? 11 : 6
  const short = LOCK_TYPES.includes(type)
  const parts = (properties & 0x2000) !== 0 && !short
  const body_at = 4 + width + (short ? 1 : 2) + (parts ? 4 : 0)
  if (content.length < body_at + 1) throw new BadReport('frame: is too short')
  const head = content.subarray(4, 4 + width)
  return {
    type,
    properties,
    head,
    number: numberOf(width === 11 ? head.subarray(1) : head),
    serial: short ? content[4 + width]! : content.readUInt16BE(4 + width),
    part: parts ? { count: content.readUInt16BE(4 + width + 2), index: content.readUInt16BE(4 + width + 4) } : null,
    body: content.subarray(body_at, -1),
  }
}

/** A phone number or IMEI in BCD without its leading zeros; some models send 14 digits of the IMEI as a number. */
function numberOf(id: Buffer): string {
  const digits = id.toString('hex')
  if (/^\d+$/.test(digits)) return digits.replace(/^0+(?=.)/, '')
  if (id.length !== 6) throw new BadReport('number: is not digits')
  const imei = String(id.readUIntBE(0, 6))
  return imei + luhn(imei)
}

function luhn(digits: string): number {
  let sum = 0
  for (const [i, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return (10 - (sum % 10)) % 10
}

/** Encodes a message of the server to the device that sent a header. */
export function writeFrame(type: number, head: Buffer, serial: number, body: Buffer): Buffer {
  const serials = Buffer.alloc(2)
  serials.writeUInt16BE(serial)
  return wrap(type, head, serials, body)
}

/** The same with the serial of one byte that locks use. */
export const writeLockFrame = (type: number, head: Buffer, serial: number, body: Buffer) =>
  wrap(type, head, Buffer.from([serial]), body)

function wrap(type: number, head: Buffer, serial: Buffer, body: Buffer): Buffer {
  const start = Buffer.alloc(4)
  start.writeUInt16BE(type)
  start.writeUInt16BE((head.length === 11 ? 0x4000 : 0) | body.length, 2)
  const content = Buffer.concat([start, head, serial, body])
  return Buffer.concat([Buffer.of(FLAG), escaped(Buffer.concat([content, Buffer.of(xor(content))])), Buffer.of(FLAG)])
}

const escaped = (bytes: Buffer) =>
  Buffer.from([...bytes].flatMap((byte) => (byte === 0x7d ? [0x7d, 1] : byte === FLAG ? [0x7d, 2] : [byte])))

function withoutEscapes(bytes: Buffer): Buffer {
  if (!bytes.includes(0x7d)) return bytes
  const plain: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const next = bytes[at] === 0x7d ? bytes[at + 1] : undefined
    if (next === 1 || next === 2) at++
    plain.push(next === 1 ? 0x7d : next === 2 ? FLAG : bytes[at]!)
  }
  return Buffer.from(plain)
}

const xor = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum ^ byte, 0)
