import { BadReport } from '../report.ts'
import { crcKermit } from '../shared/crc_x25.ts'
import type { DecodeOptions, Framed } from '../shared/protocol.ts'

/**
 * Length (2 bytes), IMEI (8, a number), command (1), body, checksum (2). The length counts from the IMEI to the body.
 * There is no start mark: a frame is known by an IMEI and a command that can be.
 */
export type Frame = { number: string; command: number; body: Buffer }

const HEAD = 11
const CHECKSUM = 2
const MIN_LENGTH = 9
/** Records come in packets of at most 1 kB, parts of files in slightly longer ones. */
const MAX_LENGTH = 2_048
const MAX_IMEI = 999_999_999_999_999n
/** What devices send; answers of servers begin at 100. */
const MAX_COMMAND = 99

export function findFrame(bytes: Buffer): Framed | null {
  for (let at = 0; at < bytes.length; at++) {
    const rest = bytes.subarray(at)
    if (!canBegin(rest)) continue
    if (at > 0) return { consumed: at, frame: null }
    if (bytes.length < HEAD) return null
    const end = 2 + bytes.readUInt16BE(0) + CHECKSUM
    return bytes.length < end ? null : { consumed: end, frame: bytes.subarray(0, end) }
  }
  return { consumed: bytes.length, frame: null }
}

/** Judged by the bytes that have arrived. */
function canBegin(bytes: Buffer): boolean {
  if (bytes[0]! > MAX_LENGTH >> 8) return false
  if (bytes.length >= 2) {
    const length = bytes.readUInt16BE(0)
    if (length < MIN_LENGTH || length > MAX_LENGTH) return false
  }
  if (bytes.length >= 3 && bytes[2] !== 0) return false
  if (bytes.length >= 4 && bytes[3]! > 3) return false
  if (bytes.length < HEAD) return true
  const imei = bytes.readBigUInt64BE(2)
  return imei > 0n && imei <= MAX_IMEI && bytes[10]! >= 1 && bytes[10]! <= MAX_COMMAND
}

/** @throws {BadReport} */
export function readFrame(frame: Buffer, { forgive }: Pick<DecodeOptions, 'forgive'>): Frame {
  if (frame.length < HEAD + CHECKSUM) throw new BadReport('frame: is too short')
  const content = frame.subarray(2, -CHECKSUM)
  if (content.length !== frame.readUInt16BE(0)) throw new BadReport('length: is not that of the frame')
  if (!forgive && frame.readUInt16BE(frame.length - CHECKSUM) !== crcKermit(content)) {
    throw new BadReport('checksum: is wrong')
  }
  const number = content.readBigUInt64BE(0).toString().padStart(15, '0')
  return { number, command: content[8]!, body: content.subarray(9) }
}

/** A message of the server: length, command, body, checksum. */
export function writeFrame(command: number, body: Buffer): Buffer {
  const frame = Buffer.alloc(3 + body.length + CHECKSUM)
  frame.writeUInt16BE(1 + body.length, 0)
  frame[2] = command
  body.copy(frame, 3)
  frame.writeUInt16BE(crcKermit(frame.subarray(2, -CHECKSUM)), frame.length - CHECKSUM)
  return frame
}
