import { BadReport } from '../report.ts'
import { crcXmodem } from '../shared/crc_xmodem.ts'
import type { DecodeOptions, Framed } from '../shared/protocol.ts'

/** `AB`, flags, length of the body (2), its CRC-16/XMODEM (2), index (2), type and keys. Little-endian. */
export type Frame = { flags: number; index: number; type: number; keys: Buffer }

const START = 0xab
const HEAD = 8
/** Flag: the server must answer. */
export const WANTS_ANSWER = 0x10
/** The longest that devices send is below 2 kB. */
const MAX_BODY = 4096

export function findFrame(bytes: Buffer): Framed | null {
  const start = bytes.indexOf(START)
  if (start !== 0) return bytes.length > 0 ? { consumed: start < 0 ? bytes.length : start, frame: null } : null
  // Bits 0 to 3 are the version, which is 0; 5 to 7 are reserved.
  if (bytes.length > 1 && (bytes[1]! & 0xe7) !== 0) return { consumed: 1, frame: null }
  if (bytes.length < HEAD) return null
  const length = bytes.readUInt16LE(2)
  if (length === 0 || length > MAX_BODY) return { consumed: 1, frame: null }
  const end = HEAD + length
  return bytes.length < end ? null : { consumed: end, frame: bytes.subarray(0, end) }
}

/** @throws {BadReport} */
export function readFrame(frame: Buffer, { forgive }: Pick<DecodeOptions, 'forgive'>): Frame {
  const body = frame.subarray(HEAD)
  if (!forgive && frame.readUInt16LE(4) !== crcXmodem(body)) throw new BadReport('checksum: is wrong')
  return { flags: frame[1]!, index: frame.readUInt16LE(6), type: body[0]!, keys: body.subarray(1) }
}

/** Encodes a message of the server. */
export function writeFrame(index: number, type: number, keys: Buffer, flags = 0): Buffer {
  const body = Buffer.concat([Buffer.of(type), keys])
  const head = Buffer.alloc(HEAD)
  head[0] = START
  head[1] = flags
  head.writeUInt16LE(body.length, 2)
  head.writeUInt16LE(crcXmodem(body), 4)
  head.writeUInt16LE(index, 6)
  return Buffer.concat([head, body])
}
