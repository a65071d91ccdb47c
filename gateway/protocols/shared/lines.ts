import { lineEnd } from './line_end.ts'
import type { Framed } from './protocol.ts'

/**
 * The first line of text, without its end: CR, LF or NUL, or several of them. What is no text before it is skipped.
 *
 * @param longest bytes after which a line is no line
 */
export function frameLine(bytes: Buffer, longest: number): Framed | null {
  const limit = Math.min(bytes.length, longest)
  let start = 0
  for (let at = 0; at < limit; at++) {
    const byte = bytes[at]!
    if (byte === CR || byte === LF || byte === NUL) {
      if (at === start) return { consumed: at + 1, frame: null }
      // What precedes the text goes first, so that the frame begins at the start.
      if (start > 0) return { consumed: start, frame: null }
      return { consumed: byte === NUL ? at + 1 : lineEnd(bytes, at), frame: bytes.subarray(0, at) }
    }
    if (byte < 0x20 || byte > 0x7e) start = at + 1
  }
  if (start > 0) return { consumed: start, frame: null }
  return bytes.length < longest ? null : { consumed: longest, frame: null }
}

const NUL = 0x00
const LF = 0x0a
const CR = 0x0d
