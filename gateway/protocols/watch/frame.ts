import { BadReport } from '../report.ts'
import type { Framed } from '../shared/protocol.ts'

/**
 * `[` maker (2) `*` number `*` [index (4 hex) `*`] length (4 hex) `*` content `]`. The length counts the content; recordings in
 * it are escaped, and their length is the one before. Some models are wrong about it.
 */
export type Frame = { maker: string; number: string; index: string | null; content: Buffer }

const OPEN = 0x5b
const CLOSE = 0x5d
const ESCAPE = 0x7d

const head = /^\[([0-9A-Za-z]{2})\*(\w{1,20})\*(?:([0-9A-Fa-f]{4})\*)?([0-9A-Fa-f]{4})\*/
/** A head as far as it has arrived. */
const begun =
  /^\[($|[0-9A-Za-z]($|[0-9A-Za-z]($|\*\w{0,20}($|\*([0-9A-Fa-f]{0,4}$|[0-9A-Fa-f]{4}\*([0-9A-Fa-f]{0,4}$))))))/
const LONGEST_HEAD = 40
/** A minute of voice has some 100 kB, and comes in parts. */
const MAX_FRAME = 32 * 1024

export function findFrame(bytes: Buffer): Framed | null {
  const start = bytes.indexOf(OPEN)
  if (start !== 0) return bytes.length > 0 ? { consumed: start < 0 ? bytes.length : start, frame: null } : null
  const text = bytes.toString('latin1', 0, LONGEST_HEAD)
  const parts = head.exec(text)
  if (parts === null) return begun.test(text) ? null : { consumed: 1, frame: null }
  const end = endOf(bytes, parts[0].length, Number.parseInt(parts[4]!, 16))
  if (end !== null) return { consumed: end, frame: bytes.subarray(0, end) }
  // A message that was cut off, and the next one.
  const next = nextHead(bytes, parts[0].length)
  if (next > 0) return { consumed: next, frame: bytes[next - 1] === CLOSE ? bytes.subarray(0, next) : null }
  return bytes.length < MAX_FRAME ? null : { consumed: 1, frame: null }
}

/** @returns what follows the closing bracket; null where more bytes are needed */
function endOf(bytes: Buffer, from: number, length: number): number | null {
  const end = from + length
  if (bytes[end] === CLOSE) return end + 1
  // Some count the bracket, too.
  if (bytes.length >= end && length > 0 && bytes[end - 1] === CLOSE) return end
  const escaped = escapedEnd(bytes, from, length)
  if (bytes[escaped] === CLOSE) return escaped + 1
  if (bytes.length <= end || (escaped > end && bytes.length <= escaped)) return null
  // The length is too small.
  const close = bytes.indexOf(CLOSE, end)
  return close < 0 ? null : close + 1
}

/** The end of a content whose escaped pairs count as one. */
function escapedEnd(bytes: Buffer, from: number, length: number): number {
  let at = from
  for (let count = 0; count < length && at < bytes.length; count++) at += isPair(bytes, at) ? 2 : 1
  return at < bytes.length ? at : Number.MAX_SAFE_INTEGER
}

const isPair = (bytes: Buffer, at: number) => bytes[at] === ESCAPE && bytes[at + 1]! >= 1 && bytes[at + 1]! <= 5

function nextHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(OPEN, from); at >= 0; at = bytes.indexOf(OPEN, at + 1)) {
    if (head.test(bytes.toString('latin1', at, at + LONGEST_HEAD))) return at
  }
  return -1
}

/** @throws {BadReport} */
export function readFrame(frame: Buffer): Frame {
  const parts = head.exec(frame.toString('latin1', 0, LONGEST_HEAD))
  if (parts === null || frame.at(-1) !== CLOSE) throw new BadReport('frame: is not [maker*number*length*content]')
  const [whole, maker = '', number = '', index] = parts
  return { maker, number, index: index ?? null, content: frame.subarray(whole.length, -1) }
}

/** Encodes a message of the server, with the index of the device's where its format has one. */
export function writeFrame({ maker, number, index }: Omit<Frame, 'content'>, content: string): Buffer {
  const length = content.length.toString(16).padStart(4, '0')
  return Buffer.from(`[${[maker, number, ...(index === null ? [] : [index]), length, content].join('*')}]`, 'latin1')
}
