import { BadReport } from '../report.ts'
import { crcX25 } from '../shared/crc_x25.ts'
import { lineEnd } from '../shared/line_end.ts'
import type { DecodeOptions, Framed } from '../shared/protocol.ts'

/**
 * `@@`, length of all (2 bytes, low first), version (1), number (20, filled up with zeros), type (2), body, checksum
 * (2, low first), CR LF. Devices of the MPIP variant begin with `$$` and have no version.
 */
export type Frame = {
  /** Null for MPIP. */
  version: number | null
  id: Buffer
  number: string
  type: number
  body: Buffer
}

const OBD = 0x40
const MPIP = 0x24
const END = 2
const MIN_LENGTH = 30
const MAX_LENGTH = 4_096

export function findFrame(bytes: Buffer): Framed | null {
  for (let at = 0; at < bytes.length; at++) {
    const rest = bytes.subarray(at)
    if (!canBegin(rest)) continue
    if (at > 0) return { consumed: at, frame: null }
    if (bytes.length < 4) return null
    const end = bytes.readUInt16LE(2)
    return bytes.length < end ? null : { consumed: lineEnd(bytes, end), frame: bytes.subarray(0, end) }
  }
  return { consumed: bytes.length, frame: null }
}

/** Judged by the bytes that have arrived. */
function canBegin(bytes: Buffer): boolean {
  const [first, second] = bytes
  if (first !== OBD && first !== MPIP) return false
  if (bytes.length > 1 && second !== first) return false
  if (bytes.length < 4) return true
  const length = bytes.readUInt16LE(2)
  if (length < MIN_LENGTH || length > MAX_LENGTH) return false
  return bytes.length < length || (bytes[length - 2] === 0x0d && bytes[length - 1] === 0x0a)
}

/** @throws {BadReport} */
export function readFrame(frame: Buffer, { forgive }: Pick<DecodeOptions, 'forgive'>): Frame {
  if (frame.length < MIN_LENGTH) throw new BadReport('frame: is too short')
  const sum_at = frame.length - END - 2
  if (!forgive && frame.readUInt16LE(sum_at) !== crcX25(frame.subarray(0, sum_at))) {
    throw new BadReport('checksum: is wrong')
  }
  const head = frame[0] === MPIP ? 4 : 5
  const id = frame.subarray(head, head + 20)
  const number = id.toString('latin1').replace(/\0+$/, '').trim()
  if (!/^[\x21-\x7e]{1,20}$/.test(number)) throw new BadReport('number: is not 1 to 20 characters')
  const version = head === 5 ? frame[4]! : null
  return { version, id, number, type: frame.readUInt16BE(head + 20), body: frame.subarray(head + 22, sum_at) }
}

/** A message of the server, with `@@` to all devices. @param version null to leave it out */
export function writeFrame(version: number | null, id: Buffer, type: number, body: Buffer): Buffer {
  const versions = version === null ? [] : [version]
  const content = Buffer.concat([Buffer.of(OBD, OBD, 0, 0, ...versions), id, Buffer.of(type >> 8, type & 0xff), body])
  content.writeUInt16LE(content.length + 2 + END, 2)
  const sum = Buffer.alloc(2)
  sum.writeUInt16LE(crcX25(content))
  return Buffer.concat([content, sum, Buffer.from('\r\n')])
}
