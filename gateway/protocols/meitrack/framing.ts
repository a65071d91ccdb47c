import type { Framed } from '../shared/protocol.ts'

/**
 * `$$`, a letter, the decimal count of the bytes from the first comma on, and as many bytes, of which the last are `*`,
 * two hexadecimal digits, CR and LF. Text ends there too where a device miscounts.
 */
export function frame(bytes: Buffer): Framed | null {
  const start = findStart(bytes)
  if (start !== 0) return bytes.length > 0 ? { consumed: start < 0 ? bytes.length : start, frame: null } : null
  const text = bytes.toString('latin1', 0, Math.min(bytes.length, 64))
  const head = /^\$\$[\x21-\x7e](\d{1,4}),\w{1,20},(\w{3})[,*]/.exec(text)
  if (head === null) {
    // The bytes so far may be the beginning of a frame.
    return /^\$(\$([\x21-\x7e](\d{0,4}|\d{1,4},(\w{0,20}|\w{1,20},\w{0,3})))?)?$/.test(text) ? null : SKIPPED
  }
  const length = text.indexOf(',') + Number(head[1])
  if (isPacked(head[2]!)) {
    if (bytes.length < length) return null
    return ending.test(bytes.toString('latin1', length - 5, length)) ? whole(bytes, length) : SKIPPED
  }
  const limit = Math.max(length, head[0].length) + SLACK
  const message = bytes.toString('latin1', 0, Math.min(bytes.length, limit))
  const end = message.search(inner)
  // A message that was cut off, and the next one after it.
  const again = message.slice(0, end < 0 ? undefined : end).search(/(?<!^)\$\$[\x21-\x7e]\d{1,4},\w{1,20},/)
  if (again > 0) return { consumed: again, frame: null }
  if (end >= 0) return whole(bytes, end + 5)
  return bytes.length < limit ? null : SKIPPED
}

/** Where a packet may begin; a dollar sign at the end may be the first of two. */
function findStart(bytes: Buffer): number {
  for (let at = bytes.indexOf(DOLLAR); at >= 0; at = bytes.indexOf(DOLLAR, at + 1)) {
    if (at + 1 >= bytes.length || bytes[at + 1] === DOLLAR) return at
  }
  return -1
}

const whole = (bytes: Buffer, length: number): Framed => ({ consumed: length, frame: bytes.subarray(0, length) })

/** Packed records and pieces of pictures may have any byte in them. */
const isPacked = (command: string) => /^(CC[A-Z]|CFF|D00)$/.test(command)

const ending = /^\*[0-9A-Fa-f]{2}\r\n$/
const inner = /\*[0-9A-Fa-f]{2}\r\n/
const SKIPPED: Framed = { consumed: 1, frame: null }
/** Bytes by which devices miscount. */
const SLACK = 16
const DOLLAR = 0x24
