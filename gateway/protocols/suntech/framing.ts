import { lineEnd } from '../shared/line_end.ts'
import type { Framed } from '../shared/protocol.ts'
import { hex } from './fields.ts'
import { serialIndex } from './legacy.ts'
import { isPair } from './serial.ts'
import { universalSerialIndex } from './universal.ts'

/**
 * Text up to CR; packed reports between 2 and 3 with their length; or packed universal reports, a byte above 0x80 and
 * their length. Other bytes are skipped.
 */
export function frame(bytes: Buffer): Framed | null {
  const first = bytes[0]!
  if (first === STX) return framePacked(bytes, 4)
  if (isUniversal(first)) return framePacked(bytes, 3)
  if (isLetter(first)) return frameText(bytes)
  const start = bytes.findIndex((byte) => byte === STX || isUniversal(byte) || isLetter(byte))
  return { consumed: start < 0 ? bytes.length : start, frame: null }
}

/** @param around bytes that the length does not count */
function framePacked(bytes: Buffer, around: 3 | 4): Framed | null {
  if (bytes.length < 3) return null
  const length = bytes.readUInt16BE(1) + around
  if (length < MIN_PACKED || length > MAX_PACKED) return { consumed: 1, frame: null }
  // The kinds of packed reports are 0x10 and above.
  if (around === 4 && bytes.length > 3 && (bytes[3]! & 0xf0) !== 0x10) return { consumed: 1, frame: null }
  if (bytes.length < length) return null
  if (around === 4 && bytes[length - 1] !== ETX) return { consumed: 1, frame: null }
  return { consumed: length, frame: bytes.subarray(0, length) }
}

function frameText(bytes: Buffer): Framed | null {
  const text = bytes.toString('latin1', 0, Math.min(bytes.length, MAX_TEXT))
  const end = endOf(text)
  if (end === WAIT) return bytes.length < MAX_TEXT ? null : { consumed: MAX_TEXT, frame: null }
  // The end of a message that was cut off, or noise, and a message behind it.
  const start = startOf(text.slice(0, end))
  if (start !== 0) return { consumed: start < 0 ? end + 1 : start, frame: null }
  return { consumed: lineEnd(bytes, end + 1), frame: bytes.subarray(0, end) }
}

/** Where the last message on the line begins, -1 where none does. Answers and serial data may have anything in them. */
function startOf(line: string): number {
  if (line[0] === '-' || /^\w*(UEX|CMD|RES|CRR);/.test(line)) return 0
  const begins = header.test(line)
  const again = line.slice(begins ? 1 : 0).search(inner)
  return again < 0 ? (begins ? 0 : -1) : again + (begins ? 1 : 0)
}

const WAIT = -1
const header = /^(S[AT]\d{3,4}[A-Z]{0,3}|[A-Z]{3});/
const inner = /(S[AT]\d{3,4}(STT|ALT|EMG|EVT|UEX|ALV|HTE|CMD)?|(?<![A-Z0-9])(STT|ALT|EMG|EVT|UEX|BLE|RES|ALV|CRR));\w/

/** Where the CR is that ends the message; serial data may have CR and LF in it, and a crash report any byte. */
function endOf(text: string): number {
  const isSerial = /^(ST\d{3,4}|SA\d{3})?UEX;/.test(text)
  const inside = isSerial ? serialEnd(text) : crashEnd(text)
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    const next = text.slice(at + 1, at + 10)
    if (at >= inside) {
      // Recordings with removed bytes announce more of them than there are, or fewer.
      if (!isSerial || !/^\n;/.test(next)) return at
    } else if (next === '' || next === '\n') return WAIT
    else if (!next.startsWith('\n') && header.test(next)) return at
  }
  return WAIT
}

/** The end of the serial data by its own length; 0 if unknown. */
function serialEnd(text: string): number {
  const fields = text.split(';', MAX_FIELDS)
  const universal = fields[0] === 'UEX'
  const index = universal ? universalSerialIndex(hex(fields[2] ?? '') ?? 0) : serialIndex(fields)
  if (fields.length <= index + 1 || !/^\d{1,4}$/.test(fields[index]!)) return 0
  const start = fields.slice(0, index + 1).join(';').length + 1
  // Two bytes that stand for one count once.
  let end = start
  for (let left = Number(fields[index]); left > 0 && end < text.length; left--) end += isPair(text, end) ? 2 : 1
  return end
}

/** `CRR;number;part;parts;length`, and as many bytes. */
function crashEnd(text: string): number {
  const parts = /^CRR;\d+;\d+;\d+;(\d{4})/.exec(text)
  return parts === null ? 0 : parts[0].length + Number(parts[1])
}

const isUniversal = (byte: number) => byte >= 0x80 && byte < 0xa0
const isLetter = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === MINUS

const STX = 0x02
const ETX = 0x03
const MINUS = 0x2d
const MIN_PACKED = 16
const MAX_PACKED = 1024
/** The longest messages are answers with all settings, and 500 bytes of serial data. */
const MAX_TEXT = 4096
const MAX_FIELDS = 64
