import { BadReport } from '../report.ts'
import { bcdImei } from '../shared/bcd.ts'
import type { DecodeOptions, Framed } from '../shared/protocol.ts'

/**
 * A package: `67 67`, type (1 byte), length from the number on (2), number (2), content. Over UDP, and from some devices
 * over TCP, packages are wrapped: `EL`, length of what follows (2), checksum (2), IMEI (8, BCD), packages.
 */
export type Package = { type: number; index: number; content: Buffer }
export type Frame = { number: string | null; packages: Package[] }

const MARK = 0x67
const HEAD = 5
const WRAP = 'EL'
const WRAP_HEAD = 14
const MAX_LENGTH = 4_096

export function findFrame(bytes: Buffer): Framed | null {
  for (let at = 0; at < bytes.length; at++) {
    const length = lengthOf(bytes.subarray(at, at + WRAP_HEAD))
    if (length === null) continue
    if (at > 0) return { consumed: at, frame: null }
    return length === 0 || bytes.length < length ? null : { consumed: length, frame: bytes.subarray(0, length) }
  }
  return { consumed: bytes.length, frame: null }
}

/** @returns 0 where more bytes are needed, null where no frame begins */
function lengthOf(bytes: Buffer): number | null {
  if (bytes[0] === MARK) {
    if (bytes.length > 1 && bytes[1] !== MARK) return null
    if (bytes.length < HEAD) return 0
    const length = bytes.readUInt16BE(3)
    return length >= 2 && length <= MAX_LENGTH ? HEAD + length : null
  }
  if (bytes[0] !== 0x45 || (bytes.length > 1 && bytes[1] !== 0x4c)) return null
  if (bytes.length >= 4) {
    const length = bytes.readUInt16BE(2)
    if (length < WRAP_HEAD - 4 || length > MAX_LENGTH) return null
  }
  if (bytes.length < WRAP_HEAD) return 0
  return bcdImei(bytes.subarray(6)) === null ? null : 4 + bytes.readUInt16BE(2)
}

/** @throws {BadReport} */
export function readFrame(frame: Buffer, { forgive }: Pick<DecodeOptions, 'forgive'>): Frame {
  if (frame[0] === MARK) return { number: null, packages: readPackages(frame) }
  if (frame.length < WRAP_HEAD) throw new BadReport('frame: is too short')
  if (!forgive && frame.readUInt16BE(4) !== checksum(frame.subarray(6))) throw new BadReport('checksum: is wrong')
  const number = bcdImei(frame.subarray(6))
  if (number === null) throw new BadReport('imei: is not digits')
  return { number, packages: readPackages(frame.subarray(WRAP_HEAD)) }
}

function readPackages(bytes: Buffer): Package[] {
  const packages: Package[] = []
  for (let at = 0; at < bytes.length; ) {
    if (bytes.length < at + HEAD + 2 || bytes.readUInt16BE(at) !== 0x6767) throw new BadReport('package: has no head')
    const end = at + HEAD + bytes.readUInt16BE(at + 3)
    if (end > bytes.length || end < at + HEAD + 2) throw new BadReport('length: is not that of the package')
    const content = bytes.subarray(at + HEAD + 2, end)
    packages.push({ type: bytes[at + 2]!, index: bytes.readUInt16BE(at + HEAD), content })
    at = end
  }
  return packages
}

/** @param number of the device, for the wrap that it uses itself; null for none */
export function writePackage(type: number, index: number, content: Buffer, number: string | null): Buffer {
  const head = Buffer.alloc(HEAD + 2)
  head.fill(MARK, 0, 2)
  head[2] = type
  head.writeUInt16BE(2 + content.length, 3)
  head.writeUInt16BE(index, HEAD)
  const bytes = Buffer.concat([head, content])
  if (number === null) return bytes
  const body = Buffer.concat([Buffer.from(`0${number}`, 'hex'), bytes])
  const wrap = Buffer.from(`${WRAP}\0\0\0\0`, 'latin1')
  wrap.writeUInt16BE(2 + body.length, 2)
  wrap.writeUInt16BE(checksum(body), 4)
  return Buffer.concat([wrap, body])
}

/** Sum of the bytes, rotated left by one bit before each. */
function checksum(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) sum = (((sum << 1) | (sum >> 15)) + byte) & 0xffff
  return sum
}
