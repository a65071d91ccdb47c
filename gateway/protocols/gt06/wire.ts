import { BadReport } from '../report.ts'
import { crcX25 } from '../shared/crc_x25.ts'
import type { DecodeOptions, Framed } from '../shared/protocol.ts'

/**
 * `78 78`, length (1 byte), type, body, serial (2), checksum (2), `0D 0A`; or `79 79` with a length of 2 bytes. The length
 * counts from the type to the checksum.
 */
export type Frame = {
  /** `79 79`. */
  extended: boolean
  type: number
  /** As sent by the device, which is wrong in some frames. */
  length: number
  body: Buffer
  serial: number
}

const SHORT = 0x78
const LONG = 0x79
const END = Buffer.from('\r\n')
/** The longest are parts of pictures. */
const MAX_LENGTH = 8_192
const WIFI_TYPES = [0x17, 0x69]

export function findFrame(bytes: Buffer): Framed | null {
  const start = findStart(bytes)
  if (start > 0) return { consumed: start, frame: null }
  if (bytes.length < 5) return null
  const head = bytes[0] === SHORT ? 3 : 4
  const length = head === 3 ? bytes[2]! : bytes.readUInt16BE(2)
  if (length > MAX_LENGTH) return { consumed: 2, frame: null }
  const end = head + length + 2
  if (endsAt(bytes, end)) return take(bytes, end)
  const scan = head === 3 && WIFI_TYPES.includes(bytes[3]!) ? scanEnd(bytes) : null
  if (scan !== null && (endsAt(bytes, scan) || bytes.length < scan))
    return bytes.length < scan ? null : take(bytes, scan)
  if (bytes.length < end) return null
  // The length is wrong: the frame ends at the next end marker.
  const next = bytes.indexOf(END, head)
  if (next >= 0) return take(bytes, next + 2)
  return bytes.length > MAX_LENGTH ? { consumed: 2, frame: null } : null
}

/**
 * @returns null for a scan of networks, which has neither serial nor checksum
 * @throws {BadReport}
 */
export function readFrame(frame: Buffer, { forgive }: Pick<DecodeOptions, 'forgive'>): Frame | null {
  const extended = frame[0] === LONG
  const head = extended ? 4 : 3
  if (frame.length < head + 7) {
    throw new BadReport('frame: is too short')
  }
  const length = extended ? frame.readUInt16BE(2) : frame[2]!
  const type = frame[head]!
  const whole = frame.length === head + length + 2
  if (!extended && !whole && WIFI_TYPES.includes(type)) return null
  const serial_at = frame.length - 6
  if (!forgive) {
    if (!whole) throw new BadReport(`length: is ${length}, not ${frame.length - head - 2}`)
    if (frame.readUInt16BE(serial_at + 2) !== crcX25(frame.subarray(2, serial_at + 2))) {
      throw new BadReport('checksum: is wrong')
    }
  }
  return { extended, type, length, body: frame.subarray(head + 1, serial_at), serial: frame.readUInt16BE(serial_at) }
}

/** Encodes a message of the server. Devices match answers by type and serial of their message. */
export function writeFrame(type: number, serial: number, body: Buffer = Buffer.alloc(0), extended = false): Buffer {
  const head = extended ? 4 : 3
  const frame = Buffer.alloc(head + 1 + body.length + 6)
  const length = body.length + 5
  frame.fill(extended ? LONG : SHORT, 0, 2)
  if (extended) frame.writeUInt16BE(length, 2)
  else frame[2] = length
  frame[head] = type
  body.copy(frame, head + 1)
  frame.writeUInt16BE(serial, frame.length - 6)
  frame.writeUInt16BE(crcX25(frame.subarray(2, frame.length - 4)), frame.length - 4)
  END.copy(frame, frame.length - 2)
  return frame
}

/** The start of a possible frame; a last byte may be the first of the two start bytes. */
function findStart(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if ((byte === SHORT || byte === LONG) && (at + 1 === bytes.length || bytes[at + 1] === byte)) return at
  }
  return bytes.length
}

/**
 * Network scans have the number of wireless networks in place of the length, 7 bytes each, and the number of cells
 * before the last part, 5 bytes each.
 *
 * @returns its end, or the minimum number of bytes
 */
function scanEnd(bytes: Buffer): number {
  const cells_at = 4 + 6 + 7 * bytes[2]!
  return bytes.length > cells_at ? cells_at + 1 + 3 + 5 * bytes[cells_at]! + 2 : cells_at + 1 + 3 + 2
}

const endsAt = (bytes: Buffer, end: number) => bytes.length >= end && bytes[end - 2] === 0x0d && bytes[end - 1] === 0x0a

function take(bytes: Buffer, end: number): Framed {
  return { consumed: end, frame: bytes.subarray(0, end) }
}
