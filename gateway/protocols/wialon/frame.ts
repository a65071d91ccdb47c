import type { Framed } from '../shared/protocol.ts'

/** A line with many stored records. */
const MAX_LINE = 65_536
/** The longest part of a picture or file. */
const MAX_BINARY = 65_536

/** Lines that announce as many bytes as their n-th field says: pictures, tachograph files, firmware, configuration. */
const binary: Record<string, number> = { I: 0, IT: 2, US: 0, UC: 0 }

/** A line up to CR or LF; bytes that it announces are part of its frame. */
export function findFrame(bytes: Buffer): Framed | null {
  const first = bytes.findIndex((byte) => byte !== CR && byte !== LF && byte !== 0)
  if (first !== 0) return { consumed: first < 0 ? bytes.length : first, frame: null }
  const end = lineLength(bytes)
  if (end === null) return bytes.length < MAX_LINE ? null : { consumed: bytes.length, frame: null }
  const over = bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1
  const line = bytes.subarray(0, end)
  if (!line.includes(HASH)) return { consumed: over, frame: null }
  const size = binarySize(line)
  if (size === 0) return { consumed: over, frame: line }
  // The line's end is two bytes, of which the second may be missing yet.
  if (bytes[end] === CR && bytes.length < end + 2) return null
  return bytes.length < over + size ? null : { consumed: over + size, frame: bytes.subarray(0, over + size) }
}

const HASH = 0x23
const CR = 0x0d
const LF = 0x0a

function lineLength(bytes: Buffer): number | null {
  const limit = Math.min(bytes.length, MAX_LINE)
  for (let at = 0; at < limit; at++) if (bytes[at] === CR || bytes[at] === LF) return at
  return null
}

function binarySize(line: Buffer): number {
  const [, type, content] = parse(line) ?? []
  const field = type === undefined ? undefined : binary[type]
  if (field === undefined) return 0
  const size = Number(content?.split(';')[field])
  return Number.isInteger(size) && size > 0 && size <= MAX_BINARY ? size : 0
}

/** What is before the first `#`, the type, and the rest of the first line. */
export function parse(frame: Buffer): [prefix: string, type: string, content: string] | null {
  const parts = /^([^#]*)#([A-Z]{1,4})#([^\r\n]*)/.exec(frame.toString())
  return parts ? [parts[1]!, parts[2]!, parts[3]!] : null
}
