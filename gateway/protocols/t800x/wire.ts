import { BadReport } from '../report.ts'
import { bcdImei } from '../shared/bcd.ts'
import type { Framed } from '../shared/protocol.ts'

/**
 * `23 23`, `25 25`, `26 26` or `27 27` by the family of the device, type (1 byte), length of all (2), serial number (2),
 * IMEI (8, BCD), body. There is no checksum.
 */
export type Frame = { family: number; type: number; serial: number; number: string; imei: Buffer; body: Buffer }

/** Vehicles; newer vehicles; OBD; solar and assets. */
export const families = { vehicle: 0x23, vehicle2: 0x25, obd: 0x26, asset: 0x27 }
const starts = new Set<number>(Object.values(families))

const HEAD = 15
/** Lists of samples are the longest. */
const MAX_LENGTH = 4_096

export function findFrame(bytes: Buffer): Framed | null {
  for (let at = 0; at < bytes.length; at++) {
    if (!canBegin(bytes.subarray(at, at + HEAD))) continue
    if (at > 0) return { consumed: at, frame: null }
    if (bytes.length < 5) return null
    const end = bytes.readUInt16BE(3)
    return bytes.length < end ? null : { consumed: end, frame: bytes.subarray(0, end) }
  }
  return { consumed: bytes.length, frame: null }
}

/** Judged by the bytes that have arrived. */
function canBegin(bytes: Buffer): boolean {
  if (!starts.has(bytes[0]!) || (bytes.length > 1 && bytes[1] !== bytes[0])) return false
  if (bytes.length >= 5) {
    const length = bytes.readUInt16BE(3)
    if (length < HEAD || length > MAX_LENGTH) return false
  }
  return bytes.length < HEAD || bcdImei(bytes.subarray(7)) !== null
}

/** @throws {BadReport} */
export function readFrame(frame: Buffer): Frame {
  const imei = frame.subarray(7, HEAD)
  const number = frame.length >= HEAD ? bcdImei(imei) : null
  if (number === null) throw new BadReport('imei: is not digits')
  if (frame.readUInt16BE(3) !== frame.length) throw new BadReport('length: is not that of the frame')
  const [family = 0, , type = 0] = frame
  return { family, type, serial: frame.readUInt16BE(5), number, imei, body: frame.subarray(HEAD) }
}

/** A message of the server, with the device's own serial number for an answer. */
export function writeFrame({ family, type, serial, imei }: Omit<Frame, 'number' | 'body'>, body: Buffer): Buffer {
  const head = Buffer.of(family, family, type, 0, 0, 0, 0)
  head.writeUInt16BE(HEAD + body.length, 3)
  head.writeUInt16BE(serial, 5)
  return Buffer.concat([head, imei, body])
}
