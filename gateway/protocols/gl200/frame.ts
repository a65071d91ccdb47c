import type { Framed } from '../shared/protocol.ts'

/** A longer text is not a sentence: 15 points have 1.5 kB, a whole configuration 4. */
const MAX_SENTENCE = 16_384

/**
 * Text from `+RESP:GT`, `+BUFF:GT` or `+ACK:GT` to `$` or NUL, which is not part of the frame. Binary messages are
 * not decoded; their length field is read only to find the next frame.
 */
export function frame(bytes: Buffer): Framed | null {
  if (bytes[0] !== PLUS) return { consumed: toNextStart(bytes, 1), frame: null }
  if (headers.some((header) => begins(bytes, header))) return frameSentence(bytes)
  const binary = frameBinary(bytes)
  return binary === undefined ? { consumed: toNextStart(bytes, 1), frame: null } : binary
}

const PLUS = 0x2b
const headers = ['+RESP:GT', '+BUFF:GT', '+ACK:GT']

/** As far as the bytes have arrived. */
function begins(bytes: Buffer, header: string): boolean {
  const length = Math.min(bytes.length, header.length)
  return bytes.toString('latin1', 0, length) === header.slice(0, length)
}

function toNextStart(bytes: Buffer, from: number): number {
  const next = bytes.indexOf(PLUS, from)
  return next < 0 ? bytes.length : next
}

function frameSentence(bytes: Buffer): Framed | null {
  const dollar = bytes.indexOf(DOLLAR)
  const nul = (dollar < 0 ? bytes : bytes.subarray(0, dollar)).indexOf(0)
  const end = nul < 0 ? dollar : nul
  const next = nextHeader(end < 0 ? bytes : bytes.subarray(0, end))
  // A sentence that was cut off, and the next one after it.
  if (next > 0) return { consumed: next, frame: null }
  if (end >= 0 && end < MAX_SENTENCE) return { consumed: end + 1, frame: bytes.subarray(0, end) }
  return bytes.length >= MAX_SENTENCE ? { consumed: toNextStart(bytes, 1), frame: null } : null
}

const DOLLAR = 0x24

function nextHeader(bytes: Buffer): number {
  const starts = headers.map((header) => bytes.indexOf(header, 1, 'latin1')).filter((at) => at > 0)
  return starts.length > 0 ? Math.min(...starts) : 0
}

/** @returns undefined for what is not binary either, null where more bytes are needed */
function frameBinary(bytes: Buffer): Framed | null | undefined {
  const kind = kinds.find(({ header }) => begins(bytes, header))
  if (!kind) return undefined
  const { at, size } = kind
  if (bytes.length < at + size) return null
  const length = bytes.readUIntBE(at, size)
  if (length < at + size || length > MAX_SENTENCE) return undefined
  return bytes.length < length ? null : { consumed: length, frame: bytes.subarray(0, length) }
}

/** Where the length of the whole message stands, and in how many bytes. */
const kinds = [
  ...['+RSP', '+BSP', '+EVT', '+BVT'].map((header) => ({ header, at: 9, size: 2 })),
  ...['+INF', '+BNF'].map((header) => ({ header, at: 7, size: 2 })),
  ...['+CRD', '+BRD', '+LGN'].map((header) => ({ header, at: 6, size: 2 })),
  { header: '+HBD', at: 5, size: 1 },
  { header: '+ACK', at: 6, size: 1 },
  { header: '+\0', at: 2, size: 2 },
]
