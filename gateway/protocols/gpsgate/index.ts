import { BadReport } from '../report.ts'
import { frameLine } from '../shared/lines.ts'
import { decodeSentence, parseSentence, sentence } from '../shared/nmea.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Framed, Message, Protocol } from '../shared/protocol.ts'
import { decodeCommand, nameOf } from './command.ts'

/**
 * GpsGate: sentences like those of NMEA 0183. A device signs in with FRLIN and sends RMC, or sends commands that carry
 * its number, of which `_SendMessage` is a position.
 *
 * Source: GpsGate Server Protocol Specification 1.0 to 2.0, and GpsGate TrackerOne.
 */
export const gpsgate: Protocol<Session> = {
  name: 'gpsgate',
  port: 5026,
  udp: true,
  open: () => ({ number: null }),
  frame,
  decode,
  encode,
}

const MAX_LINE = 2048

/** What stands before the sentence on its line is skipped. */
function frame(bytes: Buffer): Framed | null {
  const framed = frameLine(bytes, MAX_LINE)
  if (!framed?.frame) return framed
  const start = framed.frame.toString('latin1').search(/\$[A-Z]{4,5},/)
  if (start === 0) return framed
  return { consumed: start > 0 ? start : framed.consumed, frame: null }
}

function decode(frame: Buffer, session: Session, { forgive, now }: DecodeOptions): Message {
  const parsed = parseSentence(frame.toString('latin1').trim())
  if (parsed.checksum === 'wrong' && !forgive) throw new BadReport('checksum: is wrong')
  const { type, fields } = parsed
  switch (type) {
    case 'FRLIN':
      return signIn(fields, session, now)
    case 'FRVER':
      return { ...NOTHING, acknowledgement: sentence(`FRVER,1,${fields[1] === '1' ? 1 : 0},Ringfence 1.0`) }
    case 'FRCMD':
      return withNumber(decodeCommand(fields, session.number), session)
    // What the device answers to a command, or why it cannot do it.
    case 'FRRET':
    case 'FRERR':
      return { ...NOTHING, answer: fields.join(',') }
    default: {
      const position = decodeSentence(parsed, now)
      return position === null ? NOTHING : { ...NOTHING, reports: [reportOf(position)] }
    }
  }
}

const NOTHING: Message = { number: null, reports: [], acknowledgement: null }

/** `IMEI` and the number, or a domain, a user name and a password, which is ignored. */
function signIn(fields: string[], session: Session, now: number): Message {
  const number = nameOf(fields[1])
  if (number === null) throw new BadReport('user: is not 1 to 64 characters')
  // Seven digits, as in the documents, at any time.
  const acknowledgement = sentence(`FRSES,${1_000_000 + (now % 9_000_000)}`)
  const refusal = sentence('FRERR,AuthError,Unknown device')
  return withNumber({ number, reports: [], acknowledgement, refusal }, session)
}

function withNumber(message: Message, session: Session): Message {
  session.number = message.number ?? session.number
  return message
}

/** A command's name and values, for instance `_PollPosition`, or a whole sentence without its checksum. */
function encode(command: Command, { number }: Session): Buffer | null {
  if (command.type !== 'custom') return null
  if (command.text.startsWith('$')) return sentence(command.text.slice(1).replace(/\*.*$/, ''))
  if (number === null) return null
  const [name = '', ...values] = command.text.split(',')
  return sentence(['FRCMD', number, name, 'Inline', ...values].join(','))
}

type Session = { number: string | null }
