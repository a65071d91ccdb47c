import { BadReport, type Report } from '../report.ts'
import { frameLine } from '../shared/lines.ts'
import { decodeSentence, parseSentence } from '../shared/nmea.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Framed, Message, Protocol } from '../shared/protocol.ts'
import { decodeBehind } from './behind.ts'
import { loginOf, splitNumber } from './idents.ts'
import { decodeSpecial, decodeWmcs } from './special.ts'

/**
 * Lines of NMEA 0183 as a receiver writes them, with a number before them, or in a line of its own. Nothing is answered.
 * A checksum may be missing; a wrong one is refused.
 *
 * Source: NMEA 0183; traccar.org/traccar-client-protocol; recorded messages.
 */
export const t55: Protocol<Session> = {
  name: 't55',
  port: 5005,
  udp: true,
  open: () => ({ number: null, pending: null }),
  frame: (bytes: Buffer): Framed | null => frameLine(bytes, MAX_LINE),
  decode,
  encode: (command: Command) => (command.type === 'custom' ? Buffer.from(`${command.text}\r\n`, 'latin1') : null),
}

/** NMEA has 82; some put a list of elements behind it. */
const MAX_LINE = 1024

function decode(frame: Buffer, session: Session, { now, forgive }: DecodeOptions): Message {
  const { number: before, text } = splitNumber(frame.toString('latin1').trim())
  if (!forgive && parseSentence(text).checksum === 'wrong') throw new BadReport('checksum: is wrong')
  const login = loginOf(text)
  const sentence = login === null ? sentenceOf(text, now) : { number: login, report: null }
  const number = (sentence?.number ?? before)?.trim().replace(/\s+/g, '_') ?? null
  const report = sentence?.report ? reportOf(sentence.report) : null
  if (number !== null && !/^[\x21-\x7e]{1,64}$/.test(number)) {
    throw new BadReport('number: is not 1 to 64 characters')
  }
  return { number, reports: take(session, number, report), acknowledgement: null }
}

/** Buffers a position until the number: some devices send their number after each position. */
function take(session: Session, number: string | null, report: Report | null): Report[] {
  session.number = number ?? session.number
  if (session.number === null) {
    session.pending = report ?? session.pending
    return []
  }
  const { pending } = session
  session.pending = null
  return [pending, report].filter((each) => each !== null)
}

function sentenceOf(text: string, now: number): { number: string | null; report: Partial<Report> | null } | null {
  const sentence = parseSentence(text)
  if (sentence.type === 'ID') return decodeWmcs(sentence.fields)
  const position = decodeSentence(sentence, now)
  if (position === null) return decodeSpecial(sentence, now)
  const behind = decodeBehind(sentence.rest)
  const attributes = { ...position.attributes, ...behind?.report?.attributes }
  return { number: behind?.number ?? null, report: { ...position, ...behind?.report, attributes } }
}

type Session = {
  number: string | null
  /** A position whose number has not arrived yet. */
  pending: Report | null
}
