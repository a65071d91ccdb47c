import { BadReport, type Report } from '../report.ts'
import { bcdImei } from '../shared/bcd.ts'
import { reportOf } from '../shared/place.ts'
import type { Command, DecodeOptions, Message, Protocol } from '../shared/protocol.ts'
import { commands } from './commands.ts'
import { decodeNew } from './new.ts'
import { decodeOld, decodeVehicle } from './old.ts'
import { statusAttributes } from './parts.ts'
import { placeInText } from './text.ts'
import { findFrame, type Package, readFrame, writePackage } from './wire.ts'

/**
 * Eelink: TK115, TK116, TK119, TK319, TPT02, K9 and others, protocols 1.8 and 2.0. A connection begins with the IMEI;
 * wrapped packages carry it.
 *
 * Source: Eelink, "Communication protocol" 1.8 and 2.0, and recorded messages.
 */
export const eelink: Protocol<Session> = {
  name: 'eelink',
  port: 5064,
  udp: true,
  open: () => ({ wrapped: null }),
  frame: findFrame,
  decode,
  encode,
  commands,
}

const SIGN_IN = 0x01
const HEARTBEAT = 0x03
const VEHICLE = 0x07
const ANSWER = 0x80
/** Places (02) and data of the user (81) are not acknowledged; neither is the answer to a command. */
const unanswered = new Set([0x02, 0x81])

function decode(bytes: Buffer, session: Session, options: DecodeOptions): Message {
  const { number: wrapped, packages } = readFrame(bytes, options)
  session.wrapped = wrapped ?? session.wrapped
  const decoded = packages.map((part) => decodePackage(part))
  const own = decoded.map(({ number }) => number).find((number) => number !== undefined)
  const answers = decoded.map(({ answer }) => answer).filter((answer) => answer !== undefined)
  return {
    number: wrapped ?? own ?? null,
    reports: decoded.flatMap(({ reports }) => reports ?? []),
    acknowledgement: acknowledge(packages, wrapped, options.now),
    ...(answers.length > 0 && { answer: answers.join('\n') }),
  }
}

function acknowledge(packages: Package[], wrapped: string | null, now: number): Buffer | null {
  const answers = packages
    .filter(({ type }) => !unanswered.has(type))
    .map(({ type, index }) => writePackage(type, index, type === SIGN_IN ? signInAnswer(now) : NOTHING, wrapped))
  return answers.length > 0 ? Buffer.concat(answers) : null
}

const NOTHING = Buffer.alloc(0)

/** The time, the version of the protocol, and no action. */
function signInAnswer(now: number): Buffer {
  const content = Buffer.of(0, 0, 0, 0, 0, 1, 0)
  content.writeUInt32BE(Math.floor(now / 1000) >>> 0)
  return content
}

type Decoded = { number?: string; reports?: Report[]; answer?: string }

function decodePackage(part: Package): Decoded {
  const { type, index, content } = part
  switch (type) {
    case SIGN_IN: {
      const number = content.length >= 8 ? bcdImei(content) : null
      if (number === null) throw new BadReport('imei: is not digits')
      return { number }
    }
    case HEARTBEAT:
      return content.length >= 2 ? { reports: [stateReport(content, index)] } : {}
    case VEHICLE:
      return { reports: [content.length === 4 ? stateReport(content, index) : decodeVehicle(part)] }
    case 0x02:
    case 0x04:
    case 0x05:
    case 0x06:
      return { reports: [decodeOld(part)] }
    case 0x12:
    case 0x14:
    case 0x15:
    case 0x16:
    case 0x17:
    case 0x18:
    case 0x19:
      return { reports: [decodeNew(part)] }
    case ANSWER:
      return decodeAnswer(content, index)
    case 0x81:
      return { reports: [reportOf({ event: 'status', attributes: { data: content.toString('hex') }, seq: index })] }
    // Parts of pictures and unknown types are acknowledged, so that the device does not repeat them.
    default:
      return {}
  }
}

const stateReport = (content: Buffer, index: number) =>
  reportOf({ event: 'status', attributes: statusAttributes(content.readUInt16BE()), seq: index })

/** Kind, number of the command, text; the answer to `WHERE#` is a place. */
function decodeAnswer(content: Buffer, index: number): Decoded {
  const answer = content.toString('latin1', 5).replace(/\0/g, '').trim()
  if (answer === '') return {}
  const place = placeInText(answer)
  const fields: Partial<Report> = place ?? { event: 'status', attributes: { result: answer } }
  return { reports: [reportOf({ ...fields, seq: index })], answer }
}

/** A command as by SMS, e.g. `WHERE#` or `RELAY,1#`. */
function encode(command: Command, { wrapped }: Session): Buffer | null {
  const text = command.type === 'custom' ? command.text : intervalCommand(command.interval_s)
  if (!text || text.length > MAX_TEXT) return null
  const content = Buffer.concat([Buffer.of(0x01, 0, 0, 0, 0), Buffer.from(text, 'latin1')])
  return writePackage(ANSWER, 0, content, wrapped)
}

const MAX_TEXT = 1_000

const intervalCommand = (interval_s: number) => (interval_s > 0 ? `TIMER,${Math.min(interval_s, 65_535)},1#` : null)

type Session = {
  /** The number with which a device wraps its packages; null where it does not. */
  wrapped: string | null
}
