import { BadReport, type Report } from '../report.ts'
import { crc16 } from '../shared/crc16.ts'
import { lineEnd } from '../shared/line_end.ts'
import type { Command, DecodeOptions, Framed, Message, Protocol } from '../shared/protocol.ts'
import { decodeBars, decodeSentence, decodeTight } from './barred.ts'
import { commands } from './commands.ts'
import { decodeFixed, decodeParted } from './fixed.ts'

/**
 * Totem AT07 and AT09, and TZone AVL: `$$` and the length of the whole frame, in four decimal digits of which the first
 * is 0, or in two hexadecimal ones. Every message is answered.
 *
 * Source: guides of TZone's AVL201 and AVL02, and recorded messages.
 */
export const totem: Protocol<Session> = {
  name: 'totem',
  port: 5007,
  udp: false,
  open: () => ({ number: null }),
  frame,
  decode,
  encode,
  commands,
}

/** The shortest is an answer without anything in it. */
const MIN_FRAME = 14

function frame(bytes: Buffer): Framed | null {
  const start = bytes.indexOf('$$')
  if (start !== 0) return garbage(bytes, start)
  const head = /^\$\$(0(?:\d{0,2}$|\d{3})|[1-9A-F](?:$|[0-9A-F])|$)/i.exec(
    bytes.toString('latin1', 0, 6).slice(0, headLength(bytes)),
  )
  if (head === null) return { consumed: 1, frame: null }
  if (bytes.length < headLength(bytes)) return null
  const length = Number.parseInt(head[1]!, head[1]!.length === 4 ? 10 : 16)
  if (length < MIN_FRAME) return { consumed: 2, frame: null }
  // The next message begins before this one is over: its length is wrong, or its end was lost.
  const next = bytes.indexOf('$$', 2)
  if (next >= 2 && next < length) return { consumed: next, frame: null }
  return bytes.length < length ? null : { consumed: lineEnd(bytes, length), frame: bytes.subarray(0, length) }
}

const headLength = (bytes: Buffer) => (bytes[2] === ZERO ? 6 : 4)

function garbage(bytes: Buffer, start: number): Framed | null {
  const whole = bytes.at(-1) === DOLLAR ? bytes.length - 1 : bytes.length
  const consumed = start > 0 ? start : whole
  return consumed > 0 ? { consumed, frame: null } : null
}

const ZERO = 0x30
const DOLLAR = 0x24

function decode(frame: Buffer, session: Session, { forgive }: DecodeOptions): Message {
  const text = frame.toString('latin1').trimEnd()
  const message = text[2] === '0' ? decodeDecimal(text, forgive) : decodeHexadecimal(text, forgive)
  session.number = message.number
  return message
}

function decodeDecimal(text: string, forgive: boolean): Message {
  const parts = /^\$\$\d{4}([0-9A-F]{2})(\d{1,20})\|(.*)([0-9A-F]{2})$/is.exec(text)
  if (parts === null) throw new BadReport('frame: is not $$ length type number|data checksum')
  const [, type = '', number = '', body = '', checksum = ''] = parts
  const expected = xor(text.slice(0, -2))
  if (checksum.toUpperCase() !== expected && !forgive) throw new BadReport(`checksum: is ${checksum}, not ${expected}`)
  const report = /^E/i.test(type) ? decodeParted(type, body) : decodeFixed(type, body)
  // It wants its serial back, which are the four characters before the checksum, whatever they are.
  const answer = `$$0014AA${text.slice(-6, -2)}`
  return { number, reports: listed(report), acknowledgement: Buffer.from(answer + xor(answer), 'latin1') }
}

function decodeHexadecimal(text: string, forgive: boolean): Message {
  const parts = /^\$\$[0-9A-F]{2}(\d{1,20})\|(.*)([0-9A-F]{4})$/is.exec(text)
  if (parts === null) throw new BadReport('frame: is not $$ length number|data checksum')
  const [, number = '', body = '', checksum = ''] = parts
  const fields = body.split('|').slice(0, -1)
  const isSentence = body.includes('$GPRMC')
  // Only the checksum of messages with a sentence is documented; recorded messages of other kinds do not follow it.
  if (isSentence && !forgive) verify(text, checksum)
  const report = isSentence ? decodeSentence(fields) : fields.length > 1 ? decodeBars(fields) : decodeTight(body)
  return { number, reports: listed(report), acknowledgement: Buffer.from('ACK OK\r\n') }
}

/** CRC-16/MODBUS of all that stands before it. */
function verify(text: string, checksum: string): void {
  const expected = crc16(Buffer.from(text.slice(0, -4), 'latin1'), 0xffff)
  if (Number.parseInt(checksum, 16) === expected) return
  throw new BadReport(`checksum: is ${checksum}, not ${expected.toString(16).padStart(4, '0').toUpperCase()}`)
}

const listed = (report: Report | null) => (report === null ? [] : [report])

/** Two hexadecimal digits. */
function xor(text: string): string {
  const value = [...Buffer.from(text, 'latin1')].reduce((sum, byte) => sum ^ byte, 0)
  return value.toString(16).padStart(2, '0').toUpperCase()
}

/**
 * A command is wrapped, whatever the form of the device's own messages. What begins as a whole message is left as it is:
 * `$$`, or `*` of an SMS. No command for the interval is described.
 */
function encode(command: Command, { number }: Session): Buffer | null {
  if (number === null || command.type !== 'custom') return null
  if (/^(\$\$|\*)/.test(command.text)) return Buffer.from(command.text, 'latin1')
  const message = `$$${`${command.text.length + 10}`.padStart(4, '0')}CF${command.text}`
  return Buffer.from(message + xor(message), 'latin1')
}

type Session = { number: string | null }
