import { BadReport } from '../report.ts'
import { crc16 } from '../shared/crc16.ts'
import type { DecodeOptions, Framed } from '../shared/protocol.ts'
import { tagSize } from './tags.ts'

/**
 * Kind (1 byte), length of the body (2, low byte first; the highest bit says that more is stored), body, checksum (2).
 * A message through Iridium has its length with the high byte first, and no checksum.
 */
export type Frame = { kind: number; body: Buffer; checksum: Buffer }

export const RECORDS = 0x01
export const PICTURE = 0x07
export const COMPRESSED = 0x08
/** Not on the wire: a message through Iridium. */
export const SATELLITE = 0x101

const HEAD = 3
/** Devices send 1000 bytes by default. */
const MAX_LENGTH = 8_192

export function findFrame(bytes: Buffer): Framed | null {
  for (let at = 0; at < bytes.length; at++) {
    const length = lengthOf(bytes.subarray(at))
    if (length === null) continue
    if (at > 0) return { consumed: at, frame: null }
    return length === 0 || bytes.length < length ? null : { consumed: length, frame: bytes.subarray(0, length) }
  }
  return { consumed: bytes.length, frame: null }
}

/** @returns 0 where more bytes are needed, null where no frame begins */
function lengthOf(bytes: Buffer): number | null {
  const [kind, , , first] = bytes
  if (kind !== RECORDS && kind !== PICTURE && kind !== COMPRESSED) return null
  if (bytes.length < HEAD + 1) return 0
  if (kind === RECORDS && first === 1) {
    if (bytes.length < HEAD + 3) return 0
    if (isSatellite(bytes)) return bytes.readUInt16BE(1) <= MAX_LENGTH ? HEAD + bytes.readUInt16BE(1) : null
  }
  const length = bytes.readUInt16LE(1) & 0x7fff
  if (length === 0 || length > MAX_LENGTH) return null
  if (kind === RECORDS && tagSize(first!) === null) return null
  return HEAD + length + 2
}

const isSatellite = (bytes: Buffer) =>
  bytes[0] === RECORDS && bytes[3] === 0x01 && bytes[4] === 0 && bytes[5] === 0x1c && bytes[1]! < 0x20

/** @throws {BadReport} */
export function readFrame(frame: Buffer, { forgive }: Pick<DecodeOptions, 'forgive'>): Frame {
  if (frame.length < HEAD + 2) throw new BadReport('frame: is too short')
  if (isSatellite(frame)) return { kind: SATELLITE, body: frame.subarray(HEAD), checksum: Buffer.alloc(0) }
  const checksum = frame.subarray(-2)
  if (!forgive && checksum.readUInt16LE() !== crc16(frame.subarray(0, -2), 0xffff)) {
    throw new BadReport('checksum: is wrong')
  }
  return { kind: frame[0]!, body: frame.subarray(HEAD, -2), checksum }
}

/** The server's command: records with number and text. */
export function writeRecords(body: Buffer): Buffer {
  const frame = Buffer.concat([Buffer.of(RECORDS, body.length & 0xff, body.length >> 8), body])
  const checksum = Buffer.alloc(2)
  checksum.writeUInt16LE(crc16(frame, 0xffff))
  return Buffer.concat([frame, checksum])
}
