import { BadReport } from '../report.ts'

/** A position needs two levels, and its attributes a few more. */
const MAX_DEPTH = 20

/** @throws {BadReport} for invalid JSON, or excessive nesting */
export function parseJson(payload: Uint8Array | string): unknown {
  const text = typeof payload === 'string' ? payload : decoder.decode(payload)
  if (isTooDeep(text)) throw new BadReport(`payload: is nested deeper than ${MAX_DEPTH} levels`)
  try {
    return JSON.parse(text)
  } catch {
    throw new BadReport('payload: is not JSON')
  }
}

const decoder = new TextDecoder()

/** Checked in the text: a parser would build a million arrays from a million brackets first. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (quoted) {
      if (c === BACKSLASH) i++
      else if (c === QUOTE) quoted = false
    } else if (c === QUOTE) quoted = true
    else if (c === OPEN_ARRAY || c === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return true
    } else if (c === CLOSE_ARRAY || c === CLOSE_OBJECT) depth--
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
