import { BadReport } from '../report.ts'
import { lineEnd } from '../shared/line_end.ts'
import type { Command, DecodeOptions, Framed, Message, Protocol } from '../shared/protocol.ts'
import { commands } from './commands.ts'
import { decodeEngine, decodeOther, decodePosition, isOther } from './position.ts'

/**
 * Coban TK102, TK103 and 303, GPS103: text that ends with `;`. The login, the heartbeat, which is the number alone, and
 * the call for help are answered.
 *
 * Source: Coban's GPRS protocol document, and recorded messages.
 */
export const gps103: Protocol<Session> = {
  name: 'gps103',
  port: 5001,
  udp: true,
  open: () => ({ number: null, zone: null }),
  frame,
  decode,
  encode,
  commands,
}

/** The longest messages are parts of a photo. */
const MAX_FRAME = 2048

/** A message ends with `;`, a line end or an asterisk; the terminator is not part of the frame. */
function frame(bytes: Buffer): Framed | null {
  const text = bytes.toString('latin1', 0, MAX_FRAME)
  // `##,imei:`, `imei:` or digits, as far as they have arrived.
  const start = text.search(/##?$|##,|i$|im$|ime$|imei$|imei:|\d/)
  if (start < 0) return bytes.length > 0 ? { consumed: Math.min(bytes.length, MAX_FRAME), frame: null } : null
  if (start > 0) return { consumed: start, frame: null }
  const end = text.search(/[;\r\n*]/)
  if (end < 0 && bytes.length >= MAX_FRAME) return { consumed: MAX_FRAME, frame: null }
  return end < 0 ? null : { consumed: lineEnd(bytes, end + 1), frame: bytes.subarray(0, end) }
}

function decode(frame: Buffer, session: Session, options: DecodeOptions): Message {
  const text = frame.toString('latin1').trim()
  const start = text.indexOf('imei:')
  if (start < 0) return heartbeat(text, session)
  const [head = '', ...fields] = text.slice(start + 5).split(',')
  if (!/^\d{1,20}$/.test(head)) throw new BadReport('imei: is not digits')
  session.number = head
  // Some send the number of the heartbeat in front of a report.
  const alive = /^\d+/.test(text.slice(0, start)) ? 'ON' : ''
  const message = decodeMessage(fields, session, options.now)
  const answer = alive + (message.acknowledgement?.toString() ?? '')
  return { ...message, acknowledgement: answer === '' ? null : Buffer.from(answer) }
}

function heartbeat(text: string, session: Session): Message {
  if (!/^\d{10,20}$/.test(text)) throw new BadReport('frame: is neither a number nor has it an imei')
  session.number = text
  return { number: text, reports: [], acknowledgement: Buffer.from('ON') }
}

function decodeMessage(fields: string[], session: Session, now: number): Message {
  const number = session.number
  const [keyword = ''] = fields
  const none: Message = { number, reports: [], acknowledgement: null }
  // A login: A; and L of some models, whose asterisk ends the frame.
  if (keyword === 'A' && fields.length === 1) return { ...none, acknowledgement: Buffer.from('LOAD') }
  if (keyword === 'L' && fields.length <= 3) return { ...none, acknowledgement: Buffer.from('LOAD') }
  // Parts of a photo in hexadecimal.
  if (/^vr/.test(keyword)) return none
  if (keyword === 'OBD') return { ...none, reports: [decodeEngine(fields.slice(1), session.zone)] }
  if (isOther(fields)) return { ...none, reports: [decodeOther(fields)] }
  const { report, zone } = decodePosition(fields, session.zone, now)
  session.zone = zone
  // jt, kt and others repeat the letter of the command with its success; the rest repeat its number.
  const answer = /^([a-z]t|lf|[1-9]\d\d)$/.test(keyword) ? { answer: keyword } : {}
  const acknowledgement = keyword === 'help me' ? Buffer.from(`**,imei:${number},E;`) : null
  return { ...none, reports: [report], acknowledgement, ...answer }
}

/** C sets the interval, two digits of seconds, minutes or hours: the nearest possible. */
function encode(command: Command, { number }: Session): Buffer | null {
  if (number === null) return null
  if (command.type === 'interval') {
    const interval = intervalOf(command.interval_s)
    return interval === null ? null : Buffer.from(`**,imei:${number},C,${interval}`)
  }
  return Buffer.from(command.text.startsWith('**') ? command.text : `**,imei:${number},${command.text}`, 'latin1')
}

function intervalOf(seconds: number): string | null {
  const units: [string, number][] = [
    ['s', 1],
    ['m', 60],
    ['h', 3600],
  ]
  const [unit, length] = units.find(([, each]) => Math.round(seconds / each) <= 99) ?? []
  if (unit === undefined || length === undefined || seconds < 1) return null
  return `${Math.round(seconds / length)}`.padStart(2, '0') + unit
}

type Session = {
  number: string | null
  /** The device's zone in minutes, known after a fix. */
  zone: number | null
}
